// From the reader's parameters to what the engine is asked. Budgets count numbers drawn, so digits never depend on the machine.
import type { EngineClient } from '../../engine/engine.ts';
import type { DotProductSample } from '../../engine/protocol_dot_product.ts';
import type { GradientStatistics } from '../../engine/protocol_gradients.ts';
import { divisorOf, type Params } from '../../state/params.ts';
import type { Quantity } from './options.ts';
import { ownOf, rulesOf, type OwnDivisor, type Rule, type RuleId } from './rules.ts';

/** d_k from 1 to 4096 on a logarithmic axis. */
export const OCTAVES = 12;

const dims = (perOctave: number): number[] => [...new Set(Array.from({ length: OCTAVES * perOctave + 1 }, (_, i) => Math.round(2 ** (i / perOctave))))];

export const THEORY_DIMS = { resting: dims(4), moving: dims(2) } as const;
export const MEASURED_DIMS = dims(1);
/** Gradients take longer to draw. */
export const GRADIENT_DIMS = MEASURED_DIMS.filter((_, i) => i % 2 === 0);
/** Whose densities lie over one another. */
export const DENSITY_DIMS = [8, 64, 512] as const;

/** Points of a density, in standard deviations; an even number, for at d_k = 1 the one in the middle would be infinite. */
export const DENSITY_POINTS = Float64Array.from({ length: 128 }, (_, i) => (i - 63.5) / 16);
/** Bins of the sample, in standard deviations. */
export const BINS = { bins: 24, low: -3.6, high: 3.6 } as const;

export type Pace = 'resting' | 'moving';

const SATURATION = { resting: { budget: 1e7, minRows: 1000, maxRows: 4000 }, moving: { budget: 1e6, minRows: 100, maxRows: 1000 } } as const;
const CURVE_SATURATION = { resting: { budget: 1e6, minRows: 100, maxRows: 400 }, moving: { budget: 2e5, minRows: 32, maxRows: 100 } } as const;
const GRADIENT_ROWS = { resting: { state: 1000, curve: 400, products: 1e5, least: 64, budget: 1e6 }, moving: { state: 100, curve: 50, products: 1e4, least: 16, budget: 1e5 } } as const;
const PAIRS = { resting: { numbers: 4e6, most: 20_000, least: 1000 }, moving: { numbers: 2e5, most: 2000, least: 200 } } as const;

export interface CurveRequest {
  pace: Pace;
  keyCount: number;
  seed: number;
  quantity: Quantity;
  own: OwnDivisor | undefined;
}

export interface StateRequest {
  pace: Pace;
  params: Params;
}

/** One entry a dimension; NaN where nothing is known. */
export interface RuleCurve {
  id: RuleId;
  theory: Float64Array;
  mean: Float64Array;
  error: Float64Array;
}

export interface CurveResult {
  theoryDims: readonly number[];
  measuredDims: readonly number[];
  rows: number;
  rules: RuleCurve[];
}

/** What is known exactly (or for large d_k), and what was measured. */
export interface Measured {
  theory: number;
  mean: number;
  error: number;
}

export type RuleState = { id: RuleId; divisor: number } & Record<Quantity, Measured>;

export interface StateResult {
  rules: RuleState[];
  rows: number;
  gradientRows: number;
  /** Density of score/√d_k at DENSITY_POINTS: of d_k itself, and of DENSITY_DIMS. */
  density: Float64Array;
  densities: Float64Array[];
  excessKurtosis: number;
  ksDistance: number;
  /** score/√d_k, drawn. */
  sample: DotProductSample;
  pairs: number;
  /** The largest weight that the reader's rule leaves at DENSITY_DIMS. */
  ends: number[];
}

export const queryCurve = (params: Params, quantity: Quantity, pace: Pace): CurveRequest => ({ pace, keyCount: params.keyCount, seed: params.seed, quantity, own: ownOf(params) });
export const queryState = (params: Params, pace: Pace): StateRequest => ({ pace, params });

export const curveKey = ({ pace, keyCount, seed, quantity, own }: CurveRequest): string => [pace, keyCount, seed, quantity, own?.divisor, own?.alpha, own?.headCount].join(' ');
export const stateKey = ({ pace, params }: StateRequest): string => [pace, ...Object.values(params)].join(' ');

/** Where the engine's limits of gradients are known. */
const limited = (alpha: number): boolean => Math.abs(Math.log2(alpha)) <= 12;
const drawable = (alpha: number): boolean => alpha >= 1e-6 && alpha <= 1e6;

