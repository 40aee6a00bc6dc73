// The program of one of the figures that come as a script of their own (LATER in vite.scripts.ts): it joins the house that the second script has opened.
import load from 'virtual:later-figure';
import { provideHouse, served, type House } from '../../figures/services.ts';
import { withoutLitNames } from './lit_names.ts';

const takeBack = withoutLitNames();
void globalThis.sqrtDk?.load('house').then(async (house) => {
  provideHouse(house as House);
  (house as House).onServed?.(served);
  await load();
  takeBack();
});
takeBack();
