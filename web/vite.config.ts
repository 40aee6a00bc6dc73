// A page a language (Traditional Chinese at /, Simplified at /zh-hans/, English at /en/), rendered from Markdown at build; every address relative, no request leaves the origin.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { article } from './page/build/article_plugin.ts';
import { chunks } from './page/build/chunks.ts';
import { sentences } from './page/build/sentences_plugin.ts';
import { smallWorker, TERSER } from './page/build/terser.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

export default defineConfig({
  root: here('.'),
  base: './',
  appType: 'mpa',
  publicDir: false,
  resolve: { alias: { '@wasm': here('../build/wasm') } },
  plugins: [article({ root: here('.'), content: here('./content'), wasm: here('../build/wasm') }), sentences(here('.'), here('./content'))],
  define: { __VERSION__: JSON.stringify(version) },
  worker: { format: 'es', plugins: () => [smallWorker()] },
  server: { fs: { allow: [here('.'), here('../build/wasm')] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: 'terser',
    terserOptions: TERSER,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: chunks(here('.')),
      input: { 'zh-Hant': here('./index.html'), 'zh-Hans': here('./zh-hans/index.html'), en: here('./en/index.html'), gallery: here('./gallery/index.html'),
        'practice-zh-Hant': here('./practice/index.html'), 'practice-zh-Hans': here('./zh-hans/practice/index.html'), 'practice-en': here('./en/practice/index.html'),
      },
    },
  },
});
