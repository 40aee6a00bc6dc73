// Rules for TypeScript and JavaScript. Layout is kept as the hand left it; what is uniform here (quotes, commas, spaces) is held uniform.
import stylistic from '@stylistic/eslint-plugin';
import { join } from 'node:path';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** What stands beside the line's content; where a line breaks is the writer's. */
const layout = {
  '@stylistic/arrow-parens': 'error',
  '@stylistic/arrow-spacing': 'error',
  '@stylistic/block-spacing': 'error',
  '@stylistic/brace-style': ['error', '1tbs', { allowSingleLine: true }],
  '@stylistic/comma-dangle': ['error', 'always-multiline'],
  '@stylistic/comma-spacing': 'error',
  '@stylistic/comma-style': 'error',
  '@stylistic/computed-property-spacing': 'error',
  '@stylistic/eol-last': 'error',
  '@stylistic/function-call-spacing': 'error',
  '@stylistic/generator-star-spacing': ['error', { before: false, after: true, anonymous: 'neither', method: { before: true, after: false } }],
  '@stylistic/key-spacing': 'error',
  '@stylistic/keyword-spacing': 'error',
  '@stylistic/linebreak-style': 'error',
  '@stylistic/member-delimiter-style': ['error', { singleline: { delimiter: 'semi', requireLast: false } }],
  '@stylistic/new-parens': 'error',
  '@stylistic/no-extra-semi': 'error',
  '@stylistic/no-floating-decimal': 'error',
  '@stylistic/no-mixed-spaces-and-tabs': 'error',
  '@stylistic/no-multi-spaces': ['error', { ignoreEOLComments: true }],
  '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxBOF: 0, maxEOF: 0 }],
  '@stylistic/no-tabs': 'error',
  '@stylistic/no-trailing-spaces': 'error',
  '@stylistic/no-whitespace-before-property': 'error',
  '@stylistic/operator-linebreak': ['error', 'before', { overrides: { '=': 'after', '&&': 'ignore', '||': 'ignore', '+': 'ignore', '|': 'ignore' } }],
  '@stylistic/padded-blocks': ['error', 'never'],
  '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'always' }],
  '@stylistic/rest-spread-spacing': 'error',
  '@stylistic/semi': 'error',
  '@stylistic/semi-spacing': 'error',
  '@stylistic/space-before-blocks': 'error',
  '@stylistic/space-before-function-paren': ['error', { anonymous: 'always', named: 'never', asyncArrow: 'always' }],
  '@stylistic/space-in-parens': 'error',
  '@stylistic/space-infix-ops': 'error',
  '@stylistic/space-unary-ops': 'error',
  '@stylistic/spaced-comment': ['error', 'always', { markers: ['/'], exceptions: ['-'] }],
  '@stylistic/switch-colon-spacing': 'error',
  '@stylistic/template-curly-spacing': 'error',
  '@stylistic/type-annotation-spacing': 'error',
  '@stylistic/type-generic-spacing': 'error',
  '@stylistic/type-named-tuple-spacing': 'error',
  '@stylistic/yield-star-spacing': 'error',
  '@stylistic/indent': ['error', 2, { ignoredNodes: ['TemplateLiteral', 'TemplateLiteral *'], SwitchCase: 1, flatTernaryExpressions: true }],
};

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'build/**', 'web/dist/**', 'web/dist-package/**', 'tests/browser/results/**', 'tests/web/results/**'] },
  { files: ['**/*.{ts,mjs,js}'], plugins: { '@stylistic': stylistic, '@typescript-eslint': tseslint.plugin }, languageOptions: { parser: tseslint.parser }, rules: layout },
  {
    files: ['**/*.{mjs,js}'],
    extends: [tseslint.configs.recommended],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }] },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { tsconfigRootDir: join(import.meta.dirname, '../..'), project: ['web/tsconfig.json', 'web/tsconfig.worker.json', 'web/tsconfig.node.json', 'tests/tsconfig.json'] } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      // Models and actions are plain objects of functions, handed on to templates one by one; an interface's methods may be asynchronous without waiting.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      // `ParamKey | string` tells a reader more than `string`; an assertion may do so, too.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-this-alias': ['error', { allowedNames: ['element'] }],
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
      // The compiler's strictness is what holds types here; what comes from JSON and from outside is checked where it comes in.
      ...Object.fromEntries(['argument', 'assignment', 'call', 'enum-comparison', 'member-access', 'return'].map((one) => [`@typescript-eslint/no-unsafe-${one}`, 'off'])),
    },
  },
);
