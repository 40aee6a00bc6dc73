// Builds everything that stands in web/dist: the site's pages, the scripts for other people's pages, the frames, the single file, the service worker.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { singleFile } from './page/build/single_file.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dist = here('./dist');

/** Builds one script of vite.scripts.ts; answers its files. */
async function script(mode, { define = {}, write = true } = {}) {
  const result = await build({ configFile: here('./vite.scripts.ts'), mode, define, build: { write } });
  return [result].flat().flatMap(({ output }) => output);
}

if (!process.argv.includes('--scripts')) await build({ configFile: here('./vite.config.ts') });
const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 12);

// What the site's pages need, before the scripts for other pages come beside it.
const own = ['', 'en/', 'zh-hans/', 'practice/', 'en/practice/', 'zh-hans/practice/', ...readdirSync(here('./dist/assets')).filter((name) => !/^(embed-|frame-)/.test(name)).map((name) => `assets/${name}`)];

const figures = [...(await script('figures')), ...(await script('share')), ...(await script('later'))].map(({ fileName }) => fileName);
const parts = Object.fromEntries(figures.filter((name) => name.includes('/embed-')).map((name) => [/embed-(.*)-[\w-]{8}\.js$/.exec(name)[1], name]));
await script('loader', { define: { __PARTS__: JSON.stringify(parts) } });
await script('frame');

const [single] = await script('single', { write: false });
writeFileSync(here('./dist/sqrt-dk.html'), singleFile(dist, { 'zh-Hant': '', 'zh-Hans': 'zh-hans', en: 'en' }, single.code));

const files = own.sort();
const version = hashOf(files.map((name) => name + hashOf(readFileSync(`${dist}/${name.endsWith('/') || name === '' ? `${name}index.html` : name}`))).join());
writeFileSync(here('./dist/sw.js'), readFileSync(here('./page/offline/worker.js'), 'utf8').replace("/* version */ ''", JSON.stringify(version)).replace('/* files */ []', JSON.stringify(files)));
