// What is measured of one head. Scores and weights come from the engine, block by block; sums are kept in double. A generator: it yields what
// the engine is to compute, takes its answer, and returns the report, so that a worker, a page or a test can stand between.
import type { AttentionForward, AttentionForwardRequest } from '../engine/protocol_attention.ts';
import type { FormatSoftmax, FormatSoftmaxRequest } from '../engine/protocol_formats.ts';
import { InspectionProblem } from './problem.ts';
import { RowSums, type Sums } from './row_sums.ts';
import { Shades, type Picture } from './shades.ts';

export type Ask = { operation: 'attentionForward'; request: AttentionForwardRequest } | { operation: 'formatSoftmax'; request: FormatSoftmaxRequest };
export type Answer = AttentionForward | FormatSoftmax;

/** Weights of one call of the engine, and of one head: of a longer head, evenly chosen rows are measured. */
export const BLOCK_CELLS = 2 ** 20;
export const HEAD_CELLS = 2 ** 24;

export interface Numbers {
  label: string;
  /** q: rows × headDim, k: keys × headDim; or the logits: rows × keys, −∞ where a key is masked. */
  data: { query: Float32Array; key: Float32Array; headDim: number } | { logits: Float32Array };
  /** Which rows of the head these are, and how many it has. */
  rows: readonly number[] | undefined;
  rowCount: number;
  rowsOfHead: number;
  keys: number;
}

export interface Settings {
  /** √d_k (and 1 for logits), or a number. */
  divisor: 'root' | number;
  causal: boolean;
  /** Whether a picture of the weights is wanted. */
  picture: boolean;
}

/** Spread and kinship of the entries of q and k. */
export interface EntryReport {
  queryMean: number;
  queryStd: number;
  keyMean: number;
  keyStd: number;
  /** Correlation of q and k, coordinate by coordinate, over all pairs. */
  correlation: number;
  /** Spread of the logits that entries of this size would have were they independent: s_q s_k √d_k / c. */
  independentSigma: number;
}

export interface HeadReport extends Sums {
  label: string;
  headDim: number | undefined;
  rowsOfHead: number;
  rows: number;
  keys: number;
  causal: boolean;
  divisor: number;
  /** c / √d_k; of logits alone unknown. */
  alpha: number | undefined;
  entries: EntryReport | undefined;
  /** Spread of the logits within rows; NaN where no row has two keys. */
  sigma: number;
  /** The divisor that would give σ = 1: c σ. */
  unitDivisor: number;
}

export interface Measured {
  report: HeadReport;
  picture: Picture | undefined;
}

/** Which rows are measured: all, or evenly spread ones. */
export function chosenRows(rows: number, keys: number): number[] | undefined {
  const most = Math.max(1, Math.floor(HEAD_CELLS / keys));
  return rows <= most ? undefined : Array.from({ length: most }, (_, i) => Math.floor(((i + 0.5) * rows) / most));
}

export function divisorFor(rule: Settings['divisor'], headDim: number | undefined): number {
  return rule === 'root' ? Math.sqrt(headDim ?? 1) : rule;
}

