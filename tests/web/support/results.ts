// Results of the real engine, stored, so that views can be looked at without it; results.test.ts holds them against the engine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import type { CurveResult, StateResult } from '../../../web/figures/saturation/query.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';

export interface Stored {
  params: Params;
  state: StateResult;
  curve: CurveResult;
}

export const STATES: Readonly<Record<string, Params>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-saturation']).map(([name, { params }]) => [name, { ...DEFAULTS, ...params }]),
);

const file = (name: string): string => path(`tests/web/results/saturation_${name}.json`);

/** JSON knows no typed arrays and no infinity; none of the latter may come from the engine. */
const pack = (_key: string, value: unknown): unknown => {
  if (value instanceof Float32Array) return { float32: Array.from(value) };
  if (value instanceof Float64Array) return { float64: Array.from(value) };
  return value;
};

const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('float32' in value) return Float32Array.from(value.float32 as number[]);
  if ('float64' in value) return Float64Array.from(value.float64 as number[]);
  return value;
};

export const hasStored = (name: string): boolean => existsSync(file(name));

export function stored(name: string): Stored {
  const { state, curve } = JSON.parse(readFileSync(file(name), 'utf8'), unpack) as Omit<Stored, 'params'>;
  return { params: STATES[name]!, state, curve };
}

export function store(name: string, results: Omit<Stored, 'params'>): void {
  writeFileSync(file(name), `${JSON.stringify(results, pack)}\n`);
}
