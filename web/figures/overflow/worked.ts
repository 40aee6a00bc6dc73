// One row of softmax worked through in a number format, every intermediate number from the engine.
import type { EngineClient } from '../../engine/engine.ts';
import type { AttentionRow } from '../../engine/protocol.ts';
import type { EngineMatrix } from '../../engine/protocol_attention.ts';
import type { StateRequest } from './query.ts';

export type WorkedSource = { kind: 'sample' } | { kind: 'forties' } | { kind: 'typed'; logits: readonly number[] };

/** The row of case 12: q and both keys have 64 entries of 40, and the divisor is √64. */
export const FORTIES = { headDim: 64, entry: 40, keys: 2, divisor: 8 } as const;

/** One key's way through softmax, every number a member of the format (or ±∞, or NaN). */
export interface WorkedKey {
  /** Its number, from 1. */
  key: number;
  /** What the product leaves in the format; divided already where the divisor comes first. Undefined where logits were typed. */
  score: number | undefined;
  logit: number;
  /** logit − maximum; undefined where nothing is subtracted. */
  exponent: number | undefined;
  exp: number;
  weight: number;
}

export interface WorkedRow {
  kind: WorkedSource['kind'];
  /** The largest first where there are more than MOST_SHOWN, else in their own order. */
  shown: WorkedKey[];
  keyCount: number;
  maximum: number;
  sum: number;
  /** NaN where a weight of the row is NaN. */
  maxWeight: number;
  /** Of the whole row: how many became 0 though their logit is not −∞. */
  flushedExps: number;
  flushedWeights: number;
  scoreInf: boolean;
  logitInf: boolean;
  expInf: boolean;
  sumInf: boolean;
  sumZero: boolean;
  nan: boolean;
}

export const MOST_SHOWN = 6;

const column = (values: readonly number[]): EngineMatrix<Float64Array> => ({ rows: values.length, columns: 1, data: Float64Array.from(values) });

type WorkedRequest = Pick<StateRequest, 'setting' | 'divisor' | 'worked'> & { row: AttentionRow };

export async function runWorked(engine: EngineClient, { setting, divisor, worked, row }: WorkedRequest): Promise<WorkedRow> {
  const { format, algorithm, order, entryStd } = setting;
  // A row of one logit: its largest logit is the rounded number, its sum is the exponential.
  const alone = (values: readonly number[]) => engine.call('formatSoftmax', { format, algorithm: 'naive', logits: column(values) });
  const rounded = async (values: readonly number[]): Promise<number[]> => Array.from((await alone(values)).largestLogit);

  let scores: number[] | undefined;
  let given: number[];
  if (worked.kind === 'typed') given = [...worked.logits];
  else if (worked.kind === 'forties') {
    const query = new Float64Array(FORTIES.headDim).fill(FORTIES.entry);
    const key = { rows: FORTIES.keys, columns: FORTIES.headDim, data: new Float64Array(FORTIES.keys * FORTIES.headDim).fill(FORTIES.entry) };
    const attention = await engine.call('formatAttentionRow', { query, key, divisor: FORTIES.divisor, format, algorithm, order });
    scores = Array.from(attention.scores);
    given = Array.from(attention.logits);
  } else {
    const exact = Array.from(row.scores, (score) => score * entryStd ** 2);
    scores = await rounded(order === 'after' ? exact : exact.map((score) => score / divisor));
    given = order === 'after' ? scores.map((score) => score / divisor) : scores;
  }

  const softmax = await engine.call('formatSoftmax', { format, algorithm, logits: { rows: 1, columns: given.length, data: Float64Array.from(given) } });
  const weights = softmax.weights.data;
  const order_ = Array.from(given.keys());
  const shownAt = given.length > MOST_SHOWN + 2 ? order_.sort((a, b) => given[b]! - given[a]!).slice(0, MOST_SHOWN) : order_;
  const logits = await rounded(shownAt.map((j) => given[j]!));
  const maximum = softmax.largestLogit[0] ?? 0;
  const exponents = algorithm === 'naive' ? logits : logits.map((logit) => logit - maximum);
  // ∞ − ∞ is no number, and no number has no exponential.
  const known = exponents.filter((exponent) => !Number.isNaN(exponent));
  const exponentials = known.length > 0 ? await alone(known) : undefined;
  let next = 0;
  const shown = shownAt.map((j, i): WorkedKey => {
    const exists = !Number.isNaN(exponents[i]!);
    const at = exists ? next++ : 0;
    return {
      key: j + 1, score: scores?.[j], logit: logits[i]!, exponent: algorithm === 'naive' ? undefined : exists ? exponentials!.largestLogit[at]! : Number.NaN,
      exp: exists ? exponentials!.sum[at]! : Number.NaN, weight: weights[j]!,
    };
  });
  return {
    kind: worked.kind, shown, keyCount: given.length, maximum, sum: softmax.sum[0] ?? 0, maxWeight: softmax.maxWeight[0] ?? 0,
    flushedExps: softmax.flushedExps[0] ?? 0, flushedWeights: softmax.flushedWeights[0] ?? 0,
    scoreInf: scores?.some((score) => !Number.isFinite(score)) ?? false, logitInf: softmax.logitInf[0] === 1, expInf: softmax.anyExpInf[0] === 1,
    sumInf: softmax.sumInf[0] === 1, sumZero: softmax.sumZero[0] === 1, nan: softmax.anyNan[0] === 1,
  };
}
