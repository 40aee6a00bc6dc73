// Stored results of dk-invariance by the real engine; invariance.test.ts holds them against it.
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type Quantity } from '../../../web/figures/invariance/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/invariance/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { StoredStates } from './typed_json.ts';

export interface InvarianceState {
  params: Params;
  quantity: Quantity;
}

export const INVARIANCE_STATES: Readonly<Record<string, InvarianceState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-invariance']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, quantity: readOptions(OPTION_TABLE, (key) => options?.[key] ?? null).values.quantity }]),
);

type Stored = { state: StateResult; curve: CurveResult };
const states = new StoredStates<Stored>('invariance');
export const storedInvariance = (name: string): Stored => states.get(name);
export const storeInvariance = (results: Record<string, Stored>): void => states.put(results);
