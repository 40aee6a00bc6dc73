// Single rows as dots: beside each other by a jitter that never changes, in the hue of their zone; what falls off the axis is counted.
import { zoneOf, type Zone } from '../../state/params.ts';
import { xOf } from '../divisor_axis.ts';
import { stripAt, type CurveResult } from './query.ts';
import type { LogScale } from './scale.ts';

export interface Strip {
  /** Several paths a zone: where rows crowd, dots darken one another. A dot is a line of a tenth of a pixel with round ends. */
  paths: { zone: Zone; path: string }[];
  /** The shares of rows below and above the picture, at the first α. */
  below: number;
  above: number;
}

const JITTER = 5;
const LAYERS = 4;

/** A number in −1 … 1 that looks drawn at random, from a row and a column. */
function scattered(row: number, column: number): number {
  let bits = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 31 - 1;
}

export function layoutStrip(curve: CurveResult, width: number, { y, top, bottom }: LogScale): Strip {
  const narrow = width < 480;
  // On a narrow picture a column an octave, with fewer rows, keeps apart.
  const step = narrow && curve.alphas.length > 13 ? 2 : 1;
  const shown = narrow ? 60 : 90;
  const paths = new Map<string, { zone: Zone; path: string }>();
  curve.alphas.forEach((alpha, column) => {
    if (column % step !== 0) return;
    const zone = zoneOf(1 / alpha, curve.keyCount);
    stripAt(curve.statistics, column).subarray(0, shown).forEach((value, row) => {
      const height = y(value);
      if (height < top || height > bottom) return;
      const x = Math.min(width, Math.max(0, xOf(alpha, width) + JITTER * scattered(row, column)));
      const layer = `${zone} ${row % LAYERS}`;
      const known = paths.get(layer) ?? { zone, path: '' };
      known.path += `M${x.toFixed(1)} ${height.toFixed(1)}h.1`;
      paths.set(layer, known);
    });
  });
  const first = stripAt(curve.statistics, 0);
  const share = (outside: (height: number) => boolean): number => (first.length > 0 ? first.reduce((sum, value) => sum + Number(outside(y(value))), 0) / first.length : 0);
  return { paths: [...paths.values()], below: share((height) => height > bottom), above: share((height) => height < top) };
}
