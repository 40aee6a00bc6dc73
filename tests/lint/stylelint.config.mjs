// Rules for the style sheets: errors that browsers would pass over in silence, and an even layout; what stands on one line is the writer's.
const plain = Object.fromEntries(
  [
    'block-opening-brace-space-before', 'declaration-bang-space-before', 'declaration-block-semicolon-newline-after', 'function-comma-space-after', 'selector-combinator-space-after',
    'selector-combinator-space-before', 'selector-list-comma-space-after', 'value-list-comma-space-after',
  ].map((name) => [`@stylistic/${name}`, name.endsWith('newline-after') ? 'always-multi-line' : name.includes('selector-list') || name.includes('comma') ? 'always-single-line' : 'always']),
);

export default {
  extends: ['stylelint-config-recommended'],
  plugins: ['@stylistic/stylelint-plugin'],
  ignoreFiles: ['**/node_modules/**', 'web/dist/**'],
  rules: {
    ...plain,
    '@stylistic/color-hex-case': 'lower',
    '@stylistic/declaration-colon-space-after': 'always-single-line',
    '@stylistic/declaration-colon-space-before': 'never',
    '@stylistic/indentation': 2,
    '@stylistic/max-empty-lines': 1,
    '@stylistic/no-eol-whitespace': true,
    '@stylistic/no-missing-end-of-source-newline': true,
    '@stylistic/number-no-trailing-zeros': true,
    '@stylistic/property-case': 'lower',
    '@stylistic/string-quotes': 'single',
    '@stylistic/unit-case': 'lower',
    // Rules are grouped by what they are about, and nested under their figure's tag.
    'no-descending-specificity': null,
    'no-duplicate-selectors': null,
  },
};
