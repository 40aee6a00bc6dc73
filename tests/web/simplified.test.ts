import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeMarkdown, type BlockStrings } from '../../web/page/build/markdown.ts';
import { sections } from '../../web/page/build/sections.ts';
import { convertHtml, simplifiedCharacters, termsOf } from '../../web/page/build/simplified.ts';
import { TERMS, contentJson, figureTables, path, toSimplified } from './support/content.ts';

const markdown = (text: string): string => makeMarkdown(contentJson<BlockStrings>('zh-Hans', 'page'), (name) => name, { convert: toSimplified }).render(text);

/** All values of a JSON text. */
const valuesOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : []);
const strings = [...['page', 'figures', 'errors'].map((name) => contentJson<unknown>('zh-Hans', name)), ...figureTables('zh-Hans').map(({ table }) => table)].flatMap(valuesOf);
const prose = sections.map(({ id }) => toSimplified(readFileSync(path(`web/content/zh-Hant/${id}.md`), 'utf8')));

describe('the mainland’s words', () => {
  it.each([
    ['變異數', '方差'], ['標準常態分布', '标准正态分布'], ['機率', '概率'], ['向量', '向量'], ['梯度', '梯度'], ['熵', '熵'], ['矩陣', '矩阵'], ['點積', '点积'], ['注意力權重', '注意力权重'],
    ['數值', '数值'], ['亂數種子', '随机种子'], ['除數', '除数'], ['飽和', '饱和'], ['對數', '对数'], ['程式', '程序'], ['程式碼', '代码'], ['資料', '数据'], ['參考資料', '参考资料'],
    ['記憶體', '内存'], ['瀏覽器', '浏览器'], ['查詢', '查询'], ['遮罩', '掩码'], ['溢位', '溢出'], ['最佳化器', '优化器'], ['方程式', '方程'], ['指數位數', '指数位数'], ['直行的和', '列的和'], ['標準誤', '标准误'], ['「真的」', '“真的”'],
  ])('%s is %s', (taiwan, mainland) => {
    expect(toSimplified(taiwan)).toBe(mainland);
  });
  it.each([
    ['一列一個查詢，一欄一個鍵', '一行一个查询，一列一个键'], ['逐列做 softmax', '逐行做 softmax'], ['整列的和，列數與欄數', '整行的和，行数与列数'], ['少數列很陡', '少数行很陡'],
    ['逐一列出這個序列的排列', '逐一列出这个序列的排列'],
  ])('a row is 行 and a column 列, and other words with 列 keep it: %s', (taiwan, mainland) => {
    expect(toSimplified(taiwan)).toBe(mainland);
  });
  it.each([['變異數（方差）', '方差'], ['常態（正態）分布', '正态分布'], ['**機率**（概率）', '**概率**']])('a gloss that would only echo its word goes: %s', (glossed, plain) => {
    expect(toSimplified(glossed)).toBe(plain);
  });
  it('a gloss goes across the end of emphasis, and one that says something else stays', () => {
    expect(convertHtml('<strong>變異數</strong>（方差）與熵（奈特）', toSimplified)).toBe('<strong>方差</strong>与熵（奈特）');
  });
});

describe('what is converted', () => {
  it('addresses, code and names of classes are not; words in links, claims and formulas are', () => {
    expect(markdown('[網路](https://example.org/機率/程式)')).toBe('<p><a href="https://example.org/%E6%A9%9F%E7%8E%87/%E7%A8%8B%E5%BC%8F">网络</a></p>\n');
    expect(markdown('`變異數`')).toContain('<code>變異數</code>');
    expect(markdown('$c\\text{ 機率}$')).toContain('概率');
    expect(markdown('::: verdict true 「機率」\n變異數\n:::')).toMatch(/“概率”[^]*方差/);
  });
  it('attributes of HTML in strings stay, placeholders too, and the licence’s address is that of its language', () => {
    expect(convertHtml('<a href="/deed.zh-hant" rel="程式">程式 {機率}</a> 0 < 1', toSimplified)).toBe('<a href="/deed.zh-hans" rel="程式">程序 {概率}</a> 0 < 1');
    expect(toSimplified('{rows} 列 {columns} 欄')).toBe('{rows} 行 {columns} 列');
  });
});

describe('the Simplified page', () => {
  it('has no Traditional character left, in no string and no section', () => {
    for (const text of [...strings, ...prose]) expect(simplifiedCharacters(text)).toBe(text);
  });
  it('has no term of Taiwan left that the list changes', () => {
    // A single character (列) has another meaning on the mainland; what the list itself writes (参考资料) isn't left over.
    const terms = termsOf(TERMS).filter(([taiwan]) => [...taiwan].length > 1).map(([taiwan, mainland]) => ({ plain: simplifiedCharacters(taiwan), mainland }));
    const written = new RegExp(terms.map(({ mainland }) => mainland).sort((a, b) => b.length - a.length).join('|'), 'g');
    const left = terms.filter(({ plain, mainland }) => plain !== mainland).map(({ plain }) => plain);
    for (const text of [...strings, ...prose]) for (const plain of left) expect(text.replace(written, ' ')).not.toContain(plain);
  });
  it('says nothing twice in brackets', () => {
    for (const text of [...strings, ...prose]) expect(text).not.toMatch(/(\p{Script=Han}{2,})(?:\*\*)?（\1）/u);
  });
});
