// Where the labels of the chart go: the values at the divisor in force first, then the names of the lines, then theory, then the axis.
import { boxOf, placeLabels, alongLine, type Box, type Label, type LabelWish, type Obstacle, type Place } from '../labels.ts';
import type { Strings } from '../strings.ts';
import { LINES, type GradientLayout, type GradientSize, type GradientState, type Line, type Series } from './layout.ts';
import { significant } from './digits.ts';
import type { LogScale, Point } from './scale.ts';

export interface LabelContext {
  scale: LogScale;
  series: Series;
  state: GradientState;
  size: GradientSize;
  current: GradientLayout['current'];
  /** Of the three values, in the order of LINES. */
  heights: readonly number[];
  decades: readonly number[];
  strings: Strings;
}

const SIZE = 13;
const at = (x: number, y: number, anchor: Place['anchor']): Place => ({ x, y, anchor });

/** The values at the divisor in force: beside their dots, moved apart where the lines meet. */
function valueWishes({ heights, state, current, scale, strings }: LabelContext): LabelWish[] {
  const { x } = current;
  const drift: Readonly<Record<Line, readonly number[]>> = { p999: [-5, -14, -23, -34, -48], mean: [5, -2, 14, 23, -18, 34], median: [16, 24, 34, -4, 44, 58, -18, 74, -34] };
  return LINES.map((line, i) => {
    const height = heights[i]!;
    const value = significant(state.values[line], 3, strings);
    const off = height > scale.bottom ? '↓' : height < scale.top ? '↑' : '';
    const middle = off === '↓' ? scale.bottom - 12 : off === '↑' ? scale.top + 6 : height;
    const rows = off ? [0, -16, -32, 16, 32] : drift[line];
    const places = rows.flatMap((down) => [at(x + 13, middle + down, 'start'), at(x - 13, middle + down, 'end')]);
    return { id: `value-${line}`, text: off ? `${off} ${value}` : value, size: line === 'mean' ? 16 : 15, bold: true, places };
  });
}

/** Places along a line, where it is told apart best: from the left. */
function along(points: readonly Point[], { top, bottom }: LogScale, sides: readonly ('above' | 'below' | 'left')[]): Place[] {
  return points.filter(([, y]) => y > top && y < bottom).flatMap(([x, y]) => sides.map((side) => (side === 'above' ? at(x + 4, y - 8, 'start') : side === 'below' ? at(x + 4, y + 18, 'start') : at(x - 10, y + 2, 'end'))));
}

function nameWishes({ series, scale, state, size, strings }: LabelContext): LabelWish[] {
  const narrow = size.width < 480;
  const name = (line: Line | 'rms'): string => strings.text(`gradient.line.${line}${narrow ? '.short' : ''}`);
  const median = along([...series.points.median].sort((a, b) => b[1] - a[1]), scale, ['left']).concat(along(series.points.median, scale, ['below', 'above']));
  const wishes: LabelWish[] = [
    { id: 'line-p999', text: name('p999'), size: SIZE, bold: true, places: along(series.points.p999, scale, ['above', 'below']), optional: true },
    { id: 'line-mean', text: name('mean'), size: SIZE, bold: true, places: along(series.points.mean, scale, ['above', 'below']), optional: true },
    { id: 'line-median', text: name('median'), size: SIZE, bold: true, places: state.of === 'value' ? along(series.points.median, scale, ['below', 'above']) : median, optional: true },
  ];
  const rms: LabelWish = { id: 'line-rms', text: name('rms'), size: SIZE, places: along(series.rms, scale, ['above', 'below']), optional: true };
  return [...wishes, rms];
}

