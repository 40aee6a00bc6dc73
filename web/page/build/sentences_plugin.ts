import type { Plugin } from 'vite';
import { shortKeys } from '../short_keys.ts';
import { sentenceLists } from './chunks.ts';
import { Content } from './content.ts';
import { languages } from './languages.ts';

const TABLES = 'virtual:sentences';
/** What one language says in one file: `virtual:sentences/zh-Hans/body`. */
const ONE = /^virtual:sentences\/([\w-]+)\/([\w-]+)$/;

/** Serves the figures' sentences to the page: which file a table is in, and from `language/file` the way to get it with all its tables. */
export function sentences(root: string, content: string): Plugin {
  const contents = new Map(languages.map((language) => [language.tag, new Content(content, language)]));
  const listOf = sentenceLists(root);
  return {
    name: 'sqrt-dk-sentences',
    resolveId: (id) => (id === TABLES || ONE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${TABLES}`)) return undefined;
      const [, tag, list] = ONE.exec(id.slice(1)) ?? [];
      const words = contents.get(tag ?? 'zh-Hant') as Content;
      const tables = await words.sentenceTables();
      if (list === undefined) {
        const files = [...contents.keys()].flatMap((language) => [...new Set(tables.map(listOf))].map((name) => `${language}/${name}`));
        return `export const lists = ${JSON.stringify(Object.fromEntries(tables.map((table) => [table, listOf(table)])))};
export default {\n${files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`${TABLES}/${file}`)}),`).join('\n')}\n};`;
      }
      const own = tables.filter((table) => listOf(table) === list);
      for (const table of own) this.addWatchFile(words.path(`${table}.json`));
      return `export default ${JSON.stringify(Object.fromEntries(await Promise.all(own.map(async (table) => [table, shortKeys(table, await words.json(table))]))))};`;
    },
  };
}
