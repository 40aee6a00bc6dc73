import './styles.ts';
import './head.css';
import { startArrival } from './arrival.ts';
import { startDrag } from './drag.ts';
import { startOffline } from './offline/register.ts';
import { siteHere } from './site.ts';
import { startLanguage } from './language.ts';
import { startPageFigures } from './page_figures.ts';
import { startPlace } from './place.ts';
import { startStateLinks } from './state_links.ts';
import { tell } from './still_reason.ts';
import { startTheme } from './theme.ts';

let flushAddress = (): void => undefined;
const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) startTheme(theme);
const contents = document.querySelector<HTMLElement>('nav.contents');
const place = contents && startPlace([...document.querySelectorAll<HTMLElement>('main section[id]')], contents);
startLanguage(document.querySelectorAll<HTMLAnchorElement>('a.language'), () => {
  flushAddress();
  place?.flush();
});

if (typeof WebAssembly === 'undefined') {
  // Lockdown mode and some policies forbid it: the text stays whole, and the place of each figure says why it is still.
  tell('.without-webassembly');
} else {
  const start = (): void => void startPageFigures((figure, again) => tell('.without-figure', figure, again)).then((started) => {
    flushAddress = started.flushAddress;
    // A teacher's link says itself which controls there are.
    if (!new URLSearchParams(location.search).has('controls')) void import('../figures/bar/dk_bar.ts').then(({ startBar }) => startBar(document));
    startStateLinks(document.querySelectorAll<HTMLAnchorElement>('main a[href^="?"]'), flushAddress);
  }, () => tell('.without-figure', document, start));
  start();
}

if (contents) void import('./progress_panel.ts').then(({ startProgress }) => startProgress(contents, () => flushAddress()), () => undefined);
startDrag(document);
startArrival(document);
startOffline(siteHere().root);
