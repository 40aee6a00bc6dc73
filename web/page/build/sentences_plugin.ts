import type { Plugin } from 'vite';
import { shortKeys } from '../short_keys.ts';
import { Content } from './content.ts';
import { languages } from './languages.ts';

const TABLES = 'virtual:sentences';
/** One table of one language: `virtual:sentences/zh-Hans/figures/saturation`. */
const ONE = /^virtual:sentences\/([\w-]+)\/([\w/-]+)$/;

/** Serves the figures' sentences to the page: a map from `language/name` to the way to get that table, each a file of its own. */
export function sentences(root: string): Plugin {
  const contents = new Map(languages.map((language) => [language.tag, new Content(root, language)]));
  return {
    name: 'sqrt-dk-sentences',
    resolveId: (id) => (id === TABLES || ONE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${TABLES}`)) return undefined;
      const [, tag, name] = ONE.exec(id.slice(1)) ?? [];
      if (tag !== undefined && name !== undefined) {
        const content = contents.get(tag) as Content;
        this.addWatchFile(content.path(`${name}.json`));
        return `export default ${JSON.stringify(shortKeys(name, await content.json(name)))};`;
      }
      const lines = await Promise.all([...contents].map(async ([language, content]) =>
        (await content.sentenceTables()).map((table) => `${JSON.stringify(`${language}/${table}`)}: () => import(${JSON.stringify(`${TABLES}/${language}/${table}`)}),`)));
      return `export default {\n${lines.flat().join('\n')}\n};`;
    },
  };
}
