import { HtmlValidate } from 'html-validate';

/** What html-validate has against a built page, a line each. KaTeX sets its boxes by style attributes; Vite writes void elements and attributes as HTML allows. */
export async function faultsOfHtml(file: string): Promise<string[]> {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      'no-inline-style': 'off', 'void-style': 'off', 'no-trailing-whitespace': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off',
      'doctype-style': 'off', 'long-title': 'off', 'require-sri': 'off', 'svg-focusable': 'off',
    },
  });
  const { results } = await validator.validateFile(file);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`));
}
