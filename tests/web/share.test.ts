// What a reader takes along: lines for other pages, numbers in files.
import { describe, expect, it } from 'vitest';
import { csvCell, csvOf, jsonOf, numbersOf, plain } from '../../web/figures/share/numbers.ts';
import { cut } from '../../web/figures/share/picture.ts';
import { frameRecipe, linkOf, markdownRecipe, scriptRecipe, stateLine, type Choices } from '../../web/figures/share/recipes.ts';
import type { SharedFigure } from '../../web/figures/share/shared.ts';
import type { Site } from '../../web/figures/services.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { readQuery } from '../../web/state/url.ts';
import { byProperty } from '../../web/page/build/styles_by_property.ts';
import { figureTags, hosted, ofHost, themable } from '../../web/page/build/shadow_css.ts';
import { sectionsOfFigures } from '../../web/page/build/figure_sections.ts';
import { ourLanguage } from '../../web/page/embed/language.ts';
import { path } from './support/content.ts';

const shared = (patch: Partial<SharedFigure> = {}): SharedFigure => ({
  tag: 'dk-gradient', name: 'gradient', ofRows: true, params: { ...DEFAULTS, headDim: 512, divisor: '1' }, options: { of: 'key' }, controls: ['divisor', 'dk', 'keys', 'sample'], shown: undefined,
  figure: null, answers: [], program: async () => undefined, ...patch,
});
const site: Site = { root: 'https://example.org/tutorial/', version: '0.1.0', sectionOf: () => 'larger', frames: true };
const choices: Choices = { language: 'en', theme: 'auto', controls: undefined, width: undefined, height: 900 };

describe('what is told with what is taken', () => {
  it('a figure of the sample’s rows names d_k, divisor and n; another only the seed and its options', () => {
    expect(stateLine(shared(), 1)).toBe('d_k = 512, c = 1, n = 8, seed = 1, of = key');
    expect(stateLine(shared({ tag: 'dk-training', name: 'training', ofRows: false, options: {} }), 1)).toBe('seed = 1');
    const context = { address: '', version: '', engine: undefined, divisor: 1 };
    expect(numbersOf(shared(), context).parameters).toEqual({ dk: 512, keys: 8, heads: 8, divisor: 1 });
    expect(numbersOf(shared({ ofRows: false }), context).parameters).toEqual({});
  });
});

describe('lines for other pages', () => {
  it('the script’s are the element with its state, a link inside, and one script', () => {
    expect(scriptRecipe(shared(), site, { ...choices, theme: 'dark', controls: ['divisor'], width: 480 }, 'Why <this> "one"?')).toBe(
      '<dk-gradient dk="512" divisor="1" of="key" lang="en" theme="dark" controls="divisor" style="max-width: 480px"><a href="https://example.org/tutorial/en/?dk=512&amp;divisor=1&amp;gradient.of=key&amp;controls=divisor#larger">Why &lt;this&gt; &quot;one&quot;?</a></dk-gradient>\n<script src="https://example.org/tutorial/embed.js" async></script>');
  });
  it('the frame’s has a title, a sandbox and a height', () => {
    const line = frameRecipe(shared(), site, choices, 'Title');
    expect(line).toContain('src="https://example.org/tutorial/embed/gradient.html?dk=512&amp;divisor=1&amp;of=key&amp;lang=en"');
    expect(line).toContain('title="Title" sandbox="allow-scripts allow-popups allow-downloads"');
    expect(line).toContain('width: 100%; height: 900px');
  });
  it('Markdown’s is a link whose words no Markdown takes for its own', () => {
    expect(markdownRecipe(shared(), site, choices, 'd_k [and] *c*')).toBe('[d\\_k \\[and\\] \\*c\\*](https://example.org/tutorial/en/?dk=512&divisor=1&gradient.of=key#larger)');
  });
  it('a link brings the state back, and a teacher’s link takes controls away', () => {
    const address = new URL(linkOf(shared(), site, { language: 'zh-Hant', controls: [] }));
    expect(address.pathname).toBe('/tutorial/');
    expect(address.searchParams.get('controls')).toBe('');
    const { params, options } = readQuery(address.search);
    expect(params).toMatchObject({ headDim: 512, divisor: '1' });
    expect(options).toEqual({ 'gradient.of': 'key' });
  });
  it('the state in one line names parameters and options', () => {
    expect(stateLine(shared(), 1)).toBe('d_k = 512, c = 1, n = 8, seed = 1, of = key');
  });
});

