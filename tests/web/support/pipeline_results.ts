// Stored results of dk-pipeline by the real engine; pipeline.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type PipelineOptions } from '../../../web/figures/pipeline/options.ts';
import type { PipelineResult } from '../../../web/figures/pipeline/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';

export interface PipelineState {
  params: Params;
  options: PipelineOptions;
}

export const optionsOf = (given: Record<string, string> = {}): PipelineOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;

export const PIPELINE_STATES: Readonly<Record<string, PipelineState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-pipeline']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, options: optionsOf(options) }]),
);

const TYPES = { Float32Array, Float64Array, Uint8Array, Uint32Array } as const;
const file = (name: string): string => path(`tests/web/results/pipeline_${name}.json`);

/** JSON knows no typed arrays and no −∞ (the logsumexp of a row that sees nothing). */
const pack = (_key: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? { type: value.constructor.name, values: Array.from(value as Float64Array, (x) => (Number.isFinite(x) ? x : String(x))) } : value;

const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type, values } = value as { type: keyof typeof TYPES; values: (number | string)[] };
  return TYPES[type].from(values.map(Number));
};

export const storedPipeline = (name: string): PipelineResult => JSON.parse(readFileSync(file(name), 'utf8'), unpack) as PipelineResult;
export const storePipeline = (name: string, result: PipelineResult): void => writeFileSync(file(name), `${JSON.stringify(result, pack)}\n`);
