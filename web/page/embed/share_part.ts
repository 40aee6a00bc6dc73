// In the second script in place of the dialog itself.
import type * as Dialog from '../../figures/share/dialog.ts';

export const openDialog: typeof Dialog.openDialog = (...all) => void globalThis.sqrtDk?.load('share').then((dialog) => (dialog as typeof Dialog).openDialog(...all), () => undefined);