describe('numbers in files', () => {
  const numbers = numbersOf(shared({ answers: [{ request: { headDim: 512 }, result: { rows: 3, mean: Float64Array.of(1, Number.NaN), name: '=1+1' } }] }), { address: 'https://example.org/', version: '0.1.0', engine: { version: '0.1.0', simd: true, statuses: [] }, divisor: 1 });
  it('JSON has seed, versions and every answer in full, and words for what JSON lacks', () => {
    const read = JSON.parse(jsonOf(numbers)) as typeof numbers;
    expect(read).toMatchObject({ figure: 'dk-gradient', seed: 1, versions: { page: '0.1.0', engine: '0.1.0', simd: true }, parameters: { dk: 512, divisor: 1, keys: 8 } });
    expect(read.computations[0]?.result).toEqual({ rows: 3, mean: [1, 'NaN'], name: '=1+1' });
  });
  it('CSV has one quantity a row with its unit', () => {
    const lines = csvOf(numbers).split('\r\n');
    expect(lines[0]).toBe('name,index,value,standard error,theory,unit');
    expect(lines).toContain('seed,,1,,,1');
    expect(lines).toContain('result.mean,0,1,,,1');
    expect(lines.every((line) => line === '' || line.split(',').length === 6)).toBe(true);
  });
  it.each([['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'], ['+1', "'+1"], ['-cmd', "'-cmd"], ['@a', "'@a"], ['\tx', "'\tx"], ['a,b', '"a,b"'], ['a\nb', '"a\nb"']])('the cell %j is no formula and no second cell', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
  it('a negative number stays a number', () => {
    for (const dangerous of ['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '|cmd', '＝1']) expect(csvCell(dangerous).replace(/^"/, '')).toMatch(/^'/);
    expect(csvCell(-1.5)).toBe('-1.5');
    expect(csvCell(null)).toBe('');
  });
  it('typed arrays become plain ones', () => {
    expect(plain({ a: Float32Array.of(0.5), b: [Number.POSITIVE_INFINITY] })).toEqual({ a: [0.5], b: ['Infinity'] });
  });
  it('an address without spaces is cut into lines that hold all of it', () => {
    const address = `https://example.org/?${'q='.repeat(200)}`;
    expect(cut(address, 60).join('')).toBe(address);
    expect(cut('some words that go on and on', 10).every((line) => line.length <= 11)).toBe(true);
  });
});

describe('what the build makes of the style sheets', () => {
  it('the page’s root becomes the host, and the theme an attribute', () => {
    expect(hosted(':root{a:1}:root:not([data-theme=light]){a:2}:root[data-theme=dark]{a:3}:root:lang(en){a:4}:root:root:root{a:5}')).toBe(
      ':host{a:1}:host(:not([theme=light])){a:2}:host([theme=dark]){a:3}:host(:lang(en)){a:4}:host(:not(._):not(._)){a:5}');
  });
  it('an author’s own colours and faces come first, and system colours stay', () => {
    expect(themable(':root{--paper:#fff;--ink:CanvasText;--s1:4px}')).toBe(':root{--paper:var(--dk-paper,#fff);--ink:CanvasText;--s1:4px}');
  });
  it('a figure’s tag becomes its host, its classes stay', () => {
    expect(ofHost('dk-bar{a:1}dk-bar .dk-bar,dk-bar>.x{b:2}@media print{dk-bar{c:3}}', 'dk-bar')).toBe(':host(dk-bar){a:1}:host(dk-bar) .dk-bar,:host(dk-bar)>.x{b:2}@media print{:host(dk-bar){c:3}}');
  });
  it('style attributes become properties, so that no policy stops them', () => {
    expect(byProperty('html`<p class="x" style="top: ${y}px"></p><i style=${styleMap(z)}></i>`')).toBe('html`<p class="x" .style="top: ${y}px"></p><i .style=${styleMap(z)}></i>`');
    expect(byProperty('html`<p style="height: 9px"></p>`')).toBe('html`<p .style=${document && "height: 9px"}></p>`');
  });
  it('knows every figure, and the section that it stands in', () => {
    const tags = figureTags(path('web'));
    expect(tags.length).toBeGreaterThanOrEqual(5);
    for (const tag of tags) expect(sectionsOfFigures(path('web/content'))[tag], tag).toMatch(/^[a-z-]+$/);
  });
});

describe('the language of a page', () => {
  it.each([['zh-TW', 'zh-Hant'], ['zh', 'zh-Hant'], ['zh-Hant-HK', 'zh-Hant'], ['zh-CN', 'zh-Hans'], ['zh-Hans', 'zh-Hans'], ['zh-SG', 'zh-Hans'], ['en-GB', 'en'], ['fr', 'en'], ['', 'en']])('%s asks for %s', (tag, ours) => {
    expect(ourLanguage(tag)).toBe(ours);
  });
});
