import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

/** Programs a little smaller than what Vite's own minifier makes of them (2 KB of 100 after brotli). */
export const TERSER = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, keep_fargs: false },
  format: { comments: false },
} satisfies MinifyOptions;

/** A program as small as those of the build. */
export const smallest = async (code: string, options: MinifyOptions = {}): Promise<string> => (await minify(code, { ...TERSER, ...options })).code ?? code;

/** Vite lays a worker's program out again after its minifier, with all its spaces (540 bytes after brotli): this has the last word. */
export function smallWorker(): Plugin {
  return {
    name: 'sqrt-dk-small-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const one of Object.values(bundle)) if (one.type === 'chunk') one.code = await smallest(one.code);
      },
    },
  };
}
