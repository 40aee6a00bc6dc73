import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Strings, type StringTable } from '../../../web/figures/strings.ts';
import { languages as pageLanguages } from '../../../web/page/build/languages.ts';
import { convertValues, simplifier, termsOf } from '../../../web/page/build/simplified.ts';

/** The languages that are written by hand. */
export const languages = ['zh-Hant', 'en'] as const;
/** Those, and the one that is made from the first. */
export const allLanguages = [...languages, 'zh-Hans'] as const;
export type Language = (typeof allLanguages)[number];

export const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

export const TERMS = path('web/content/zh-Hans/terms.json');
export const toSimplified = simplifier(termsOf(TERMS));

/** The language that a generated one is made from; the others stand for themselves. */
const writtenAs = (language: Language): string => pageLanguages.find(({ tag }) => tag === language)?.generatedFrom ?? language;

/** A JSON file of a language's content, without its extension; generated ones are made here as the build makes them. */
export function contentJson<T>(language: Language, name: string): T {
  const written = writtenAs(language);
  const value = JSON.parse(readFileSync(path(`web/content/${written}/${name}.json`), 'utf8')) as T;
  return written === language ? value : convertValues(value, toSimplified);
}

export const table = (language: Language, name: 'figures' | 'errors'): StringTable => contentJson(language, name);

/** The sentences of single figures, one table a figure. */
export function figureTables(language: Language): { name: string; table: StringTable }[] {
  const names = readdirSync(path(`web/content/${writtenAs(language)}/figures`)).sort().map((file) => file.replace(/\.json$/, ''));
  return names.map((name) => ({ name, table: contentJson(language, `figures/${name}`) }));
}

export const stringsIn = (language: Language): Strings =>
  new Strings(language, table(language, 'figures'), table(language, 'errors'), ...figureTables(language).map((figure) => figure.table));

/** Where script/build leaves the modules. */
export const WASM = path('build/wasm');
