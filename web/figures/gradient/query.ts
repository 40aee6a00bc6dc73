// From the reader's parameters to what the engine is asked: pure functions. Sample sizes count exponentials and numbers drawn, so digits never depend on the machine.
import type { EngineClient } from '../../engine/engine.ts';
import type { GradientLimits, GradientStatistics, GradientStatisticsRequest, NormDistribution, PlantedKey, PlantedKeyRequest } from '../../engine/protocol_gradients.ts';
import type { OptionTable } from '../../state/options.ts';
import { alphaOf, type Params } from '../../state/params.ts';
import { octaves, placeAmong } from '../divisor_axis.ts';

/** Whose gradient is drawn. */
export const GRADIENTS = ['query', 'key', 'scores', 'value'] as const;
export type Gradient = (typeof GRADIENTS)[number];

export const GRADIENT_OPTIONS = { of: { kind: 'choice', values: GRADIENTS, default: 'query' } } as const satisfies OptionTable;

export type Pace = 'resting' | 'moving';

/** Exponentials of one request to the engine, at most: so that it answers in about a third of a second, and other figures get their turn in between. */
export const MOST_WORK = 3e6;

/** The α that the engine measures, and those that it has a theory of. */
export const MEASURABLE = { min: 1e-6, max: 1e6 } as const;
export const KNOWN = { min: 2 ** -12, max: 2 ** 12 } as const;

/** Above these numbers drawn, rows come from the exact law given q. */
const STATE_BUDGET = { resting: 1e7, moving: 5e5 } as const;
const CURVE_BUDGET = { resting: 2.5e6, moving: 4e5 } as const;

const within = (value: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)));

/** Rows for the divisor in force. */
export const stateRows = (keyCount: number, pace: Pace): number => (pace === 'resting' ? within(4e6 / keyCount, 1000, 4000) : within(2e5 / keyCount, 60, 1000));
/** Rows for each point of the curves. */
export const curveRows = (keyCount: number, pace: Pace): number => (pace === 'resting' ? within(6.4e5 / keyCount, 1000, 4000) : within(3e4 / keyCount, 24, 200));
/** Rows with a planted key: for the divisor in force, and for each point of the curve. */
export const plantedRows = (keyCount: number, pace: Pace): number => (pace === 'resting' ? within(2e6 / keyCount, 500, 2000) : within(1e5 / keyCount, 40, 400));
const plantedCurveRows = (keyCount: number, pace: Pace): number => (pace === 'resting' ? within(5e5 / keyCount, 120, 1000) : within(2e4 / keyCount, 20, 100));

/** Rows whose gradients come back one by one, at each point of the curve. */
export const STRIP_ROWS = { resting: 200, moving: 60 } as const;

/** Measured points: two an octave, one where many keys make them dear, or while a finger moves. */
export const measuredAlphas = (keyCount: number, pace: Pace): Float64Array => octaves(pace === 'resting' && keyCount <= 1024 ? 2 : 1);
export const THEORY_ALPHAS = octaves(2);
export const PLANTED_ALPHAS = octaves(1);

/** What belongs to the divisor in force; the second α is the root's, on the same rows. */
export interface StateRequest {
  pace: Pace;
  statistics: GradientStatisticsRequest;
  planted: PlantedKeyRequest;
  /** The α whose theory is asked: that of the divisor, or the nearest one of which theory speaks. */
  known: number;
}

/** What belongs to the whole axis; does not depend on the divisor. */
export interface CurveRequest {
  pace: Pace;
  statistics: GradientStatisticsRequest;
  planted: PlantedKeyRequest;
}

export interface StateResult {
  alpha: number;
  /** Index 0: the divisor in force; 1: √d_k. Without the strip of single rows, of which only what follows is kept. */
  statistics: Omit<GradientStatistics, 'strip'>;
  /** 99 % quantile of |dQ|, and the standard error of its root mean square. */
  p99: number[];
  rmsError: number[];
  planted: PlantedKey;
  limits: GradientLimits;
  /** Whether the limits are those of this very divisor. */
  known: boolean;
}

