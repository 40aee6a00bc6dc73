// Gradients by the real engine, stored, so that the view can be looked at without it; gradient_results.test.ts holds them against the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { GALLERY, paramsOf, type GalleryState } from '../../../web/figures/gallery.ts';
import type { CurveResult, StateResult } from '../../../web/figures/gradient/query.ts';
import type { Params } from '../../../web/state/params.ts';
import { path } from './content.ts';

export interface StoredGradient {
  state: StateResult;
  curve: CurveResult;
}

export const GRADIENT_STATES: Readonly<Record<string, Params>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-gradient']).map(([name, state]) => [name, paramsOf(state)]),
);

const file = path('tests/web/results/gradient.json');
const KINDS = { Float32Array, Float64Array };

/** The bytes of an array, compressed, keep every bit. */
const pack = (_key: string, value: unknown): unknown => {
  if (!(value instanceof Float32Array || value instanceof Float64Array)) return value;
  return { kind: value.constructor.name, bytes: deflateSync(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), { level: 9 }).toString('base64') };
};

const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  const { kind, bytes } = value as { kind: keyof typeof KINDS; bytes: string };
  return new KINDS[kind](Uint8Array.from(inflateSync(Buffer.from(bytes, 'base64'))).buffer);
};

let known: Record<string, StoredGradient> | undefined;

export const stored = (name: string): StoredGradient => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Record<string, StoredGradient>)[name]!;

export function store(results: Readonly<Record<string, StoredGradient>>): void {
  writeFileSync(file, `${JSON.stringify(results, pack, 1)}\n`);
  known = undefined;
}
