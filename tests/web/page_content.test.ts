import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections } from '../../web/page/build/sections.ts';

const content = new URL('../../web/content/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, content), 'utf8');
const languages = ['zh-Hant', 'en'];
const everything = (language: string) => ['opening', ...sections.map(({ id }) => id)].map((id) => read(`${language}/${id}.md`)).join('\n');
const keysOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`)) : [path];

test('every section has a file and a short title in every language, what opens the page has one too, and no file is left over', () => {
  for (const language of languages) {
    const files = readdirSync(new URL(language, content)).filter((name) => name.endsWith('.md')).sort();
    expect(files).toEqual([...sections.map(({ id }) => `${id}.md`), 'opening.md'].sort());
    expect(Object.keys((JSON.parse(read(`${language}/page.json`)) as { contents: object }).contents).sort()).toEqual(sections.map(({ id }) => id).sort());
  }
});

test('the page’s own words have the same keys in every language', () => {
  const [first, ...others] = languages.map((language) => keysOf(JSON.parse(read(`${language}/page.json`))).sort());
  for (const other of others) expect(other).toEqual(first);
});

test('every language asks the engine for the same numbers, section by section, in the same forms', () => {
  for (const id of ['opening', ...sections.map((section) => section.id)]) {
    const [first, ...others] = languages.map((language) => (read(`${language}/${id}.md`).match(/\{\{[^}]*\}\}/g) ?? []).sort());
    for (const other of others) expect(other, id).toEqual(first);
  }
});

test('the numbers of a table’s column answer one question: the same operation, the same field of its result', () => {
  for (const id of ['opening', ...sections.map((section) => section.id)]) {
    for (const [table] of read(`en/${id}.md`).matchAll(/(?:^\|.*\n)+/gm)) {
      const [header = '', , ...rows] = table.split('\n').map((row) => row.replace(/\{\{(\w+)[^|}]*\| *([\w.]+)[^}]*\}\}/g, '<$1 $2>').split('|'));
      for (let column = 0; column < header.length; ++column) {
        const asked = rows.map((row) => (row[column]?.match(/<\w+ [\w.]+>/g) ?? []).join()).filter((one) => one !== '');
        expect(new Set(asked).size, `${id}: ${header[column]}`).toBeLessThanOrEqual(1);
      }
    }
  }
});

test('every language gives the same verdicts in the same order, and the same sources', () => {
  for (const pattern of [/^::: (verdict \w+|said|measure|found|note|figure \S+)/gm, /\[@[\w-]+\]/g, /\]\([?#][^)]*\)/g]) {
    const [first, ...others] = languages.map((language) => [...everything(language).matchAll(pattern)].map(([whole]) => whole));
    for (const other of others) expect(other).toEqual(first);
  }
});

test('every source that is cited is listed, and every listed one is cited', () => {
  const listed = (JSON.parse(read('sources.json')) as { id: string }[]).map(({ id }) => id);
  const cited = [...everything('en').matchAll(/\[@([\w-]+)\]/g)].map(([, id]) => id as string);
  expect([...new Set(cited)].sort()).toEqual([...listed].sort());
});

test('links inside the article lead to a section', () => {
  const ids = sections.map(({ id }) => id);
  for (const [, hash] of everything('zh-Hant').matchAll(/\]\([^)#]*#([\w-]+)\)/g)) expect(ids).toContain(hash);
});

test('the light and dark colours are the same whether the system or the reader chose them', () => {
  const css = readFileSync(new URL('../../web/figures/tokens.css', import.meta.url), 'utf8');
  const declarations = (block: string | undefined) => (block ?? '').match(/--[\w-]+: [^;]+|color-scheme: \w+/g);
  const bySystem = /prefers-color-scheme: dark\)[^{]*\{[^{]*\{([^}]*)\}/.exec(css)?.[1];
  const byReader = /:root\[data-theme='dark'\] \{([^}]*)\}/.exec(css)?.[1];
  expect(declarations(bySystem)?.length).toBe(17);
  expect(declarations(byReader)).toEqual(declarations(bySystem));
});
