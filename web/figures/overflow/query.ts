// From the reader's parameters and options to what the engine is asked. Budgets count numbers drawn, so digits never depend on the machine.
import type { EngineClient } from '../../engine/engine.ts';
import type { SaturationSample } from '../../engine/protocol.ts';
import type { FormatThresholds, OverflowShare } from '../../engine/protocol_formats.ts';
import type { RawOverflow } from '../../engine/protocol_overflow.ts';
import { divisorOf, type Params } from '../../state/params.ts';
import { octaves } from '../divisor_axis.ts';
import { parseLogits, TYPED_PRESETS, FORMATS, type OverflowOptions } from './options.ts';
import { runWorked, type WorkedRow, type WorkedSource } from './worked.ts';

export const THEORY_ALPHAS = octaves(8);
export const CONTEXT_ALPHAS = octaves(4);
export const MEASURED_ALPHAS = octaves(1);

/** What the whole chart belongs to: everything but the divisor. */
export interface Setting extends Pick<OverflowOptions, 'format' | 'algorithm' | 'order'> {
  entryStd: number;
  headDim: number;
  keyCount: number;
  seed: number;
}

export type Pace = 'resting' | 'moving';

/** Rows for one divisor: few where rows are long, so that a change never takes long. */
const STATE_ROWS = { resting: { exps: 4e5, min: 256, max: 2000, budget: 2e6 }, moving: { exps: 4e4, min: 32, max: 200, budget: 2e5 } } as const;
const CURVE_ROWS = { resting: { exps: 5e4, min: 64, max: 500, budget: 3e5 }, moving: { exps: 5e3, min: 16, max: 64, budget: 5e4 } } as const;
type Rows = (typeof STATE_ROWS)[Pace] | (typeof CURVE_ROWS)[Pace];

const rowsFor = ({ exps, min, max }: Rows, keyCount: number): number => Math.min(max, Math.max(min, Math.round(exps / keyCount)));

export interface CurveRequest {
  pace: Pace;
  setting: Setting;
}

export interface StateRequest extends CurveRequest {
  divisor: number;
  worked: WorkedSource;
}

/** One entry of `exact` a THEORY_ALPHAS, of `measured` a MEASURED_ALPHAS. */
export interface CurveResult {
  exact: Float64Array;
  measured: OverflowShare[];
  /** Curves to compare with, over CONTEXT_ALPHAS. */
  contexts: { name: ContextName; exact: Float64Array }[];
}

/** Another format, or the same one with nothing subtracted. */
export type ContextName = OverflowOptions['format'] | 'naive';

/** A probability with its logarithm, which is there where the number itself has gone to 0. */
export interface Chance {
  value: number;
  log10: number;
}

export interface StateResult {
  thresholds: FormatThresholds;
  /** Rows with an infinite exponential (naive) or an infinite logit (max-subtracted). Undefined where q itself has no room. */
  exact: Chance | undefined;
  /** Rows with a score that is stored as +∞. */
  rawExact: Chance | undefined;
  /** Of one score; float16 alone can overflow here. */
  raw: RawOverflow | undefined;
  share: OverflowShare;
  /** The same rows with the maximum subtracted. */
  stable: OverflowShare;
  maxWeight: { exact: number; sample: SaturationSample };
  worked: WorkedRow;
}

export function settingOf(params: Params, options: OverflowOptions): Setting {
  const { format, algorithm, order } = options;
  return { format, algorithm, order, entryStd: options['entry-std'], headDim: params.headDim, keyCount: params.keyCount, seed: params.seed };
}

export const queryCurve = (params: Params, options: OverflowOptions, pace: Pace): CurveRequest => ({ pace, setting: settingOf(params, options) });

export function queryState(params: Params, options: OverflowOptions, pace: Pace): StateRequest {
  const typed = parseLogits(options.logits) ?? parseLogits(TYPED_PRESETS[0])!;
  return {
    ...queryCurve(params, options, pace),
    divisor: divisorOf(params),
    worked: options.row === 'typed' ? { kind: 'typed', logits: typed } : { kind: options.row },
  };
}

export const curveKey = ({ pace, setting }: CurveRequest): string => [pace, ...Object.values(setting)].join(' ');
export const stateKey = (request: StateRequest): string => [curveKey(request), request.divisor, request.worked.kind, ...(request.worked.kind === 'typed' ? request.worked.logits : [])].join(' ');

/** Where the two kinds of overflow begin: for logits the exponential's threshold, for float16's scores the first that is stored as ∞. */
interface Limits {
  exp: number;
  score: number;
}

async function limitsOf(engine: EngineClient, format: Setting['format']): Promise<Limits> {
  const exp = (await engine.call('formatThresholds', { format })).overflowExpReal;
  // No score of entries up to 1000 gets near the other formats' largest number.
  const score = format === 'float16' ? (await engine.call('rawOverflow', { format, divisor: 1 })).threshold : Number.POSITIVE_INFINITY;
  return { exp, score };
}

/** A score overflows above `limits.exp` times this. */
export function effectiveDivisor({ algorithm, order }: Pick<Setting, 'algorithm' | 'order'>, limits: Limits, divisor: number): number {
  // A divisor below 1 makes logits larger than their scores.
  const stored = (limits.score / limits.exp) * (order === 'after' ? Math.min(1, divisor) : divisor);
  return algorithm === 'naive' ? Math.min(divisor, stored) : stored;
}

