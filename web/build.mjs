// Builds everything that stands in web/dist: the site's pages, the scripts for other people's pages, the frames, the single file, and the packed files beside them.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds one script of vite.scripts.ts; answers the names of the files. */
async function script(mode, define = {}) {
  const result = await build({ configFile: here('./vite.scripts.ts'), mode, define });
  return [result].flat().flatMap(({ output }) => output.map(({ fileName }) => fileName));
}

if (!process.argv.includes('--scripts')) await build({ configFile: here('./vite.config.ts') });
const figures = await script('figures');
const parts = Object.fromEntries(figures.filter((name) => name.includes('/embed-')).map((name) => [/embed-(.*)-[\w-]{8}\.js$/.exec(name)[1], name]));
await script('loader', { __PARTS__: JSON.stringify(parts) });
await script('frame');