export interface CurveResult {
  keyCount: number;
  alphas: Float64Array;
  statistics: GradientStatistics;
  planted: PlantedKey;
  /** At THEORY_ALPHAS. */
  limits: GradientLimits;
}

/** The α that is measured: the reader's, held within what the engine measures. */
export const measuredAlpha = (params: Params): number => Math.min(MEASURABLE.max, Math.max(MEASURABLE.min, alphaOf(params)));

export function queryState(params: Params, pace: Pace): StateRequest {
  const { headDim, keyCount, seed } = params;
  const alpha = measuredAlpha(params);
  const rows = stateRows(keyCount, pace);
  return {
    pace,
    statistics: { headDim, keyCount, seed, alphas: Float64Array.of(alpha, 1), rows, budget: STATE_BUDGET[pace], stripRows: rows },
    planted: { headDim, keyCount, seed, alphas: Float64Array.of(alpha), rows: plantedRows(keyCount, pace) },
    known: Math.min(KNOWN.max, Math.max(KNOWN.min, alpha)),
  };
}

export function queryCurve(params: Params, pace: Pace): CurveRequest {
  const { headDim, keyCount, seed } = params;
  return {
    pace,
    statistics: { headDim, keyCount, seed, alphas: measuredAlphas(keyCount, pace), rows: curveRows(keyCount, pace), budget: CURVE_BUDGET[pace], stripRows: STRIP_ROWS[pace] },
    planted: { headDim, keyCount, seed, alphas: PLANTED_ALPHAS, rows: plantedCurveRows(keyCount, pace) },
  };
}

export const stateKey = ({ pace, statistics }: StateRequest): string => [pace, statistics.headDim, statistics.keyCount, statistics.seed, statistics.alphas[0]].join(' ');
export const curveKey = ({ pace, statistics }: CurveRequest): string => [pace, statistics.headDim, statistics.keyCount, statistics.seed].join(' ');

/** Cuts a request's α into pieces of at most MOST_WORK exponentials. A row's numbers don't depend on α, so the pieces are those of the whole. */
export function pieces<Request extends { alphas: Float64Array; rows: number; keyCount: number }>(request: Request): Request[] {
  const each = Math.max(1, Math.floor(MOST_WORK / (request.rows * request.keyCount)));
  return Array.from({ length: Math.ceil(request.alphas.length / each) }, (_, i) => ({ ...request, alphas: request.alphas.slice(i * each, (i + 1) * each) }));
}

const NORMS = ['gradQuery', 'gradKey', 'gradScores', 'weightNorm', 'jacobianTrace', 'jacobianFro'] as const;
const MOMENTS = ['mean', 'error', 'median', 'p999', 'largest', 'meanSquare'] as const;

const end = (parts: readonly Float64Array[]): Float64Array => Float64Array.from(parts.flatMap((part) => [...part]));

export function joinedStatistics(parts: readonly GradientStatistics[]): GradientStatistics {
  const [first] = parts;
  if (!first || parts.length === 1) return first!;
  const joined = (norm: (typeof NORMS)[number]): NormDistribution => Object.fromEntries(MOMENTS.map((moment) => [moment, end(parts.map((part) => part[norm][moment]))])) as unknown as NormDistribution;
  const data = new Float32Array(parts.reduce((sum, { strip }) => sum + strip.data.length, 0));
  let at = 0;
  for (const { strip } of parts) {
    data.set(strip.data, at);
    at += strip.data.length;
  }
  return {
    drawn: first.drawn, rows: first.rows, topShare: end(parts.map(({ topShare }) => topShare)),
    strip: { rows: parts.reduce((sum, { strip }) => sum + strip.rows, 0), columns: first.strip.columns, data },
    ...(Object.fromEntries(NORMS.map((norm) => [norm, joined(norm)])) as Record<(typeof NORMS)[number], NormDistribution>),
  };
}

const joinedPlanted = (parts: readonly PlantedKey[]): PlantedKey => ({
  weight: end(parts.map(({ weight }) => weight)), error: end(parts.map(({ error }) => error)), accuracy: parts[0]!.accuracy,
});

