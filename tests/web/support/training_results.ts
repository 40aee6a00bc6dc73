// Races of the real engine, stored, so that the view can be looked at without it; training_results.test.ts holds them against the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { recipeOf, TRAINING_OPTIONS, type RaceResult, type Recipe, type TrainingOptions } from '../../../web/figures/training/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { path } from './content.ts';

const defaults: TrainingOptions = readOptions(TRAINING_OPTIONS, () => null).values;
export const recipe = (changes: Partial<TrainingOptions> = {}, seed = 1): Recipe => recipeOf({ ...defaults, ...changes }, seed);

export const RECIPES: Readonly<Record<string, Recipe>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-training']).map(([name, { options }]) => [name, recipeOf(readOptions(TRAINING_OPTIONS, (option) => options?.[option] ?? null).values, 1)]),
);

const file = path('tests/web/results/training.json');

/** A race is twenty thousand numbers: their bytes, compressed, keep every bit, NaN and infinity too. */
const pack = (_key: string, value: unknown): unknown => {
  if (!(value instanceof Float32Array || value instanceof Float64Array || value instanceof Int32Array)) return value;
  const bytes = deflateSync(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), { level: 9 });
  return { kind: value.constructor.name, bytes: bytes.toString('base64') };
};

const KINDS = { Float32Array, Float64Array, Int32Array };
const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  const { kind, bytes } = value as { kind: keyof typeof KINDS; bytes: string };
  return new KINDS[kind](Uint8Array.from(inflateSync(Buffer.from(bytes, 'base64'))).buffer);
};

let known: Record<string, RaceResult> | undefined;

export const stored = (name: string): RaceResult => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Record<string, RaceResult>)[name]!;

export function store(results: Readonly<Record<string, RaceResult>>): void {
  writeFileSync(file, `${JSON.stringify(results, pack, 1)}\n`);
  known = undefined;
}
