// Starts the figures of a page, with the sentences of the page's language.
import files, { lists } from 'virtual:sentences';
import { wholeKeys } from './short_keys.ts';
import { siteHere } from './site.ts';
import type { StartOptions, Started } from '../figures/start.ts';
import type { StringTable } from '../figures/strings.ts';

/** A table of sentences in the page's language. */
async function table(name: string): Promise<StringTable> {
  const load = files[`${document.documentElement.lang}/${lists[name]}`];
  if (!load) throw new Error(`no ${name} in ${document.documentElement.lang}`);
  return wholeKeys(name, (await load()).default[name] ?? {});
}

export async function startPageFigures(didNotArrive: StartOptions['didNotArrive']): Promise<Started> {
  const [figures, { createEngine }, strings, errors] = await Promise.all([import('../figures/start.ts'), import('../engine/browser.ts'), table('figures'), table('errors')]);
  const engine = createEngine({ simd: new URLSearchParams(location.search).get('simd') === 'off' ? 'off' : 'auto' });
  return figures.startFigures({ engine, site: siteHere(), lang: document.documentElement.lang, strings, errors, figureStrings: (name) => table(`figures/${name}`), didNotArrive });
}
