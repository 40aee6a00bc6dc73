import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeMarkdown, renderFormula, type BlockStrings } from '../../web/page/build/markdown.ts';

const strings = JSON.parse(readFileSync(new URL('../../web/content/zh-Hant/page.json', import.meta.url), 'utf8')) as BlockStrings;
const render = (text: string) => makeMarkdown(strings, (name) => `<a href="#ref-${name}">${name}</a>`).render(text);

test('Chinese emphasis beside full-width punctuation is emphasis', () => {
  expect(render('**注意：**這是重點')).toContain('<strong>注意：</strong>這是');
});

test('an amount of money is not a formula, and a formula is', () => {
  expect(render('從 $5 到 $6 元')).toBe('<p>從 $5 到 $6 元</p>\n');
  expect(render('$d_k$ 維')).toContain('<math');
});

test('a formula is HTML for the eye and MathML for the ear, and a broken one stops the build', () => {
  const html = renderFormula('\\q{Q}\\k{K}^{\\top}', false);
  expect(html).toContain('class="enclosing hue-q"');
  expect(html).toContain('<math');
  expect(() => renderFormula('\\frac{1', false)).toThrow();
});

test('a formula stays with the punctuation that follows it', () => {
  expect(render('寬 $d_k$。高')).toMatch(/<span class="keep"><span class="katex">.*。<\/span>高/);
  expect(render('（$d_k$）高')).toMatch(/<span class="keep">（<span class="katex">.*）<\/span>高/);
});

test('beats and verdicts nest, each with its word and its sign', () => {
  const html = render('::: found\n::: verdict conditional 「$d_k$ 大」\n要看 $n$。\n:::\n:::\n\n之後');
  expect(html).toMatch(/^<div class="beat beat-found"><p class="beat-label"><svg.*量到的是<\/p>/);
  expect(html).toContain('data-verdict="conditional"');
  expect(html).toContain('有條件</p>');
  expect(html).toMatch(/<\/div><\/div>\n<\/div>\n<p>之後<\/p>/);
});

test('a figure holds what a reader without scripts gets', () => {
  const html = render('::: figure dk-saturation\n替代文字\n:::');
  expect(html).toContain('<dk-saturation id="figure-saturation" class="figure" number="1">');
  expect(html).toContain('<noscript>');
  expect(html).toContain('<p>替代文字</p>');
});

test.each([
  ['an unknown block', '::: aside\nx\n:::'],
  ['an unknown verdict', '::: verdict maybe 「x」\ny\n:::'],
  ['a block that is not closed', '::: found\nx'],
])('%s stops the build', (_, text) => {
  expect(() => render(text)).toThrow(/no such|not closed/);
});

test('prose cannot smuggle HTML into the page', () => {
  expect(render('<script>x</script>')).not.toContain('<script>');
});
