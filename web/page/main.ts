import 'virtual:katex.css';
import '../figures/tokens.css';
import './page.css';
import './head.css';
import './article.css';
import { startDrag } from './drag.ts';
import { startLanguage } from './language.ts';
import { startStateLinks } from './state_links.ts';
import { startTheme } from './theme.ts';
import type { StringTable } from '../figures/strings.ts';

const tables = import.meta.glob<StringTable>(['../content/*/figures.json', '../content/*/errors.json', '../content/*/figures/*.json'], { import: 'default' });

/** A table of sentences in the page's language. */
function table(name: string): Promise<StringTable> {
  const load = tables[`../content/${document.documentElement.lang}/${name}.json`];
  if (!load) throw new Error(`no ${name} in ${document.documentElement.lang}`);
  return load();
}

async function startFigures(): Promise<() => void> {
  const [figures, strings, errors] = await Promise.all([import('../figures/start.ts'), table('figures'), table('errors')]);
  return figures.startFigures({
    lang: document.documentElement.lang, strings, errors,
    figureStrings: (name) => table(`figures/${name}`),
    didNotArrive: (figure) => tell('.without-figure', figure),
  }).flushAddress;
}

/** Says in the place of every figure (or of one) why it is still. */
function tell(reason: string, within: ParentNode = document): void {
  for (const sentence of within.querySelectorAll<HTMLElement>(reason)) sentence.hidden = false;
}

let flushAddress = (): void => undefined;
const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) startTheme(theme);
startLanguage(document.querySelectorAll<HTMLAnchorElement>('a.language'), () => flushAddress());

if (typeof WebAssembly === 'undefined') {
  // Lockdown mode and some policies forbid it: the text stays whole, and the place of each figure says why it is still.
  tell('.without-webassembly');
} else {
  void startFigures().then((flush) => {
    flushAddress = flush;
    void import('../figures/bar/dk_bar.ts').then(({ startBar }) => startBar(document));
    startStateLinks(document.querySelectorAll<HTMLAnchorElement>('main a[href^="?"]'), flush);
  }, () => tell('.without-figure'));
}

startDrag(document);
