// Stored results of dk-overflow by the real engine; overflow.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
import { OPTION_TABLE, type OverflowOptions } from '../../../web/figures/overflow/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/overflow/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { pack, unpack } from './typed_json.ts';

export interface OverflowState {
  params: Params;
  options: OverflowOptions;
}

export const optionsOf = (given: Record<string, string> = {}): OverflowOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;

const state = (given: Record<string, string> = {}, params: Partial<Params> = {}): OverflowState => ({ params: { ...DEFAULTS, ...params }, options: optionsOf(given) });

export const OVERFLOW_STATES: Readonly<Record<string, OverflowState>> = {
  standard: state(),
  naive_unscaled: state({}, { divisor: '1', keyCount: 512 }),
  stable_unscaled: state({ algorithm: 'maxSubtracted' }, { divisor: '1', keyCount: 512 }),
  raw: state({ algorithm: 'maxSubtracted', 'entry-std': '64', row: 'forties' }, { keyCount: 64 }),
  raw_cured: state({ algorithm: 'maxSubtracted', 'entry-std': '64', order: 'beforeOnQuery', row: 'forties' }, { keyCount: 64 }),
  float32_hundred: state({ format: 'float32', row: 'typed', logits: '100 10 10' }),
  bfloat16: state({ format: 'bfloat16', row: 'typed', logits: '88.6 88.6 1' }, { headDim: 1024, divisor: '1' }),
  float64: state({ format: 'float64', row: 'typed', logits: '710 10 10' }, { headDim: 4096, divisor: 1e-6, keyCount: 64 }),
  smallest: state({ order: 'beforeOnQuery' }, { headDim: 1, keyCount: 2, divisor: 1e-6 }),
};

const file = path('tests/web/results/overflow.json');
type Stored = Record<string, { state: StateResult; curve: CurveResult }>;
let known: Stored | undefined;

/** What a view needs of a row of n scores is among the shown keys: nothing longer than a curve is stored. */
export const storedOverflow = (name: string): Stored[string] => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Stored)[name]!;

export function storeOverflow(results: Stored): void {
  writeFileSync(file, `{\n${Object.entries(results).map(([name, one]) => `"${name}": ${JSON.stringify(one, pack)}`).join(',\n')}\n}\n`);
  known = undefined;
}
