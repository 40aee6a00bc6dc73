// Logarithmic heights, and lines that are cut where they leave the picture. Pure.
import { smooth } from '../curve.ts';
import { xOf } from '../divisor_axis.ts';

export type Point = [x: number, y: number];

export interface LogScale {
  low: number;
  high: number;
  top: number;
  bottom: number;
  /** Where a value lies, also outside the picture; 0 lies far below. */
  y(value: number): number;
}

export function logScale([low, high]: readonly [number, number], top: number, bottom: number): LogScale {
  const y = (value: number): number => bottom - ((Math.log10(Math.max(value, 1e-320)) - low) / (high - low)) * (bottom - top);
  return { low, high, top, bottom, y };
}

/** The decades of the scale, every `step`-th, 1 among them. */
export const decades = ({ low, high }: LogScale, step = 1): number[] =>
  Array.from({ length: Math.floor(high + 1e-9) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i).filter((decade) => decade % step === 0);

export const points = (alphas: Float64Array, values: Float64Array, width: number, { y }: LogScale): Point[] => Array.from(alphas, (alpha, i) => [xOf(alpha, width), y(values[i] ?? 0)]);

/** The parts of a polyline between top and bottom. */
export function cut(all: readonly Point[], { top, bottom }: LogScale): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  const inside = ([, y]: Point): boolean => y >= top && y <= bottom;
  all.forEach((point, i) => {
    const before = all[i - 1];
    if (before && inside(before) !== inside(point)) {
      const edge = (inside(before) ? point : before)[1] > bottom ? bottom : top;
      const share = (edge - before[1]) / (point[1] - before[1]);
      part.push([before[0] + share * (point[0] - before[0]), edge]);
    }
    if (inside(point)) part.push(point);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  });
  if (part.length > 0) parts.push(part);
  return parts.filter((one) => one.length > 1);
}

export const pathOf = (parts: readonly Point[][]): string => parts.map((part) => smooth(part)).join('');
