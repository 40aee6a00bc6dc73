// The sliders of d_k and n: a parameter's slider from the table of parameters.
import { RANGES, type Params } from '../../state/params.ts';
import { SYMBOLS } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Actions } from './actions.ts';
import type { Slider } from './slider.ts';

const MARKS = { headDim: [1, 8, 64, 512, 4096], keyCount: [2, 16, 128, 1024, 4096] } as const;
const SYMBOL = { headDim: 'dk', keyCount: 'n' } as const;

export type SizeKey = keyof typeof MARKS;

export function paramSlider(key: SizeKey, uid: string, params: Params, actions: Actions, strings: Strings): Slider {
  const name = strings.text(`param.${key}`);
  return {
    id: `${uid}-${RANGES[key].name}`, name: RANGES[key].name, symbol: SYMBOLS[SYMBOL[key]]!, gloss: strings.text(`param.${key}.gloss`),
    fieldLabel: strings.text('param.field', { name }), value: params[key], now: () => actions.now()[key], min: RANGES[key].min, max: RANGES[key].max, marks: MARKS[key],
    markLabel: (value) => strings.text('param.set', { name, value }), spoken: String(params[key]),
    move: (value) => actions.move({ [key]: value }), choose: (value) => actions.choose({ [key]: value }), type: (text) => actions.type(key, text), rest: actions.rest,
  };
}
