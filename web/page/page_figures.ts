// Starts the figures of a page, with the sentences of the page's language.
import tables from 'virtual:sentences';
import { wholeKeys } from './short_keys.ts';
import { siteHere } from './site.ts';
import type { StartOptions, Started } from '../figures/start.ts';
import type { StringTable } from '../figures/strings.ts';

/** A table of sentences in the page's language. */
async function table(name: string): Promise<StringTable> {
  const load = tables[`${document.documentElement.lang}/${name}`];
  if (!load) throw new Error(`no ${name} in ${document.documentElement.lang}`);
  return wholeKeys(name, (await load()).default);
}

export async function startPageFigures(didNotArrive: StartOptions['didNotArrive']): Promise<Started> {
  // The first figure's sentences set out with the shared ones: it should compute while the head is read.
  table('figures/opening').catch(() => undefined);
  const [figures, { createEngine }, strings, errors] = await Promise.all([import('../figures/start.ts'), import('../engine/browser.ts'), table('figures'), table('errors')]);
  const engine = createEngine({ simd: new URLSearchParams(location.search).get('simd') === 'off' ? 'off' : 'auto' });
  return figures.startFigures({ engine, site: siteHere(), lang: document.documentElement.lang, strings, errors, figureStrings: (name) => table(`figures/${name}`), didNotArrive });
}