/** The engine's largest divisor; a threshold that lies above is out of every score's reach. */
const LARGEST = 1e6;

async function chancesOf(engine: EngineClient, setting: Setting, limits: Limits, divisors: ArrayLike<number>): Promise<Chance[]> {
  const effective = Array.from(divisors, (divisor) => effectiveDivisor(setting, limits, divisor));
  if (effective.every((divisor) => divisor === Number.POSITIVE_INFINITY)) return effective.map(() => ({ value: 0, log10: Number.NEGATIVE_INFINITY }));
  const { format, headDim, keyCount, entryStd } = setting;
  const { row, log10Row } = await engine.call('overflowProbability', { format, headDim, keyCount, entryStd, divisors: Float64Array.from(effective, (divisor) => Math.min(LARGEST, divisor)) });
  return Array.from(row, (value, i) => ({ value: Math.min(1, value), log10: Math.min(0, log10Row[i] ?? 0) }));
}

/** Whether q (or k) divided by itself stays in the format, so that the law of the scores tells all. Entries beyond ten deviations don't occur. */
export function entriesFit({ format, order, entryStd }: Setting, divisor: number, thresholds: Pick<FormatThresholds, 'maxFinite'>): boolean {
  if (order === 'after' || format !== 'float16') return true;
  return (10 * entryStd) / (order === 'beforeOnBoth' ? Math.sqrt(divisor) : divisor) < thresholds.maxFinite;
}

const shareRequest = ({ format, algorithm, order, headDim, keyCount, seed, entryStd }: Setting, divisor: number, rows: Rows) =>
  ({ format, algorithm, order, headDim, keyCount, seed, entryStd, divisor, rows: rowsFor(rows, keyCount), budget: rows.budget }) as const;

/** Curves to compare with: the other formats, or the same format with nothing subtracted. bfloat16 has float32's range, and its curve. */
function contextsOf(setting: Setting): { name: ContextName; setting: Setting }[] {
  if (setting.algorithm !== 'naive') return [{ name: 'naive', setting: { ...setting, algorithm: 'naive' } }];
  const twin = setting.format === 'bfloat16' ? 'float32' : 'bfloat16';
  return FORMATS.filter((format) => format !== setting.format && format !== twin).map((format) => ({ name: format, setting: { ...setting, format } }));
}

export async function runCurve(engine: EngineClient, { pace, setting }: CurveRequest): Promise<CurveResult> {
  const root = Math.sqrt(setting.headDim);
  const exactOf = async (one: Setting, alphas: Float64Array): Promise<Float64Array> => {
    const chances = await chancesOf(engine, one, await limitsOf(engine, one.format), alphas.map((alpha) => alpha * root));
    return Float64Array.from(chances, ({ value }) => value);
  };
  const [exact, contexts, measured] = await Promise.all([
    exactOf(setting, THEORY_ALPHAS),
    Promise.all(contextsOf(setting).map(async ({ name, setting: one }) => ({ name, exact: await exactOf(one, CONTEXT_ALPHAS) }))),
    Promise.all(Array.from(MEASURED_ALPHAS, (alpha) => engine.call('overflowShare', shareRequest(setting, alpha * root, CURVE_ROWS[pace])))),
  ]);
  return { exact, contexts, measured };
}

export async function runState(engine: EngineClient, request: StateRequest): Promise<StateResult> {
  const { setting, divisor, pace } = request;
  const { format, headDim, keyCount, seed, entryStd } = setting;
  const stableSetting: Setting = { ...setting, algorithm: 'maxSubtracted' };
  const limits = await limitsOf(engine, format);
  // Entries of spread s make scores s² times as large: the divisor that gives entries of spread 1 the same logits.
  const divisors = Float64Array.of(Math.max(1e-6, divisor / entryStd ** 2));
  const rows = rowsFor(STATE_ROWS[pace], keyCount);
  const [thresholds, [exact], [rawExact], raw, share, stable, theory, sample, row] = await Promise.all([
    engine.call('formatThresholds', { format }),
    chancesOf(engine, setting, limits, [divisor]),
    chancesOf(engine, stableSetting, limits, [divisor]),
    format === 'float16' ? engine.call('rawOverflow', { format, headDim, entryStd, divisor }) : undefined,
    engine.call('overflowShare', shareRequest(setting, divisor, STATE_ROWS[pace])),
    setting.algorithm === 'naive' ? engine.call('overflowShare', shareRequest(stableSetting, divisor, STATE_ROWS[pace])) : undefined,
    engine.call('saturationTheory', { headDim, keyCount, divisors }),
    engine.call('saturationSample', { headDim, keyCount, seed, divisors, budget: STATE_ROWS[pace].budget, minRows: Math.min(256, rows), maxRows: rows }),
    engine.call('attentionRow', { headDim, keyCount, seed, divisor, row: 0 }),
  ]);
  const fit = entriesFit(setting, divisor, thresholds);
  return {
    thresholds,
    exact: fit ? exact : undefined,
    rawExact: fit ? rawExact : undefined,
    raw,
    share,
    stable: stable ?? share,
    maxWeight: { exact: theory.maxWeight[0] ?? 0, sample },
    worked: await runWorked(engine, { ...request, row }),
  };
}

/** Rows that overflow as the chart counts them: an infinite exponential where nothing is subtracted, else an infinite logit. */
export const overflowing = (algorithm: Setting['algorithm'], share: OverflowShare): OverflowShare['expInf'] => (algorithm === 'naive' ? share.expInf : share.nan);
