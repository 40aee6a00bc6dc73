// Knowledge points one way (docs/architecture.md): every include and import of src/ and web/ is looked at, and an arrow that runs backwards fails here.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { path } from './support/content.ts';
import { trackedFiles } from './support/tracked.ts';

/** What each place may know besides itself. A new folder needs a line here, and one in docs/architecture.md. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  'src/kernels': [],
  'src/core': ['src/kernels'],
  'src/programs': ['src/core'],
  'src/bindings': ['src/core'],
  'web/engine': [],
  'web/inspector': ['web/engine'],
  'web/state': [],
  // Files of web/figures itself and the folders that figures share; then a figure's own folder, whichever it is.
  'web/figures': ['web/state', 'web/engine', 'web/figures/controls', 'web/figures/share'],
  'web/figures/controls': ['web/state', 'web/figures'],
  'web/figures/share': ['web/state', 'web/engine', 'web/figures'],
  'web/figures/*': ['web/state', 'web/engine', 'web/inspector', 'web/figures', 'web/figures/controls', 'web/figures/share'],
  'web/content': [],
  'web/page': ['*'],
  'web/package': ['*'],
};
/** The lists of figures: the only files of web/figures that name single ones. */
const LISTS = ['web/figures/registry.ts', 'web/figures/study.ts', 'web/figures/stills.ts', 'web/figures/gallery.ts'];

const sources = trackedFiles().filter((file) => /^(src|web)\/.*\.(cpp|h|ts|mjs|js)$/.test(file));
/** Builds at web/'s own root (Vite's settings and the like) stand outside the layers. */
const inLayers = sources.filter((file) => file.split('/').length > 2);

function placeOf(file: string): string {
  const [top = '', folder = '', name = '', more] = file.split('/');
  const figure = folder === 'figures' && more !== undefined;
  return figure ? `${top}/${folder}/${name}` : `${top}/${folder}`;
}

const rulesOf = (place: string): readonly string[] | undefined => MAY_KNOW[place] ?? (place.startsWith('web/figures/') ? MAY_KNOW['web/figures/*'] : undefined);

/** The files that a file names, and anything else that it imports, by its name. */
function known(file: string): string[] {
  const text = readFileSync(path(file), 'utf8');
  if (file.startsWith('src/')) return [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name = '']) => `src/${name}`);
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => (name.startsWith('.') ? normalize(join(dirname(file), name.replace(/\?.*/, ''))) : name));
}

const arrows = inLayers.flatMap((file) => known(file).filter((name) => /^(src|web)\//.test(name)).map((to) => ({ file, to })));

describe('knowledge points one way', () => {
  it('every folder has its place among the layers', () => {
    expect(arrows.length).toBeGreaterThan(500);
    expect([...new Set(inLayers.map(placeOf))].filter((place) => !rulesOf(place))).toEqual([]);
  });

  it('no include and no import runs backwards', () => {
    const backwards = arrows.filter(({ file, to }) => {
      const [from, target] = [placeOf(file), placeOf(to)];
      const may = rulesOf(from) ?? [];
      return from !== target && !may.includes('*') && !may.includes(target) && !LISTS.includes(file);
    });
    expect(backwards.map(({ file, to }) => `${file} knows ${to}`)).toEqual([]);
  });

  it('every file that is named is there', () => {
    const all = new Set(trackedFiles());
    expect(arrows.filter(({ to }) => !all.has(to)).map(({ file, to }) => `${file}: ${to}`)).toEqual([]);
  });

  it('only the bindings include Emscripten’s headers, and mathematics neither prints nor throws', () => {
    const text = (file: string): string => readFileSync(path(file), 'utf8').replace(/\/\/.*$/gm, '');
    const layer = (...places: string[]): string[] => sources.filter((file) => places.includes(placeOf(file)));
    expect(layer('src/kernels', 'src/core', 'src/programs').filter((file) => /#include <emscripten/.test(text(file)))).toEqual([]);
    expect(layer('src/kernels', 'src/core').filter((file) => /\bthrow\b|#include <(iostream|cstdio|fstream|thread)>/.test(text(file)))).toEqual([]);
  });

  it('of the page’s TypeScript, only the engine knows WebAssembly', () => {
    const others = inLayers.filter((file) => /^web\/(state|figures|inspector)\//.test(file));
    expect(others.filter((file) => /\bWebAssembly\.|@wasm\/|virtual:wasm/.test(readFileSync(path(file), 'utf8')))).toEqual([]);
  });

  it('queries and views are pure: they import no store, no element and no page', () => {
    const pure = inLayers.filter((file) => /^web\/figures\/\w+\/(query|view|layout\w*|caption|readouts|picture|still)\.ts$/.test(file));
    expect(pure.length).toBeGreaterThan(40);
    expect(pure.flatMap((file) => known(file).filter((to) => /state\/(store|queries|url)\.ts$|\/dk_\w+\.ts$|figure_element\.ts$/.test(to)).map((to) => `${file} knows ${to}`))).toEqual([]);
  });

  it('content holds prose and sentences, no script', () => {
    expect(trackedFiles().filter((file) => file.startsWith('web/content/') && !/\.(md|json)$/.test(file))).toEqual([]);
  });
});