/** Thrown where nobody wants the rest any more. */
export class Unwanted extends Error {}

async function inPieces<Request, Part>(requests: readonly Request[], call: (request: Request) => Promise<Part>, wanted: () => boolean): Promise<Part[]> {
  const parts: Part[] = [];
  for (const request of requests) {
    if (!wanted()) throw new Unwanted();
    parts.push(await call(request));
  }
  return parts;
}

const always = (): boolean => true;

export async function runState(engine: EngineClient, request: StateRequest, wanted = always): Promise<StateResult> {
  const statistics = joinedStatistics(await inPieces(pieces(request.statistics), (piece) => engine.call('gradientStatistics', piece), wanted));
  const [planted, limits] = await Promise.all([
    engine.call('plantedKey', request.planted),
    engine.call('gradientLimits', { keyCount: request.statistics.keyCount, alphas: Float64Array.of(request.known) }),
  ]);
  const { strip, ...kept } = statistics;
  const rows = Array.from({ length: strip.rows }, (_, i) => stripAt(statistics, i));
  const alpha = request.statistics.alphas[0]!;
  return { alpha, known: alpha === request.known, statistics: kept, p99: rows.map((row) => quantile(row, 0.99)), rmsError: rows.map(rmsError), planted, limits };
}

export async function runCurve(engine: EngineClient, request: CurveRequest, wanted = always): Promise<CurveResult> {
  const limits = await engine.call('gradientLimits', { keyCount: request.statistics.keyCount, alphas: THEORY_ALPHAS });
  const statistics = joinedStatistics(await inPieces(pieces(request.statistics), (piece) => engine.call('gradientStatistics', piece), wanted));
  const planted = joinedPlanted(await inPieces(pieces(request.planted), (piece) => engine.call('plantedKey', piece), wanted));
  const { alphas, keyCount } = request.statistics;
  return { keyCount, alphas, statistics, planted, limits };
}

/** How the chosen gradient is spread over rows. */
export const normOf = (statistics: Omit<GradientStatistics, 'strip'>, of: Gradient): NormDistribution =>
  ({ query: statistics.gradQuery, key: statistics.gradKey, scores: statistics.gradScores, value: statistics.weightNorm })[of];

/** The root of its mean square in theory (d_k → ∞), at every α of the limits. */
export function rmsOf(limits: GradientLimits, of: Gradient): Float64Array {
  if (of === 'scores') return limits.jacobianRms;
  return of === 'value' ? limits.jacobianTrace.map((trace) => Math.sqrt(Math.max(0, 1 - trace))) : limits.rmsGradQuery;
}

/** One row of the strip: |dQ| of single rows at one α. */
export const stripAt = ({ strip }: Pick<GradientStatistics, 'strip'>, index: number): Float32Array => strip.data.subarray(index * strip.columns, (index + 1) * strip.columns);

/** The quantile of a level between 0 and 1, neighbours taken in proportion. */
export function quantile(values: Float32Array, level: number): number {
  const sorted = Float32Array.from(values).sort();
  const position = level * (sorted.length - 1);
  const low = sorted[Math.floor(position)] ?? 0;
  return low + ((sorted[Math.ceil(position)] ?? low) - low) * (position - Math.floor(position));
}

/** The root of the mean square of single rows, and its standard error. */
export function rmsError(values: Float32Array): number {
  let mean = 0, spread = 0, count = 0;
  for (const value of values) {
    const delta = value * value - mean;
    mean += delta / ++count;
    spread += delta * (value * value - mean);
  }
  return count > 1 && mean > 0 ? Math.sqrt(spread / (count - 1) / count) / (2 * Math.sqrt(mean)) : 0;
}

const SMALLEST = 1e-320;

/** Reads a series over octave steps at any α, linearly in the logarithms of both; beyond the axis, its end. */
export function seriesAt(values: Float64Array, alpha: number): number {
  const { index, share } = placeAmong(values.length, Math.log2(alpha));
  const [low, high] = [values[index], values[index + 1]].map((value) => Math.log(Math.max(value ?? 0, SMALLEST))) as [number, number];
  return Math.exp(low + (high - low) * share);
}
