import type { Plugin } from 'vite';
import { Content } from './content.ts';
import { sentencesIn } from './embed_parts.ts';
import { languages } from './languages.ts';

/** From a language to the way to get all its tables at once. */
export function sentencesByLanguage(root: string): Plugin {
  const all = 'virtual:sentences-by-language';
  return {
    name: 'sqrt-dk-sentences-by-language',
    resolveId: (id) => (id.startsWith(all) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${all}`) return `export default {${languages.map(({ tag }) => `${JSON.stringify(tag)}: () => import(${JSON.stringify(`${all}/${tag}`)})`).join()}};`;
      const language = languages.find(({ tag }) => id === `\0${all}/${tag}`);
      return language && `export default ${JSON.stringify(await sentencesIn(new Content(root, language)))};`;
    },
  };
}
