// What the rows at the divisor in force have in common, told from the measurement: together, or most of them silent and a few of them steep.
import { sigmaOf, zoneOf, type Params, type Zone } from '../../state/params.ts';
import { normOf, quantile, stripAt, type Gradient, type StateResult } from './query.ts';

/** Below this share of the mean the median counts as silent. */
export const SILENT_BELOW = 0.3;

export interface Standing {
  zone: Zone;
  /** `apart`: too small a divisor, and yet the median is not far below the mean. */
  word: 'silent' | 'apart' | 'ok' | 'large';
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
export function valuesAt({ statistics }: StateResult, of: Gradient, index: 0 | 1): Values {
  const norm = normOf(statistics, of);
  const pick = (values: Float64Array): number => values[index] ?? 0;
  return {
    mean: pick(norm.mean), error: pick(norm.error), median: pick(norm.median), p999: pick(norm.p999), rms: Math.sqrt(pick(norm.meanSquare)), topShare: pick(statistics.topShare),
    p99: of === 'query' ? quantile(stripAt(statistics, index), 0.99) : undefined,
  };
}

export function standingOf(params: Params, { mean, median }: Pick<Values, 'mean' | 'median'>): Standing {
  const zone = zoneOf(sigmaOf(params), params.keyCount);
  return { zone, word: zone !== 'small' ? zone : median < SILENT_BELOW * mean ? 'silent' : 'apart' };
}