export function* measureHead(numbers: Numbers, settings: Settings): Generator<Ask, Measured, Answer> {
  const { data, keys, rowCount, label } = numbers;
  const headDim = 'headDim' in data ? data.headDim : undefined;
  const divisor = divisorFor(settings.divisor, headDim);
  if (!(divisor >= 1e-9 && divisor <= 1e9)) throw new InspectionProblem('divisor', { given: divisor });
  const sums = new RowSums(keys);
  const shades = settings.picture ? new Shades(rowCount, keys) : undefined;
  const perBlock = Math.max(1, Math.floor(BLOCK_CELLS / keys));
  /** How many keys a row sees: the last query sees all, the one before all but one, and so on. */
  const seenBy = (row: number): number => (settings.causal ? Math.max(0, Math.min(keys, (numbers.rows?.[row] ?? row) + 1 + keys - numbers.rowsOfHead)) : keys);
  for (let from = 0; from < rowCount; from += perBlock) {
    const count = Math.min(perBlock, rowCount - from);
    const seen = Int32Array.from({ length: count }, (_, i) => seenBy(from + i));
    if ('logits' in data) {
      const logits = blockOfLogits(data.logits, from, count, keys, seen, divisor);
      const { weights } = (yield { operation: 'formatSoftmax', request: { logits: { rows: count, columns: keys, data: logits }, format: 'float64', algorithm: 'maxSubtracted', sum: 'wide' } }) as FormatSoftmax;
      sums.add(data.logits.subarray(from * keys, (from + count) * keys), weights.data, seen, true);
      shades?.add(from, weights.data, seen);
    } else {
      const allow = settings.causal ? { allow: { rows: count, columns: keys, data: allowed(seen, keys) }, mask: 'allow' as const } : {};
      const query = { rows: count, columns: data.headDim, data: data.query.slice(from * data.headDim, (from + count) * data.headDim) };
      const answer = (yield { operation: 'attentionForward', request: { query, key: { rows: keys, columns: data.headDim, data: data.key }, divisor, wantScores: true, wantWeights: true, wantOutput: false, ...allow } }) as AttentionForward;
      sums.add(answer.scores.data, answer.weights.data, seen, false);
      shades?.add(from, answer.weights.data, seen);
    }
  }
  const total = sums.total();
  if (total.rowsSeen === 0) throw new InspectionProblem('no_visible_key', { head: label });
  const sigma = total.rowStd / divisor;
  const report: HeadReport = {
    ...total, label, headDim, rowsOfHead: numbers.rowsOfHead, rows: rowCount, keys, causal: settings.causal, divisor, alpha: headDim === undefined ? undefined : divisor / Math.sqrt(headDim),
    entries: 'query' in data ? entriesOf(data.query, data.key, data.headDim, divisor) : undefined, sigma, unitDivisor: divisor * sigma,
  };
  return { report, picture: shades?.picture() };
}

function blockOfLogits(logits: Float32Array, from: number, count: number, keys: number, seen: Int32Array, divisor: number): Float64Array {
  const block = new Float64Array(count * keys);
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j < keys; j += 1) block[i * keys + j] = j < seen[i]! ? logits[(from + i) * keys + j]! / divisor : Number.NEGATIVE_INFINITY;
  return block;
}

function allowed(seen: Int32Array, keys: number): Uint8Array {
  const allow = new Uint8Array(seen.length * keys);
  seen.forEach((count, row) => allow.fill(1, row * keys, row * keys + count));
  return allow;
}

export function entriesOf(query: Float32Array, key: Float32Array, headDim: number, divisor: number): EntryReport {
  const [q, k] = [entriesSummary(query, headDim), entriesSummary(key, headDim)];
  let product = 0;
  for (let c = 0; c < headDim; c += 1) product += (q.columnMeans[c]! - q.mean) * (k.columnMeans[c]! - k.mean);
  const spreads = q.std * k.std;
  return { queryMean: q.mean, queryStd: q.std, keyMean: k.mean, keyStd: k.std, correlation: spreads > 0 ? product / headDim / spreads : Number.NaN, independentSigma: (spreads * Math.sqrt(headDim)) / divisor };
}

function entriesSummary(values: Float32Array, headDim: number): { mean: number; std: number; columnMeans: Float64Array } {
  const columnMeans = new Float64Array(headDim);
  const rows = values.length / headDim;
  for (let i = 0; i < values.length; i += 1) columnMeans[i % headDim]! += values[i]!;
  let mean = 0;
  for (let c = 0; c < headDim; c += 1) {
    columnMeans[c]! /= rows;
    mean += columnMeans[c]! / headDim;
  }
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, std: Math.sqrt(squares / values.length), columnMeans };
}
