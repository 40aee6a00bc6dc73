// Scales: from a quantity to its place on a picture, in straight or logarithmic proportion. Pure.

/** The two ends of a stretch, in any order. */
export type Ends = readonly [from: number, to: number];

export interface Scale {
  (value: number): number;
  readonly ends: Ends;
}

const scale = (share: (value: number) => number, ends: Ends): Scale =>
  Object.assign((value: number): number => {
    const at = share(value);
    return ends[0] * (1 - at) + ends[1] * at;
  }, { ends });

export const linear = ([low, high]: Ends, ends: Ends): Scale => scale((value) => (value - low) / (high - low), ends);

export const logarithmic = ([low, high]: Ends, ends: Ends): Scale => scale((value) => Math.log(value / low) / Math.log(high / low), ends);

/** What lies beyond an end is placed at the end. */
export const clamped = (of: Scale): Scale => {
  const [low, high] = [Math.min(...of.ends), Math.max(...of.ends)];
  return Object.assign((value: number): number => Math.min(high, Math.max(low, of(value))), { ends: of.ends });
};

/** About `count` round numbers (1, 2 or 5 times a power of ten apart) within the stretch. */
export function roundNumbers([low, high]: Ends, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const over = rough / power;
  const step = power * (over >= Math.sqrt(50) ? 10 : over >= Math.sqrt(10) ? 5 : over >= Math.sqrt(2) ? 2 : 1);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