const gradientRows = (rows: { products: number; least: number }, most: number, keyCount: number): number => Math.min(most, Math.max(rows.least, Math.round(rows.products / keyCount)));

/** Root mean square of the rows' |dQ| and its standard error, from the rows themselves: the mean square of n numbers x² has the error sd(x²)/√n. */
export function rootMeanSquare(values: ArrayLike<number>): { mean: number; error: number } {
  let mean = 0;
  let squares = 0;
  for (let i = 0; i < values.length; ++i) {
    const away = (values[i] ?? 0) ** 2 - mean;
    mean += away / (i + 1);
    squares += away * ((values[i] ?? 0) ** 2 - mean);
  }
  const root = Math.sqrt(mean);
  const error = values.length > 1 ? Math.sqrt(squares / (values.length - 1) / values.length) : 0;
  return { mean: root, error: root > 0 ? error / (2 * root) : 0 };
}

type Gradients = Record<'jacobianTrace' | 'gradQuery', { mean: number; error: number }>;
const NOTHING: Gradients = { jacobianTrace: { mean: Number.NaN, error: Number.NaN }, gradQuery: { mean: Number.NaN, error: Number.NaN } };

function gradientsAt({ jacobianTrace, strip }: GradientStatistics, i: number): Gradients {
  return { jacobianTrace: { mean: jacobianTrace.mean[i] ?? 0, error: jacobianTrace.error[i] ?? 0 }, gradQuery: rootMeanSquare(strip.data.subarray(i * strip.columns, (i + 1) * strip.columns)) };
}

/** Gradients of one d_k under several divisors; NaN where the engine draws none. */
async function drawGradients(engine: EngineClient, request: { headDim: number; keyCount: number; seed: number; divisors: readonly number[]; rows: number; budget: number }): Promise<Gradients[]> {
  const { headDim, keyCount, seed, rows, budget } = request;
  const alphas = request.divisors.map((divisor) => divisor / Math.sqrt(headDim));
  const known = alphas.filter(drawable);
  const drawn = await engine.call('gradientStatistics', { headDim, keyCount, seed, rows, budget, stripRows: rows, alphas: Float64Array.from(known) });
  return alphas.map((alpha) => (drawable(alpha) ? gradientsAt(drawn, known.indexOf(alpha)) : NOTHING));
}

/** For large d_k: E tr J and √E|dQ|², one entry an α; NaN where nothing is known. */
async function gradientLimits(engine: EngineClient, keyCount: number, alphas: readonly number[]): Promise<Record<'jacobianTrace' | 'gradQuery', Float64Array>> {
  const known = [...new Set(alphas.filter(limited))];
  const limits = known.length > 0 ? await engine.call('gradientLimits', { keyCount, alphas: Float64Array.from(known) }) : undefined;
  const at = new Map(known.map((alpha, i) => [alpha, i]));
  const read = (values: Float64Array | undefined): Float64Array => Float64Array.from(alphas, (alpha) => values?.[at.get(alpha) ?? -1] ?? Number.NaN);
  return { jacobianTrace: read(limits?.jacobianTrace), gradQuery: read(limits?.rmsGradQuery) };
}

const isGradient = (quantity: Quantity): quantity is 'jacobianTrace' | 'gradQuery' => quantity === 'jacobianTrace' || quantity === 'gradQuery';

async function theoryOf(engine: EngineClient, { keyCount, quantity }: CurveRequest, rules: readonly Rule[], theoryDims: readonly number[]): Promise<Float64Array[]> {
  if (isGradient(quantity)) {
    const alphas = rules.flatMap((rule) => theoryDims.map((headDim) => rule.divisorAt(headDim) / Math.sqrt(headDim)));
    const all = (await gradientLimits(engine, keyCount, alphas))[quantity];
    return rules.map((_, i) => all.slice(i * theoryDims.length, (i + 1) * theoryDims.length));
  }
  const theory = await Promise.all(theoryDims.map((headDim) => engine.call('saturationTheory', { headDim, keyCount, divisors: Float64Array.from(rules, (rule) => rule.divisorAt(headDim)) })));
  return rules.map((_, i) => Float64Array.from(theory, (one) => one[quantity][i] ?? Number.NaN));
}

