import 'virtual:katex.css';
import tables from 'virtual:sentences';
import '../figures/tokens.css';
import './page.css';
import './head.css';
import './article.css';
// Still pictures are dressed before any figure's program is there.
import '../figures/figure.css';
import { startDrag } from './drag.ts';
import { startOffline } from './offline/register.ts';
import { siteHere } from './site.ts';
import { startLanguage } from './language.ts';
import { startPlace } from './place.ts';
import { startStateLinks } from './state_links.ts';
import { startTheme } from './theme.ts';
import type { StringTable } from '../figures/strings.ts';

import.meta.glob('../figures/*/*.css', { eager: true });

/** A table of sentences in the page's language. */
async function table(name: string): Promise<StringTable> {
  const load = tables[`${document.documentElement.lang}/${name}`];
  if (!load) throw new Error(`no ${name} in ${document.documentElement.lang}`);
  return (await load()).default;
}

async function startFigures(): Promise<() => void> {
  const [figures, { createEngine }, strings, errors] = await Promise.all([import('../figures/start.ts'), import('../engine/browser.ts'), table('figures'), table('errors')]);
  const simd = new URLSearchParams(location.search).get('simd') === 'off' ? 'off' : 'auto';
  return figures.startFigures({
    engine: createEngine({ simd }),
    lang: document.documentElement.lang, strings, errors,
    figureStrings: (name) => table(`figures/${name}`),
    didNotArrive: (figure) => tell('.without-figure', figure),
    site,
  }).flushAddress;
}

/** Says in the place of every figure (or of one) why it is still. */
function tell(reason: string, within: ParentNode = document): void {
  for (const sentence of within.querySelectorAll<HTMLElement>(reason)) sentence.hidden = false;
}

const site = siteHere();
let flushAddress = (): void => undefined;
const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) startTheme(theme);
const contents = document.querySelector('nav.contents');
const place = contents && startPlace([...document.querySelectorAll<HTMLElement>('main section[id]')], contents);
startLanguage(document.querySelectorAll<HTMLAnchorElement>('a.language'), () => {
  flushAddress();
  place?.flush();
});

if (typeof WebAssembly === 'undefined') {
  // Lockdown mode and some policies forbid it: the text stays whole, and the place of each figure says why it is still.
  tell('.without-webassembly');
} else {
  void startFigures().then((flush) => {
    flushAddress = flush;
    // A teacher's link says itself which controls there are.
    if (!new URLSearchParams(location.search).has('controls')) void import('../figures/bar/dk_bar.ts').then(({ startBar }) => startBar(document));
    startStateLinks(document.querySelectorAll<HTMLAnchorElement>('main a[href^="?"]'), flush);
  }, () => tell('.without-figure'));
}

startDrag(document);
startOffline(site.root);
