// Where the reader stands between saturated and uniform: the zone from the divisor, the words from the exact weights.
import { zoneOf, type Zone } from '../../state/params.ts';

/** A row is called saturated where the mean largest weight is above this … */
export const SATURATED_ABOVE = 0.9;
/** … and uniform where its entropy is above this share of ln n. */
export const UNIFORM_ABOVE = 0.95;

export interface Standing {
  zone: Zone;
  /** The state word: `small` is the zone of saturation before a row counts as saturated. */
  word: 'saturated' | Zone;
  /** On the axis from saturated to uniform, by the two limits above. */
  axis: 'saturated' | 'between' | 'uniform';
}

export function standingOf(sigma: number, keyCount: number, meanMaxWeight: number, meanEntropy: number): Standing {
  const zone = zoneOf(sigma, keyCount);
  const saturated = meanMaxWeight > SATURATED_ABOVE;
  const uniform = meanEntropy / Math.log(keyCount) > UNIFORM_ABOVE;
  return {
    zone,
    word: zone === 'small' && saturated ? 'saturated' : zone,
    axis: saturated ? 'saturated' : uniform ? 'uniform' : 'between',
  };
}
