// Stored results of dk-overflow by the real engine; overflow.test.ts holds them against it.
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type OverflowOptions } from '../../../web/figures/overflow/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/overflow/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { StoredStates } from './typed_json.ts';

export interface OverflowState {
  params: Params;
  options: OverflowOptions;
}

export const optionsOf = (given: Readonly<Record<string, string>> = {}): OverflowOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;

export const OVERFLOW_STATES: Readonly<Record<string, OverflowState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-overflow']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, options: optionsOf(options) }]),
);

type Stored = { state: StateResult; curve: CurveResult };
const states = new StoredStates<Stored>('overflow');
/** What a view needs of a row of n scores is among the shown keys: nothing longer than a curve is stored. */
export const storedOverflow = (name: string): Stored => states.get(name);
export const storeOverflow = (results: Record<string, Stored>): void => states.put(results);
