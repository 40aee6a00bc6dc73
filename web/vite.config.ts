// A page a language (Traditional Chinese at /, Simplified at /zh-hans/, English at /en/), rendered from Markdown at build; every address relative, no request leaves the origin.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { article } from './page/build/article_plugin.ts';
import { sentences } from './page/build/sentences_plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

/** Whether a module is fetched when a page starts: what all figures stand on, the opening figure and the bar. The rest comes with the first other figure. */
const starts = /node_modules\/(?:@lit|lit)|\/web\/(?:state|engine)\/|\/web\/figures\/(?:start|services|strings|registry|figure_element|parts|math|opening|bar|controls)\b/;

/**
 * What is fetched together is one file: figures share much of what they are written with, and brotli finds it only within a file
 * (all of them in one are 20 KB smaller than one by one).
 */
const groups = [
  { name: 'styles', priority: 4, test: /\.css(?:$|\?)/ },
  { name: 'start', priority: 3, test: starts },
  { name: 'figures', priority: 2, test: /\/web\/figures\/(?!gallery|share\/(?!row))[^?]*\.ts|node_modules\/d3-/ },
  { name: (id: string) => /virtual:sentences\/([\w-]+)\/figures\/(?!opening|bar)/.exec(id)?.[1]?.replace(/^/, 'sentences_') ?? null, priority: 1, test: /virtual:sentences\// },
];

export default defineConfig({
  root: here('.'),
  base: './',
  appType: 'mpa',
  publicDir: false,
  resolve: { alias: { '@wasm': here('../build/wasm') } },
  plugins: [article({ root: here('.'), content: here('./content'), wasm: here('../build/wasm') }), sentences(here('./content'))],
  define: { __VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
  server: { fs: { allow: [here('.'), here('../build/wasm')] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups } },
      input: { 'zh-Hant': here('./index.html'), 'zh-Hans': here('./zh-hans/index.html'), en: here('./en/index.html'), gallery: here('./gallery/index.html') },
    },
  },
});
