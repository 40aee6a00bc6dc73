// The practice page: exercises, and which of them are done.
import './styles.ts';
import './practice.css';
import '../figures/bug_hunt/bug_hunt.css';
import '../figures/challenge/challenge.css';
import { progress } from '../state/progress.ts';
import { startLanguage } from './language.ts';
import { startOffline } from './offline/register.ts';
import { startPageFigures } from './page_figures.ts';
import { startPracticeList } from './practice_list.ts';
import { siteHere } from './site.ts';
import { tell } from './still_reason.ts';
import { startTheme } from './theme.ts';

const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) startTheme(theme);
startLanguage(document.querySelectorAll<HTMLAnchorElement>('a.language'), () => undefined);
startPracticeList(document, progress);

if (typeof WebAssembly === 'undefined') tell('.without-webassembly');
else {
  const start = (): void => void startPageFigures((exercise, again) => tell('.without-figure', exercise, again)).catch(() => tell('.without-figure', document, start));
  start();
}
startOffline(siteHere().root);
