// Keys of a figure's sentences begin with the figure's name; on their way to the page they are without it.
import type { StringTable } from '../figures/strings.ts';

const prefixOf = (table: string): string => table.replace(/^figures\//, '');
const renamed = (sentences: StringTable, name: (key: string) => string): StringTable => Object.fromEntries(Object.entries(sentences).map(([key, text]) => [name(key), text]));

/** `saturation.title` of the table `figures/saturation` becomes `.title`; other keys stay. */
export const shortKeys = (table: string, sentences: StringTable): StringTable => renamed(sentences, (key) => (key.startsWith(`${prefixOf(table)}.`) ? key.slice(prefixOf(table).length) : key));

export const wholeKeys = (table: string, sentences: StringTable): StringTable => renamed(sentences, (key) => (key.startsWith('.') ? prefixOf(table) + key : key));
