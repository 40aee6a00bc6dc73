// From the reader's parameters and assumptions to what the engine is asked: pure functions. Budgets count numbers drawn, so digits never depend on the machine.
import type { EngineClient } from '../../engine/engine.ts';
import type { DotProductLaw, DotProductLawRequest, DotProductRows, DotProductRowsRequest, DotProductSample, DotProductSampleRequest, EntryLaw } from '../../engine/protocol_dot_product.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';
import { divisorOf, type Params } from '../../state/params.ts';

export const ENTRY_LAWS = ['normal', 'uniform', 'sign', 'laplace', 'student5', 'student3'] as const satisfies readonly EntryLaw[];
/** Whether ρ binds one key to the query, or all of them. */
export const SCOPES = ['one', 'all'] as const;
export type Scope = (typeof SCOPES)[number];
/** Sample sizes with a chip of their own. */
export const PAIRS = [4, 100, 10_000, 100_000] as const;

export const DOT_PRODUCT_OPTIONS = {
  entries: { kind: 'choice', values: ENTRY_LAWS, default: 'normal' },
  mean: { kind: 'number', min: -2, max: 2, default: 0 },
  rho: { kind: 'number', min: -1, max: 1, default: 0 },
  scope: { kind: 'choice', values: SCOPES, default: 'one' },
  pairs: { kind: 'number', min: 4, max: 100_000, whole: true, default: 10_000 },
} as const satisfies OptionTable;
export type DotProductOptions = OptionValues<typeof DOT_PRODUCT_OPTIONS>;

export type Pace = 'resting' | 'moving';

/** Numbers that one request may draw; a pair is two vectors. */
const NUMBERS = { resting: 3e7, moving: 3e6 } as const;
/** The engine draws no more than this at once, and for some entries several normal numbers each. */
const MOST_NORMALS = 1e8;
const NORMALS_PER_ENTRY: Readonly<Record<EntryLaw, number>> = { normal: 1, uniform: 1, sign: 1, laplace: 4, student5: 6, student3: 4 };
/** Pairs that are drawn whatever the dimension, if the reader wants as many. */
const LEAST = { resting: 1000, moving: 300 } as const;
/** Numbers that the rows of one scope may take, and how many rows are wanted. */
const ROW_NUMBERS = { resting: 8e6, moving: 1e6 } as const;
const ROWS = { resting: 1000, moving: 100 } as const;
/** Fewer rows than this have no error bar worth the name: then a row has fewer keys instead. */
const FEWEST_ROWS = 32;

/** Up to this many pairs each is drawn as a dot of its own. */
export const DOTTED = 200;
export const BINS = 48;
/** The histogram reaches this many standard deviations to either side of the mean. */
export const REACH = 4.5;
/** Points at which the law is drawn. */
const CURVE_POINTS = 481;

export interface Spread {
  mean: number;
  sigma: number;
}

/** About where the logits lie, to choose the axis by: exact for normal entries, near enough for the others. */
export function spreadOf(params: Params, { mean, rho, entries }: DotProductOptions): Spread {
  const c = divisorOf(params);
  // With ρ the products q² of heavy-tailed entries spread more; the sign's do not spread at all.
  const square = { normal: 2, uniform: 0.8, sign: 0, laplace: 5, student5: 8, student3: 16 }[entries];
  const term = 1 + rho * rho * (square - 1) + 2 * mean * mean * (1 + rho);
  return { mean: (params.headDim * (mean * mean + rho)) / c, sigma: Math.sqrt(params.headDim * Math.max(term, 0.01)) / c };
}

/** Half the length of the axis: steps of four, so that within a step one sees the spread grow. */
export function axisOf({ mean, sigma }: Spread): number {
  const wanted = Math.abs(mean) + 4 * sigma;
  return 5 * 4 ** Math.ceil(Math.log(wanted / 5) / Math.log(4) - 1e-9);
}

export interface SampleRequest {
  pace: Pace;
  /** What the reader asked for; `sample.pairs` may be fewer. */
  wanted: number;
  axis: number;
  spread: Spread;
  sample: DotProductSampleRequest & { pairs: number; bins: number; histogramLow: number; histogramHigh: number };
  /** The first coordinates alone: a single term of the sum. */
  term: DotProductSampleRequest;
  /** For N(0, 1) entries, independent. */
  law: DotProductLawRequest & { x: Float64Array };
}

