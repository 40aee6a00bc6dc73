import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { Content } from './content.ts';
import { languages } from './languages.ts';
import { packed } from './packed_engine.ts';

export const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Elements that are not embedded elsewhere (figures/study.ts). */
const AT_HOME = /^figures\/(predict|challenge|bug-hunt)$/;

/** All sentences of a language that embeds need, table by table. */
export async function sentencesIn(content: Content): Promise<unknown[]> {
  return Promise.all((await content.sentenceTables()).filter((name) => !AT_HOME.test(name)).map((name) => content.json(name)));
}

/** Beside the second script: sentences, a script a language, and the scalar module for browsers without SIMD. */
export function embedParts({ content, wasm }: { content: string; wasm: string }): Plugin {
  return {
    name: 'sqrt-dk-embed-parts',
    async generateBundle() {
      const put = (name: string, value: unknown): void => {
        const source = `sqrtDk.put(${JSON.stringify(name)},${JSON.stringify(value)});\n`;
        this.emitFile({ type: 'asset', fileName: `assets/embed-${name}-${hashOf(source)}.js`, source });
      };
      for (const language of languages) put(`strings-${language.tag}`, await sentencesIn(new Content(content, language)));
      put('scalar', packed(wasm, 'scalar', true));
    },
  };
}