async function measuredOf(engine: EngineClient, { keyCount, quantity, seed, pace }: CurveRequest, rules: readonly Rule[], measuredDims: readonly number[]): Promise<{ rows: number; at: { mean: number; error: number }[][] }> {
  if (isGradient(quantity)) {
    const { curve, budget, ...rest } = GRADIENT_ROWS[pace];
    const rows = gradientRows(rest, curve, keyCount);
    const drawn = await Promise.all(measuredDims.map((headDim) => drawGradients(engine, { headDim, keyCount, seed, rows, budget, divisors: rules.map((rule) => rule.divisorAt(headDim)) })));
    return { rows, at: drawn.map((all) => all.map((one) => one[quantity])) };
  }
  const drawn = await Promise.all(measuredDims.map((headDim) => engine.call('saturationSample', { headDim, keyCount, seed, divisors: Float64Array.from(rules, (rule) => rule.divisorAt(headDim)), ...CURVE_SATURATION[pace] })));
  const [mean, error] = quantity === 'maxWeight' ? (['maxWeightMean', 'maxWeightError'] as const) : (['entropyMean', 'entropyError'] as const);
  return { rows: drawn[0]!.rows, at: drawn.map((one) => rules.map((_, i) => ({ mean: one[mean][i] ?? 0, error: one[error][i] ?? 0 }))) };
}

export async function runCurve(engine: EngineClient, request: CurveRequest): Promise<CurveResult> {
  const rules = rulesOf(request.own);
  const theoryDims = THEORY_DIMS[request.pace];
  const measuredDims = isGradient(request.quantity) ? GRADIENT_DIMS : MEASURED_DIMS;
  const [theory, { rows, at }] = await Promise.all([theoryOf(engine, request, rules, theoryDims), measuredOf(engine, request, rules, measuredDims)]);
  return {
    theoryDims, measuredDims, rows,
    rules: rules.map(({ id }, i) => ({ id, theory: theory[i]!, mean: Float64Array.from(at, (one) => one[i]!.mean), error: Float64Array.from(at, (one) => one[i]!.error) })),
  };
}

export async function runState(engine: EngineClient, { pace, params }: StateRequest): Promise<StateResult> {
  const { headDim, keyCount, seed } = params;
  const rules = rulesOf(ownOf(params));
  const divisors = rules.map((rule) => rule.divisorAt(headDim));
  const request = { headDim, keyCount, divisors: Float64Array.from(divisors) };
  const { state: mostRows, budget, ...rest } = GRADIENT_ROWS[pace];
  const rows = gradientRows(rest, mostRows, keyCount);
  const pairs = Math.min(PAIRS[pace].most, Math.max(PAIRS[pace].least, Math.round(PAIRS[pace].numbers / (2 * headDim))));
  const [theory, sample, gradients, limits, law, densities, shape, ends] = await Promise.all([
    engine.call('saturationTheory', request),
    engine.call('saturationSample', { ...request, seed, ...SATURATION[pace] }),
    drawGradients(engine, { headDim, keyCount, seed, divisors, rows, budget }),
    gradientLimits(engine, keyCount, divisors.map((divisor) => divisor / Math.sqrt(headDim))),
    engine.call('dotProductLaw', { headDim, divisor: Math.sqrt(headDim), x: DENSITY_POINTS }),
    Promise.all(DENSITY_DIMS.map((one) => engine.call('dotProductLaw', { headDim: one, divisor: Math.sqrt(one), x: DENSITY_POINTS }))),
    engine.call('dotProductSample', { headDim, pairs, seed, divisor: Math.sqrt(headDim), bins: BINS.bins, histogramLow: BINS.low, histogramHigh: BINS.high }),
    Promise.all(DENSITY_DIMS.map((one) => engine.call('saturationTheory', { headDim: one, keyCount, divisors: Float64Array.of(divisorOf({ ...params, headDim: one })) }))),
  ]);
  return {
    rules: rules.map(({ id }, i): RuleState => ({
      id, divisor: divisors[i]!,
      maxWeight: { theory: theory.maxWeight[i]!, mean: sample.maxWeightMean[i]!, error: sample.maxWeightError[i]! },
      entropy: { theory: theory.entropy[i]!, mean: sample.entropyMean[i]!, error: sample.entropyError[i]! },
      jacobianTrace: { theory: limits.jacobianTrace[i]!, ...gradients[i]!.jacobianTrace },
      gradQuery: { theory: limits.gradQuery[i]!, ...gradients[i]!.gradQuery },
    })),
    rows: sample.rows, gradientRows: rows, density: law.pdf, densities: densities.map(({ pdf }) => pdf), excessKurtosis: law.excessKurtosis, ksDistance: law.ksDistance,
    sample: shape, pairs, ends: ends.map(({ maxWeight }) => maxWeight[0] ?? 0),
  };
}
