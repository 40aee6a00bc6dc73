// What charts are drawn with: labels with a paper halo, hollow circles, error bars. One path a series.
import { svg, type TemplateResult } from 'lit';
import type { Label } from './labels.ts';
import { chartText } from './math.ts';

/** Radius of a measured point. */
const DOT = 3.5;

export const chartLabel = (one: Label, classes = ''): TemplateResult =>
  svg`<text class=${`dk-label ${classes}`} x=${one.x.toFixed(1)} y=${one.y.toFixed(1)} text-anchor=${one.anchor} font-size=${one.size} font-weight=${one.bold ? 600 : 400}>${chartText(one.text)}</text>`;

/** Hollow circles round points (class dk-dots). */
export const circlesPath = (points: Iterable<readonly [x: number, y: number]>, radius = DOT): string =>
  Array.from(points, ([x, y]) => `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`).join('');

/** Upright error bars without caps (class dk-error-bars), one standard error each way. */
export const barsPath = (bars: Iterable<readonly [x: number, y0: number, y1: number]>): string =>
  Array.from(bars, ([x, y0, y1]) => `M${x.toFixed(2)} ${y0.toFixed(2)}V${y1.toFixed(2)}`).join('');