function theoryWishes({ series, state, size, strings }: LabelContext): LabelWish[] {
  const narrow = size.width < 480;
  const tight = size.width < 760;
  const { limit, guide } = series;
  const text = strings.text(`gradient.limit.${state.of === 'key' ? 'query' : state.of}${narrow ? '.short' : ''}`, { value: strings.exact(limit.value, 3) });
  const steps = Array.from({ length: 12 }, (_, i) => i / 11);
  const left = state.of === 'query' || state.of === 'key';
  const places = steps.flatMap((share) => {
    const x = left ? limit.from + 4 + share * (limit.to - limit.from) * 0.6 : limit.to - 4 - share * (limit.to - limit.from) * 0.6;
    const anchor = left ? 'start' as const : 'end' as const;
    return [at(x, limit.y + 19, anchor), at(x, limit.y - 8, anchor), at(x, limit.y + 36, anchor), at(x, limit.y - 26, anchor), at(x, limit.y - 44, anchor), at(x, limit.y + 54, anchor), at(x, limit.y + 76, anchor), at(x, limit.y + 98, anchor)].slice(0, narrow ? 3 : undefined);
  });
  const wishes: LabelWish[] = [{ id: 'limit', text, size: SIZE, places, optional: narrow }];
  const [from, to] = guide;
  if (from && to) {
    const middle = (from[0] + to[0]) / 2;
    wishes.push({ id: 'guide', text: strings.text(`gradient.guide${tight ? '.short' : ''}`), size: SIZE, optional: true, places: [
      at(from[0], from[1] - 10, 'start'), at(middle, from[1] - 10, 'start'), at(to[0], to[1] - 4, 'start'), at(size.width - 4, from[1] - 12, 'end'), at(size.width - 4, from[1] - 30, 'end'), at(from[0] - 6, from[1] + 2, 'end'),
    ] });
  }
  return wishes;
}

/** Rows off the picture, and a divisor off it, in words. */
function beyondWishes({ series, scale, size, current, strings }: LabelContext): LabelWish[] {
  const wishes: LabelWish[] = [];
  const { strip } = series;
  const percent = (share: number): string => strings.text('gradient.percent', { value: strings.fixed(100 * share, share < 0.1 ? 1 : 0) });
  const narrow = size.width < 480;
  if (strip && strip.below > 0) {
    const text = strings.text(`gradient.below${narrow ? '.short' : ''}`, { share: percent(strip.below), least: strings.short(10 ** scale.low) });
    wishes.push({ id: 'below', text, size: SIZE, optional: true, places: Array.from({ length: 12 }, (_, i) => [at(6 + i * 24, scale.bottom - 8, 'start'), at(6 + i * 24, scale.bottom - 26, 'start')]).flat() });
  }
  if (strip && strip.above > 0) {
    wishes.push({ id: 'above', text: strings.text('gradient.above', { share: percent(strip.above), most: strings.short(10 ** scale.high, 2) }), size: SIZE, optional: true, places: Array.from({ length: 8 }, (_, i) => at(6 + i * 30, scale.top + 15, 'start')) });
  }
  if (current.beyond) {
    const side = current.beyond;
    const rows = [0, 18, 36, 54, 72, 90, 120, 150];
    wishes.push({ id: 'beyond', text: strings.text(`gradient.beyond-${side}`), size: SIZE, places: rows.flatMap((down) => (side === 'left' ? [at(14, scale.bottom - 46 - down, 'start')] : [at(size.width - 14, scale.top + 20 + down, 'end')])) });
  }
  return wishes;
}

export function placeGradientLabels(context: LabelContext): Label[] {
  const { scale, size, series, current, heights, strings } = context;
  const { width } = size;
  const { top, bottom } = scale;
  const dots: Box[] = heights.filter((y) => y >= top && y <= bottom).map((y) => ({ left: current.x - 7, top: y - 7, right: current.x + 7, bottom: y + 7 }));
  const obstacles: Obstacle[] = [...series.obstacles, { points: alongLine([[current.x, top], [current.x, bottom]]), weight: 25 }];
  const bounds: Box = { left: 0, top: top + 1, right: width, bottom: bottom - 1 };
  const values = placeLabels(valueWishes(context), obstacles, bounds, dots);
  const wishes = [...nameWishes(context), ...theoryWishes(context), ...beyondWishes(context)];
  const inner = placeLabels(wishes, obstacles, bounds, [...dots, ...values.map(boxOf)]);
  const placed = [...values, ...inner];
  const axis: LabelWish[] = context.decades.map((decade) => {
    const text = strings.short(10 ** decade);
    const y = scale.y(10 ** decade);
    return size.outsideNumbers
      ? { id: `axis-${decade}`, text, size: SIZE, places: [at(width + 10, y + 4.5, 'start')] }
      : { id: `axis-${decade}`, text, size: SIZE, places: [at(width - 2, y - 4, 'end'), at(width - 2, y + 14, 'end'), at(width - 2, y - 20, 'end')], optional: true };
  });
  const around: Box = size.outsideNumbers ? { left: 0, top: top - 12, right: width + 60, bottom: bottom + 8 } : bounds;
  return [...placed, ...placeLabels(axis, obstacles, around, [...dots, ...placed.map(boxOf)])];
}
