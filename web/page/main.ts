import '../figures/tokens.css';
import './page.css';
import './article.css';
import 'virtual:katex.css';
import { startLanguage } from './language.ts';
import { startTheme } from './theme.ts';

const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) startTheme(theme);
startLanguage(document.querySelectorAll<HTMLAnchorElement>('a.language'));

if (typeof WebAssembly === 'undefined') {
  // Lockdown mode and some policies forbid it: the text stays whole, and the place of each figure says why it is still.
  for (const reason of document.querySelectorAll<HTMLElement>('.without-webassembly')) reason.hidden = false;
} else {
  void import('../figures/index.ts');
}
