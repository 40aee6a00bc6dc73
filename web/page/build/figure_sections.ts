import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sections } from './sections.ts';

/** From the element's name to the section that it stands in, as the article has it. */
export function sectionsOfFigures(content: string): Record<string, string> {
  // The opening figure stands before the first section, under the head.
  const places = [{ file: 'opening', id: 'top' }, ...sections.map(({ id }) => ({ file: id, id }))];
  return Object.fromEntries(places.flatMap(({ file, id }) =>
    [...readFileSync(join(content, 'zh-Hant', `${file}.md`), 'utf8').matchAll(/^:::\s+figure\s+(dk-[\w-]+)/gm)].map(([, tag = '']) => [tag, id] as const)).reverse());
}

export function figureSections(content: string): Plugin {
  const id = 'virtual:figure-sections';
  return {
    name: 'sqrt-dk-figure-sections',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(sectionsOfFigures(content))};` : undefined),
  };
}
