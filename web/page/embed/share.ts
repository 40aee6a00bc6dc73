// The part behind a figure's last line: fetched when a reader wants to share, embed or export.
import { withoutLitNames } from './lit_names.ts';

const takeBack = withoutLitNames();
void import('../../figures/share/dialog.ts').then((dialog) => {
  takeBack();
  globalThis.sqrtDk?.put('share', dialog);
});
