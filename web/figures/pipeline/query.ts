// From the reader's state to what the engine is asked, and back: pure functions. Every number but the entries themselves is the engine's.
import type { EngineClient } from '../../engine/engine.ts';
import type { AttentionForward, AttentionForwardRequest, DivisorPlacement, EngineMatrix } from '../../engine/protocol_attention.ts';
import type { DotProductSampleRequest } from '../../engine/protocol_dot_product.ts';
import { markValue, type Params } from '../../state/params.ts';
import { MOST, readAllow, readMatrix, type Rows } from './matrix_text.ts';
import { MATRICES, SHAPES, type Divide, type MatrixName, type PipelineOptions } from './options.ts';

export interface PipelineRequest {
  seed: number;
  headCount: number;
  options: Omit<PipelineOptions, 'step'>;
}

export interface PipelineResult {
  query: EngineMatrix;
  key: EngineMatrix;
  value: EngineMatrix;
  /** Scores and logits with nothing masked. */
  unmasked: AttentionForward;
  /** Masked: weights, output, logsumexp; the output's columns are those of V. */
  forward: AttentionForward;
  /** Each row's weights summed by the engine. */
  sums: Float32Array;
  /** 1 where a query may see a key. */
  allow: EngineMatrix<Uint8Array>;
  /** Largest difference between two weights, these and those of scores ÷ √d_k. */
  difference: number;
  /** The same against the V that the seed draws; undefined while V is that one. */
  valueChange: number | undefined;
}

export function queryPipeline(params: Params, options: PipelineOptions): PipelineRequest {
  const { step: _step, ...others } = options;
  return { seed: params.seed, headCount: params.headCount, options: others };
}

export const pipelineKey = (request: PipelineRequest): string => JSON.stringify(request);

/** A matrix's place among the drawn numbers; an entry stays the same whatever the sizes. */
const PLACE: Readonly<Record<MatrixName, number>> = { q: 0, k: MOST * MOST, v: 2 * MOST * MOST };
const DRAWN = MATRICES.length * MOST * MOST;

/**
 * The entries of Q, K and V. A dot product in 4096 dimensions divided by 64 is a normal number with variance 1 (section 3.4; its law is
 * within 0.00004 of the normal one), and the engine draws those by seed.
 */
export const drawRequest = (seed: number): DotProductSampleRequest => ({ headDim: 4096, divisor: 64, pairs: DRAWN, keep: DRAWN, bins: 0, seed });

/** One decimal, so that every product can be checked with pencil and paper. */
const tenth = (x: number): number => Math.round(x * 10) / 10 + 0;

/** One entry as the seed draws it. */
export const drawnEntry = (drawn: Float64Array, name: MatrixName, row: number, column: number): number => tenth(drawn[PLACE[name] + row * MOST + column] ?? 0);

/** A matrix as it is now: what the reader wrote, the seed's numbers elsewhere. */
export function matrixRows(name: MatrixName, options: Omit<PipelineOptions, 'step'>, drawn: Float64Array): Rows {
  const given = readMatrix(options[name]);
  const [rows, columns] = SHAPES[name];
  return Array.from({ length: options[rows] }, (_, i) => Array.from({ length: options[columns] }, (_, j) => given?.[i]?.[j] ?? drawnEntry(drawn, name, i, j)));
}

function packed(rows: Rows): EngineMatrix {
  return { rows: rows.length, columns: rows[0]?.length ?? 0, data: Float32Array.from(rows.flat()) };
}

/** V with a column of ones behind it: that column of the output is the sum of the weights. */
function withOnes(value: EngineMatrix): EngineMatrix {
  const columns = value.columns + 1;
  const data = new Float32Array(value.rows * columns).fill(1);
  for (let i = 0; i < value.rows; ++i) data.set(value.data.subarray(i * value.columns, (i + 1) * value.columns), i * columns);
  return { rows: value.rows, columns, data };
}

/** Parts the last column off. */
function withoutLast(matrix: EngineMatrix): { rest: EngineMatrix; last: Float32Array } {
  const columns = matrix.columns - 1;
  const row = (i: number): Float32Array => matrix.data.subarray(i * matrix.columns, (i + 1) * matrix.columns);
  const rest = new Float32Array(matrix.rows * columns);
  for (let i = 0; i < matrix.rows; ++i) rest.set(row(i).subarray(0, columns), i * columns);
  return { rest: { rows: matrix.rows, columns, data: rest }, last: Float32Array.from({ length: matrix.rows }, (_, i) => row(i)[columns] ?? 0) };
}

