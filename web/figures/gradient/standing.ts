// What the rows at the divisor in force have in common, told from the measurement: together, or most of them silent and a few of them steep.
import { sigmaOf, zoneOf, type Params, type Zone } from '../../state/params.ts';
import { normOf, type Gradient, type StateResult } from './query.ts';

/** Below this share of the mean the median counts as silent; below the second, the rows as uneven though the divisor is right. */
export const SILENT_BELOW = 0.1;
export const UNEVEN_BELOW = 0.75;
/** Below this share of its limit the mean has met no spike: they are rarer than the sample is large. */
export const UNSEEN_BELOW = 0.2;
/** A row of weights longer than this has nearly all of it on one value. */
export const ONE_ABOVE = 0.9;

export type Word = 'silent' | 'unseen' | 'apart' | 'ok' | 'uneven' | 'large';

export interface Standing {
  zone: Zone;
  /** `apart`: too small a divisor, and yet the median is not far below the mean. */
  word: Word;
}

export interface Values {
  mean: number;
  error: number;
  median: number;
  p999: number;
  rms: number;
  topShare: number;
  /** 99 % quantile of |dQ|; of others the rows are not known one by one. */
  p99: number | undefined;
}

/** The numbers of the divisor in force (index 0) or of √d_k (index 1). */
export function valuesAt({ statistics, p99 }: StateResult, of: Gradient, index: 0 | 1): Values {
  const norm = normOf(statistics, of);
  const pick = (values: Float64Array): number => values[index] ?? 0;
  return {
    mean: pick(norm.mean), error: pick(norm.error), median: pick(norm.median), p999: pick(norm.p999), rms: Math.sqrt(pick(norm.meanSquare)), topShare: pick(statistics.topShare),
    p99: of === 'query' ? p99[index] : undefined,
  };
}

export function standingOf(params: Params, of: Gradient, state: StateResult): Standing {
  const zone = zoneOf(sigmaOf(params), params.keyCount);
  const { mean, median } = valuesAt(state, of, 0);
  if (of === 'value') return { zone, word: zone !== 'small' ? zone : median > ONE_ABOVE ? 'silent' : 'apart' };
  if (zone === 'ok') return { zone, word: median < UNEVEN_BELOW * mean ? 'uneven' : 'ok' };
  if (zone === 'large') return { zone, word: zone };
  const limit = of === 'scores' ? state.limits.meanPlateau * state.alpha : state.limits.meanPlateau;
  return { zone, word: mean < UNSEEN_BELOW * limit ? 'unseen' : median < SILENT_BELOW * mean ? 'silent' : 'apart' };
}

/** The key of the word for the state. */
export const wordKey = (of: Gradient, word: Word): string => `gradient.state.${of === 'value' ? 'value.' : ''}${word}`;
