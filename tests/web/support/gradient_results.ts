// Gradients by the real engine, stored, so that the view can be looked at without it; gradient_results.test.ts holds them against the engine.
import { GALLERY, paramsOf, type GalleryState } from '../../../web/figures/gallery.ts';
import type { CurveResult, StateResult } from '../../../web/figures/gradient/query.ts';
import type { Params } from '../../../web/state/params.ts';
import { StoredStates } from './typed_json.ts';

export interface StoredGradient {
  state: StateResult;
  curve: CurveResult;
}

export const GRADIENT_STATES: Readonly<Record<string, Params>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-gradient']).map(([name, state]) => [name, paramsOf(state)]),
);

const states = new StoredStates<StoredGradient>('gradient');
export const stored = (name: string): StoredGradient => states.get(name);
export const store = (results: Readonly<Record<string, StoredGradient>>): void => states.put(results);
