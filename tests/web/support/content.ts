import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Strings, type StringTable } from '../../../web/figures/strings.ts';

export const languages = ['zh-Hant', 'en'] as const;
export type Language = (typeof languages)[number];

export const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

export function table(language: Language, name: 'figures' | 'errors'): StringTable {
  return JSON.parse(readFileSync(path(`web/content/${language}/${name}.json`), 'utf8')) as StringTable;
}

/** The sentences of single figures, one table a figure. */
export function figureTables(language: Language): { name: string; table: StringTable }[] {
  const folder = path(`web/content/${language}/figures`);
  return readdirSync(folder).sort().map((file) => ({ name: file.replace(/\.json$/, ''), table: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as StringTable }));
}

export const stringsIn = (language: Language): Strings =>
  new Strings(language, table(language, 'figures'), table(language, 'errors'), ...figureTables(language).map((figure) => figure.table));

/** Where script/build leaves the modules. */
export const WASM = path('build/wasm');