export interface SampleResult {
  sample: DotProductSample;
  term: DotProductSample;
  /** What is drawn and told of the exact law. */
  law: Pick<DotProductLaw, 'pdf' | 'ksDistance' | 'excessKurtosis'>;
}

export const isPlain = ({ entries, mean, rho }: DotProductOptions): boolean => entries === 'normal' && mean === 0 && rho === 0;

export function pairsOf(wanted: number, headDim: number, pace: Pace, entries: EntryLaw = 'normal'): number {
  const most = Math.floor(MOST_NORMALS / (2 * headDim * NORMALS_PER_ENTRY[entries]));
  return Math.min(wanted, most, Math.max(LEAST[pace], Math.floor(NUMBERS[pace] / (2 * headDim))));
}

export function querySample(params: Params, options: DotProductOptions, pace: Pace): SampleRequest {
  const { headDim, seed } = params;
  const { entries, mean, rho } = options;
  const divisor = divisorOf(params);
  const pairs = pairsOf(options.pairs, headDim, pace, entries);
  const assumptions = { entries, meanQuery: mean, meanKey: mean, correlation: rho };
  const spread = spreadOf(params, options);
  const axis = axisOf(spread);
  const low = spread.mean - REACH * spread.sigma;
  const high = spread.mean + REACH * spread.sigma;
  return {
    pace, wanted: options.pairs, axis, spread,
    sample: { ...assumptions, headDim, pairs, seed, divisor, comparedWith: 'normal', bins: BINS, histogramLow: low, histogramHigh: high, keep: pairs <= DOTTED ? pairs : 0 },
    term: { ...assumptions, headDim: 1, pairs, seed, divisor: 1, comparedWith: 'normal', bins: 0, keep: 0 },
    law: { headDim, divisor, x: Float64Array.from({ length: CURVE_POINTS }, (_, i) => (axis * (2 * i - (CURVE_POINTS - 1))) / (CURVE_POINTS - 1)) },
  };
}

export const sampleKey = ({ pace, wanted, sample: s }: SampleRequest): string => [pace, wanted, s.headDim, s.pairs, s.seed, s.divisor, s.entries, s.meanQuery, s.correlation].join(' ');

export async function runSample(engine: EngineClient, request: SampleRequest): Promise<SampleResult> {
  const [sample, term, law] = await Promise.all([engine.call('dotProductSample', request.sample), engine.call('dotProductSample', request.term), engine.call('dotProductLaw', request.law)]);
  const { pdf, ksDistance, excessKurtosis } = law;
  return { sample, term, law: { pdf, ksDistance, excessKurtosis } };
}

/** What softmax sees of a row: without any correlation, with one correlated key, with all. */
export interface RowsRequest {
  pace: Pace;
  none: DotProductRowsRequest & { rows: number; keyCount: number };
  one: DotProductRowsRequest | undefined;
  all: DotProductRowsRequest | undefined;
}

export interface RowsResult {
  rows: number;
  keyCount: number;
  none: DotProductRows;
  one: DotProductRows;
  all: DotProductRows;
}

export function queryRows(params: Params, { entries, mean, rho }: DotProductOptions, pace: Pace): RowsRequest {
  const { headDim, seed } = params;
  const numbers = ROW_NUMBERS[pace];
  const keyCount = Math.max(2, Math.min(params.keyCount, Math.floor(numbers / (FEWEST_ROWS * headDim)) - 1));
  const rows = Math.max(FEWEST_ROWS / 2, Math.min(ROWS[pace], Math.floor(numbers / ((keyCount + 1) * headDim))));
  const none = { entries, meanQuery: mean, meanKey: mean, correlation: 0, headDim, rows, keyCount, seed, divisor: divisorOf(params), allKeys: true };
  return { pace, none, one: rho === 0 ? undefined : { ...none, correlation: rho, allKeys: false }, all: rho === 0 ? undefined : { ...none, correlation: rho, allKeys: true } };
}

export const rowsKey = ({ pace, none: r, one }: RowsRequest): string => [pace, r.headDim, r.rows, r.keyCount, r.seed, r.divisor, r.entries, r.meanQuery, one?.correlation ?? 0].join(' ');

export async function runRows(engine: EngineClient, { none, one, all }: RowsRequest): Promise<RowsResult> {
  const base = await engine.call('dotProductRows', none);
  const first = one ? await engine.call('dotProductRows', one) : base;
  return { rows: none.rows, keyCount: none.keyCount, none: base, one: first, all: all ? await engine.call('dotProductRows', all) : base };
}
