// Stored results of dk-pipeline by the real engine; pipeline.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
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

const state = (given: Record<string, string>, params: Partial<Params> = {}): PipelineState => ({ params: { ...DEFAULTS, ...params }, options: optionsOf(given) });

export const PIPELINE_STATES: Readonly<Record<string, PipelineState>> = {
  standard: state({}),
  divided: state({ step: 'divide', divide: 'both' }),
  causal: state({ step: 'softmax', mask: 'causal', divide: 'folded' }),
  hidden_row: state({ step: 'softmax', mask: 'free', allow: '1111_0000_1011', divide: 'none' }),
  largest: state({ step: 'output', nq: '8', n: '8', width: '8', dv: '8', divide: 'rootmodel', v: '1 2 3_4 5 6' }, { seed: 7 }),
  smallest: state({ step: 'mask', nq: '1', n: '1', width: '1', dv: '1', mask: 'free', allow: '0', divide: 'one' }),
  extreme: state({ step: 'softmax', q: '100 -100_-100 100', k: '100 100_-100 100', nq: '2', n: '2', width: '2', divide: 'none' }),
};

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