const PLACEMENTS: Readonly<Record<Divide, DivisorPlacement>> = { root: 'scores', none: 'scores', both: 'bothRoots', one: 'queryRoot', folded: 'query', rootmodel: 'scores' };

/** The divisor c where it isn't the engine's own √(columns of Q). */
function divisorIn(divide: Divide, headDim: number, headCount: number): { divisor?: number } {
  if (divide === 'none') return { divisor: 1 };
  return divide === 'rootmodel' ? { divisor: markValue('rootmodel', { headDim, headCount }) } : {};
}

/** Which keys each query may see. */
export function allowed({ mask, allow, nq, n }: Omit<PipelineOptions, 'step'>): boolean[][] {
  const all = readAllow('', nq, n)!;
  if (mask === 'none') return all;
  return mask === 'causal' ? all.map((row, i) => row.map((_, j) => j <= i)) : (readAllow(allow, nq, n) ?? all);
}

export interface PipelineCalls {
  unmasked: AttentionForwardRequest;
  forward: AttentionForwardRequest;
  usual: AttentionForwardRequest;
  otherValue: AttentionForwardRequest | undefined;
}

/** What `attentionForward` is asked, once the entries are known. */
export function pipelineCalls({ options, headCount }: PipelineRequest, drawn: Float64Array): PipelineCalls {
  const [query, key, value] = MATRICES.map((name) => packed(matrixRows(name, options, drawn))) as [EngineMatrix, EngineMatrix, EngineMatrix];
  const plain = { query, key, placement: PLACEMENTS[options.divide], ...divisorIn(options.divide, options.width, headCount) };
  const allow = { rows: options.nq, columns: options.n, data: Uint8Array.from(allowed(options).flat(), Number) };
  const mask = options.mask === 'free' ? ({ mask: 'allow', allow } as const) : ({ mask: options.mask } as const);
  const onlyWeights = { wantWeights: true, wantOutput: false } as const;
  const edited = readMatrix(options.v) !== undefined;
  return {
    unmasked: { ...plain, wantScores: true, wantLogits: true, wantWeights: false, wantOutput: false },
    forward: { ...plain, ...mask, value: withOnes(value), wantWeights: true, wantOutput: true, wantLogsumexp: true, wantMoments: true },
    usual: { query, key, ...mask, ...onlyWeights },
    // Asked with the seed's V, output and all: only so can "V changes no weight" come out false.
    otherValue: edited ? { ...plain, ...mask, value: withOnes(packed(matrixRows('v', { ...options, v: '' }, drawn))), wantOutput: true } : undefined,
  };
}

/** The largest difference between two results of one shape. */
function largestDifference(a: EngineMatrix, b: EngineMatrix): number {
  let largest = 0;
  for (const [i, x] of a.data.entries()) largest = Math.max(largest, Math.abs(x - (b.data[i] ?? 0)));
  return largest;
}

export async function runPipeline(engine: EngineClient, request: PipelineRequest, drawn: Float64Array): Promise<PipelineResult> {
  const calls = pipelineCalls(request, drawn);
  const [unmasked, forward, usual, other] = await Promise.all([
    engine.call('attentionForward', calls.unmasked),
    engine.call('attentionForward', calls.forward),
    engine.call('attentionForward', calls.usual),
    calls.otherValue && engine.call('attentionForward', calls.otherValue),
  ]);
  const { rest: output, last: sums } = withoutLast(forward.output);
  const { query, key } = calls.forward;
  return {
    query, key, value: withoutLast(calls.forward.value!).rest, unmasked, forward: { ...forward, output }, sums,
    allow: { rows: request.options.nq, columns: request.options.n, data: Uint8Array.from(allowed(request.options).flat(), Number) },
    difference: largestDifference(forward.weights, usual.weights),
    valueChange: other && largestDifference(forward.weights, other.weights),
  };
}

export const at = (matrix: EngineMatrix<Float32Array | Uint8Array>, row: number, column: number): number => matrix.data[row * matrix.columns + column] ?? 0;
