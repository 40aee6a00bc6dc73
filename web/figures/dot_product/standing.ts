// Whether the sample agrees with theory, or is too small to say anything: by its own standard errors.
import type { DotProductSample } from '../../engine/protocol_dot_product.ts';

/** A relative error of the variance above this claims nothing. */
export const FEW_ABOVE = 0.1;
/** Agreement within this many standard errors. */
export const WITHIN = 3;

export type Word = 'few' | 'agrees' | 'apart' | 'endless';

export function wordOf(sample: DotProductSample): Word {
  if (sample.varianceRelativeError > FEW_ABOVE) return 'few';
  if (!Number.isFinite(sample.theoryVariance)) return 'endless';
  const near = (value: number, error: number, theory: number): boolean => Math.abs(value - theory) <= WITHIN * error + 1e-9 * Math.abs(theory);
  return near(sample.mean, sample.meanError, sample.theoryMean) && near(sample.variance, sample.varianceError, sample.theoryVariance) ? 'agrees' : 'apart';
}

/** Relative error of a variance from this many normal numbers: √(2/(N − 1)). */
export const relativeError = (pairs: number): number => Math.sqrt(2 / (pairs - 1));
