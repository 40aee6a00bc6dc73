// How this figure writes numbers that span ten decades.
import type { Strings } from '../strings.ts';

/** Exactly `digits` significant digits, trailing zeros kept: 0.20, 1.04, 20; very small and very large ones as powers of ten. */
export function significant(value: number, digits: number, strings: Strings): string {
  const size = Math.abs(value);
  if (!(size >= 1e-3 && size < 1e5)) return strings.short(value, digits);
  const rounded = Number(value.toPrecision(digits));
  return strings.fixed(rounded, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))));
}

/** A measured mean and its error, three digits where the error allows no more. */
export function measured(value: number, error: number, strings: Strings): { value: string; error: string } {
  if (Math.abs(value) >= 0.01) return strings.measured(value, error, Math.max(1, 3 - Math.floor(Math.log10(Math.abs(value)))));
  return { value: significant(value, 3, strings), error: significant(error, 1, strings) };
}

/** "17.9", "1.4": how many times. */
export const times = (ratio: number, strings: Strings): string => significant(ratio, ratio < 10 ? 2 : 3, strings);
