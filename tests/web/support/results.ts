// Results of the real engine, stored, so that views can be looked at without it; results.test.ts holds them against the engine.
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import type { CurveResult, StateResult } from '../../../web/figures/saturation/query.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { readStored, writeStored } from './typed_json.ts';

export interface Stored {
  params: Params;
  state: StateResult;
  curve: CurveResult;
}

export const STATES: Readonly<Record<string, Params>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-saturation']).map(([name, { params }]) => [name, { ...DEFAULTS, ...params }]),
);

const file = (name: string): string => path(`tests/web/results/saturation_${name}.json`);

export function stored(name: string): Stored {
  const { state, curve } = readStored<Omit<Stored, 'params'>>(file(name));
  return { params: STATES[name]!, state, curve };
}

export function store(name: string, results: Omit<Stored, 'params'>): void {
  writeStored(file(name), results);
}
