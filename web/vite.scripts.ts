// The scripts that are no part of the site's pages, each one classic file that carries all it needs. `--mode` says which: figures · loader · frame · single.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { embedParts } from './page/build/embed_parts.ts';
import { figureSections } from './page/build/figure_sections.ts';
import { framePages } from './page/build/frame_pages.ts';
import { Content } from './page/build/content.ts';
import { languages } from './page/build/languages.ts';
import { packedEngine } from './page/build/packed_engine.ts';
import { sentences } from './page/build/sentences_plugin.ts';
import { figureTags, shadowCss } from './page/build/shadow_css.ts';
import { stylesByProperty } from './page/build/styles_by_property.ts';
import { TERSER } from './page/build/terser.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [root, content, wasm] = [here('.'), here('./content'), here('../build/wasm')];
const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

/** Figures that few embed and that are heavy: each a script of its own, fetched where such an element stands. */
const LATER = ['inspector'];

const kinds: Record<string, { entry: string; file: string; plugins: Plugin[] }> = {
  figures: { entry: 'page/embed/figures.ts', file: 'assets/embed-figures-[hash].js', plugins: [packedEngine({ root, wasm }), shadowCss(root), figureSections(content), stylesByProperty(), sharePart(), later(), embedParts({ content, wasm })] },
  share: { entry: 'page/embed/share.ts', file: 'assets/embed-share-[hash].js', plugins: [noSheets(), stylesByProperty()] },
  later: { entry: 'page/embed/later.ts', file: 'assets/embed-inspector-[hash].js', plugins: [packedEngine({ root, wasm }), noSheets(), stylesByProperty(), sharePart(), later('inspector')] },
  loader: { entry: 'page/embed/loader.ts', file: 'embed.js', plugins: [asciiOnly()] },
  // The page's own program, with the engine inside; its styles come from the built page.
  single: { entry: 'page/single/main.ts', file: 'single.js', plugins: [packedEngine({ root, wasm }), ownEngine(), sentences(root, content)] },
  frame: { entry: 'page/embed/frame.ts', file: 'assets/frame-[hash].js', plugins: [framePages({ root, content })] },
};

/** Takes the figures that come later out of the registry; for such a script itself, names the one that it is. */
function later(own?: string): Plugin {
  return {
    name: 'sqrt-dk-later',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:later-figure' ? `\0${id}` : undefined),
    load: (id) => (id === '\0virtual:later-figure' ? `export default () => import(${JSON.stringify(here(`./figures/${own}/dk_${own}.ts`))});` : undefined),
    transform: {
      filter: { id: /figures\/registry\.ts$/ },
      handler: (code) => LATER.reduce((text, name) => text.replace(new RegExp(`^.*'dk-${name}'.*\n`, 'm'), ''), code),
    },
  };
}

/** The figures' own imports of style sheets come to nothing: the second script has them all. */
function noSheets(): Plugin {
  return { name: 'sqrt-dk-no-sheets', enforce: 'pre', resolveId: (id) => (id.endsWith('.css') ? '\0no-css' : undefined), load: (id) => (id === '\0no-css' ? '' : undefined) };
}

/** In the second script: the share dialog is a part of its own. */
function sharePart(): Plugin {
  return { name: 'sqrt-dk-share-part', enforce: 'pre', resolveId: (id, from) => (id === './dialog.ts' && from?.endsWith('share/row.ts') ? here('./page/embed/share_part.ts') : undefined) };
}

/** For a page that is one file: the engine that is in the script in place of the one that is fetched, and no style sheets. */
function ownEngine(): Plugin {
  return {
    name: 'sqrt-dk-own-engine',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('engine/browser.ts') ? here('./engine/disk.ts') : id.endsWith('.css') ? '\0no-css' : undefined),
    load: (id) => (id === '\0no-css' ? '' : undefined),
  };
}

/** A classic script is read in its page's encoding, whatever that is; what has only ASCII reads the same in all. */
function asciiOnly(): Plugin {
  return {
    name: 'sqrt-dk-ascii',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') one.code = one.code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    },
  };
}

export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const kind = kinds[mode];
  if (!kind) throw new Error(`no such script: ${mode}`);
  const failed = Object.fromEntries(await Promise.all(languages.map(async (language) => [language.tag, ((await new Content(content, language).json<Record<string, string>>('errors'))['embed_failed'])] as const)));
  return {
    root,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '@wasm': wasm } },
    define: { __TAGS__: JSON.stringify(figureTags(root)), __FAILED__: JSON.stringify(failed), __VERSION__: JSON.stringify(version), __LATER__: JSON.stringify(LATER.map((name) => `dk-${name}`)), 'process.env.NODE_ENV': '"production"' },
    plugins: kind.plugins,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      // As a library: no helper that preloads what is all in here.
      lib: { entry: here(kind.entry), formats: ['iife'], name: 'sqrtDkScript' },
      minify: 'terser',
      terserOptions: TERSER,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { entryFileNames: kind.file, codeSplitting: false },
      },
    },
  };
});
