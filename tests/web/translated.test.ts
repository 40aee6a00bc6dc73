// Nothing is left in another language than the page's.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sections } from '../../web/page/build/sections.ts';
import { allLanguages, contentJson, figureTables, path, type Language } from './support/content.ts';

const flat = (value: unknown, key = ''): [string, string][] =>
  typeof value === 'string' ? [[key, value]] : typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => flat(one, `${key}.${name}`)) : [];
const sentences = (language: Language): [string, string][] => [
  ...['page', 'figures', 'errors'].flatMap((name) => flat(contentJson(language, name), name)), ...figureTables(language).flatMap(({ name, table }) => flat(table, name)),
];

/** What is left for a reader: no tags, placeholders, formulas, addresses, numbers from the engine, citations, block marks. */
const read = (text: string): string => text.replace(/<[^>]*>|\{\{[^}]*\}\}|\{[^}]*\}|\$[^$]*\$|\]\([^)]*\)|\[@[^\]]*\]|`[^`]*`|^:::.*$/gm, ' ');
const han = /\p{Script=Han}/u;
/** Three English words in a row, none of them a name. */
const english = /(?:\b[a-z]{2,}\b[ ,]+){2}\b[a-z]{2,}\b/;

describe('the Chinese pages', () => {
  it.each(['zh-Hant', 'zh-Hans'] as const)('no sentence of %s is in English', (language) => {
    const inEnglish = new Map(sentences('en'));
    for (const [key, text] of sentences(language)) {
      expect(read(text), key).not.toMatch(english);
      // A word may be the same in both; a sentence may not.
      if (!han.test(text) && / [a-z]{3,} /.test(read(text))) expect(text, key).not.toBe(inEnglish.get(key));
    }
  });
  it('no paragraph is in English', () => {
    // A program is in its own language.
    const prose = (id: string): string => readFileSync(path(`web/content/zh-Hant/${id}.md`), 'utf8').replace(/^```[^]*?^```/gm, '');
    for (const { id } of sections) for (const line of prose(id).split('\n')) expect(read(line), `${id}: ${line}`).not.toMatch(english);
  });
});

describe('the English page', () => {
  it('has no Chinese character', () => {
    for (const [key, text] of sentences('en')) expect(han.test(text), `${key}: ${text}`).toBe(false);
    for (const { id } of sections) expect(readFileSync(path(`web/content/en/${id}.md`), 'utf8'), id).not.toMatch(han);
  });
});

it('every language has the same keys', () => {
  const [first, ...others] = allLanguages.map((language) => sentences(language).map(([key]) => key).sort());
  for (const other of others) expect(other).toEqual(first);
});
