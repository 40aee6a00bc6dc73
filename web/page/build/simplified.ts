import { readFileSync } from 'node:fs';
import { ConverterFactory } from 'opencc-js/core';
import { from, to } from 'opencc-js/preset/t2cn';

/** Turns Taiwan's Chinese into the mainland's. Latin text, digits and `{placeholders}` pass unchanged. */
export type Convert = (text: string) => string;

/** Every term of the list with what it becomes, whatever group it stands in. */
export function termsOf(file: string): [taiwan: string, mainland: string][] {
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>).flatMap((group) => Object.entries(group));
}

/**
 * OpenCC's words and characters with this project's terms before them; the longest match wins. A gloss for readers of the mainland's
 * terms, 變異數（方差）, is left out where it would only repeat the word before it.
 */
export function simplifier(terms: readonly (readonly [string, string])[]): Convert {
  const [taiwan = []] = from['twp'] ?? [];
  const convert = ConverterFactory([terms as [string, string][], ...taiwan], ...(to['cn'] ?? []));
  return (text) => withoutEchoes(convert(text));
}

/** Characters alone, no words: what this would still change is not Simplified Chinese. */
export const simplifiedCharacters: Convert = ConverterFactory(...(to['cn'] ?? []));

/** 方差（方差） → 方差, also where emphasis ends between the two. */
export const withoutEchoes = (text: string): string => text.replace(/(\p{Script=Han}{2,})((?:<\/\w+>|\*\*)?)（\1）/gu, '$1$2');

/** Converts the text of HTML and leaves tags with their attributes as they are; addresses that name the language are the exception. */
export const convertHtml = (html: string, convert: Convert): string =>
  withoutEchoes(html.split(/(<\/?[a-z][^>]*>)/).map((part, i) => (i % 2 === 0 ? convert(part) : part.replace('deed.zh-hant', 'deed.zh-hans'))).join(''));

/** Converts every string inside a JSON value; keys stay. */
export function convertValues<T>(value: T, convert: Convert): T {
  if (typeof value === 'string') return convertHtml(value, convert) as T;
  if (Array.isArray(value)) return value.map((one) => convertValues(one, convert)) as T;
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, convertValues(one, convert)])) as T;
  return value;
}
