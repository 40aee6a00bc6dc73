// The two small charts below, on the same axis: the softmax's Jacobian and the factor 1/c apart; the weight of a planted key. Pure.
import { barsPath, circlesPath } from '../chart.ts';
import { octaveTicks, xOf, zoneSpans, type Tick, type ZoneSpan } from '../divisor_axis.ts';
import { alongLine, boxOf, placeLabels, type Box, type Label, type LabelWish, type Obstacle, type Place } from '../labels.ts';
import { linear } from '../scale.ts';
import type { Strings } from '../strings.ts';
import { significant } from './digits.ts';
import { PLANTED_ALPHAS, THEORY_ALPHAS, type CurveResult } from './query.ts';
import { cut, logScale, pathOf, points, type Point } from './scale.ts';

export interface PanelSize {
  width: number;
  plot: number;
}

export interface PanelLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  zones: readonly ZoneSpan[];
  gridlines: number[];
  ticks: Tick[];
  /** Back to front: class and path. */
  paths: { name: string; path: string }[];
  current: { x: number; dots: number[] };
  labels: Label[];
}

const TOP = 24;
const SIZE = 13;
const at = (x: number, y: number, anchor: Place['anchor']): Place => ({ x, y, anchor });

/** Beside a point on the line of the divisor in force. */
const beside = (x: number, y: number, downs: readonly number[]): Place[] => downs.flatMap((down) => [at(x + 12, y + down, 'start'), at(x - 12, y + down, 'end')]);

const along = (line: readonly Point[], places: (x: number, y: number) => Place[]): Place[] => line.flatMap(([x, y]) => places(x, y));

interface Dots {
  name: string;
  text: string;
  y: number;
  downs: readonly number[];
}

interface Frame {
  size: PanelSize;
  top: number;
  bottom: number;
  x: number;
}

function place(frame: Frame, values: readonly Dots[], names: readonly LabelWish[], axis: readonly LabelWish[], obstacles: readonly Obstacle[]): Label[] {
  const { size, top, bottom, x } = frame;
  const dots: Box[] = values.map(({ y }) => ({ left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 }));
  const bounds: Box = { left: 0, top: top + 1, right: size.width, bottom: bottom - 1 };
  const all = [...obstacles, { points: alongLine([[x, top], [x, bottom]]), weight: 25 }];
  const first = placeLabels(values.map(({ name, text, y, downs }) => ({ id: `value-${name}`, text, size: 15, bold: true, places: beside(x, y, downs) })), all, bounds, dots);
  const rest = placeLabels([...names, ...axis], all, { ...bounds, bottom: bottom + 1 }, [...dots, ...first.map(boxOf)]);
  return [...first, ...rest];
}

const axisWish = (value: number, y: number, text: string, width: number): LabelWish => ({ id: `axis-${value}`, text, size: SIZE, places: [at(width - 2, y - 4, 'end'), at(width - 2, y + 14, 'end'), at(2, y - 4, 'start'), at(2, y + 14, 'start')], optional: true });

export interface FactorValues {
  alpha: number;
  keyCount: number;
  /** Mean tr J, root mean square |J|_F, and the factor 1/α. */
  trace: number;
  frobenius: number;
  factor: number;
}

export function layoutFactors(curve: CurveResult, state: FactorValues, size: PanelSize, strings: Strings): PanelLayout {
  const { width, plot } = size;
  const [top, bottom] = [TOP, TOP + plot];
  const scale = logScale([-2, 2], top, bottom);
  const { statistics, limits, alphas } = curve;
  const trace = points(THEORY_ALPHAS, limits.jacobianTrace, width, scale);
  const frobenius = points(THEORY_ALPHAS, limits.jacobianRms, width, scale);
  const factor = points(THEORY_ALPHAS, THEORY_ALPHAS.map((alpha) => 1 / alpha), width, scale);
  // A point an octave is enough beside an exact line.
  const step = alphas.length > 13 ? 2 : 1;
  const every = <T>(list: readonly T[]): T[] => list.filter((_, i) => i % step === 0);
  const traceDots = every(points(alphas, statistics.jacobianTrace.mean, width, scale));
  const froDots = every(points(alphas, statistics.jacobianFro.meanSquare.map(Math.sqrt), width, scale));
  const bars = every(Array.from(alphas, (alpha, i) => {
    const [mean, error] = [statistics.jacobianTrace.mean[i] ?? 0, statistics.jacobianTrace.error[i] ?? 0];
    return [xOf(alpha, width), scale.y(mean + error), Math.min(bottom, scale.y(Math.max(mean - error, mean / 10)))] as const;
  }));
  const inside = (dots: readonly Point[]): Point[] => dots.filter(([, y]) => y <= bottom && y >= top);
  const x = xOf(state.alpha, width);
  const half = scale.y(1 / 2);
  const quarter = scale.y(1 / 4);
  const narrow = width < 480;
  const values: Dots[] = [
    { name: 'factor', text: significant(state.factor, 3, strings), y: scale.y(state.factor), downs: [-6, 5, 16, -18, 28, -30, 42, -44, 56] },
    // The upper of the two has its number above, the lower below.
    ...[{ name: 'trace', value: state.trace }, { name: 'frobenius', value: state.frobenius }].sort((a, b) => b.value - a.value)
      .map(({ name, value }, i) => ({ name, text: significant(value, 3, strings), y: scale.y(value), downs: i === 0 ? [-8, -16, -26, 5, 18, -38] : [18, 28, 5, 40, 52, -8, 64, -30, -44, 76] })),
  ].filter(({ y }) => y >= top && y <= bottom);
  const obstacles: Obstacle[] = [trace, frobenius, factor].flatMap((line) => cut(line, scale).map((part) => ({ points: alongLine(part), weight: 25 })));
  obstacles.push({ points: inside([...traceDots, ...froDots]).sort((a, b) => a[0] - b[0]), weight: 20 }, { points: alongLine([[0, half], [width, half]], 6), weight: 4 }, { points: alongLine([[0, quarter], [width, quarter]], 6), weight: 4 });
  const mostlyRight = [...THEORY_ALPHAS.keys()].reverse();
  const names: LabelWish[] = [
    { id: 'factor', text: strings.text(`gradient.factor.chain${narrow ? '.short' : ''}`), size: SIZE, bold: true, places: along(factor.filter(([, y]) => y > top + 4 && y < bottom), (px, py) => [at(px + 8, py - 2, 'start'), at(px - 8, py + 12, 'end')]) },
    { id: 'trace', text: 'tr J', size: SIZE, bold: true, places: along(mostlyRight.map((i) => trace[i]!), (px, py) => [at(px, py - 8, 'middle'), at(px, py + 18, 'middle')]) },
    { id: 'frobenius', text: '|J|', size: SIZE, bold: true, places: along(mostlyRight.map((i) => frobenius[i]!), (px, py) => [at(px, py - 9, 'middle'), at(px, py + 19, 'middle')]) },
    { id: 'half', text: strings.text('gradient.factor.half'), size: SIZE, places: mostlyRight.flatMap((i) => [at(xOf(THEORY_ALPHAS[i]!, width) - 4, half - 5, 'end'), at(xOf(THEORY_ALPHAS[i]!, width) - 4, half + 14, 'end')]), optional: true },
    { id: 'quarter', text: strings.text('gradient.factor.quarter'), size: SIZE, places: mostlyRight.flatMap((i) => [at(xOf(THEORY_ALPHAS[i]!, width) - 4, quarter + 14, 'end'), at(xOf(THEORY_ALPHAS[i]!, width) - 4, quarter - 5, 'end')]), optional: true },
  ];
  const marks = [100, 1, 0.01];
  return {
    width, height: bottom + 2, top, bottom, zones: zoneSpans(state.keyCount, width),
    gridlines: [100, 10, 1, 0.1, 0.01].map(scale.y), ticks: octaveTicks(width, 'α'),
    paths: [
      { name: 'dk-limit', path: `M0 ${half.toFixed(1)}H${width}M0 ${quarter.toFixed(1)}H${width}` },
      { name: 'dk-theory dk-chain', path: pathOf(cut(factor, scale)) },
      { name: 'dk-theory', path: pathOf(cut(trace, scale)) + pathOf(cut(frobenius, scale)) },
      { name: 'dk-error-bars', path: barsPath(bars.filter(([, y]) => y <= bottom)) },
      { name: 'dk-dots', path: circlesPath(inside([...traceDots, ...froDots]), 3) },
    ],
    current: { x, dots: values.map(({ y }) => y) },
    labels: place({ size, top, bottom, x }, values, names, marks.map((value) => axisWish(value, scale.y(value), strings.short(value), width)), obstacles),
  };
}

export function layoutPlanted(curve: CurveResult, state: { alpha: number; keyCount: number; weight: number }, size: PanelSize, strings: Strings): PanelLayout {
  const { width, plot } = size;
  const [top, bottom] = [TOP, TOP + plot];
  const y = linear([0, 1], [bottom, top]);
  const { weight, error } = curve.planted;
  const measured: Point[] = Array.from(PLANTED_ALPHAS, (alpha, i) => [xOf(alpha, width), y(weight[i] ?? 0)]);
  const bars = measured.map(([px], i) => [px, y(Math.min(1, (weight[i] ?? 0) + (error[i] ?? 0))), y(Math.max(0, (weight[i] ?? 0) - (error[i] ?? 0)))] as const);
  const equal = y(1 / state.keyCount);
  const x = xOf(state.alpha, width);
  const line = alongLine(measured);
  const names: LabelWish[] = [
    { id: 'equal', text: strings.text('gradient.planted.equal', { value: strings.exact(1 / state.keyCount, 3) }), size: SIZE, places: [4, 40, 80, 120, 160, 200].flatMap((left) => [at(left, equal - 6, 'start'), at(left, equal - 24, 'start'), at(left, equal + 15, 'start')]) },
  ];
  return {
    width, height: bottom + 2, top, bottom, zones: zoneSpans(state.keyCount, width),
    gridlines: [0.25, 0.5, 0.75, 1].map((value) => y(value)), ticks: octaveTicks(width, 'α'),
    paths: [
      { name: 'dk-limit', path: `M0 ${equal.toFixed(1)}H${width}` },
      { name: 'dk-context', path: pathOf([measured]) },
      { name: 'dk-error-bars', path: barsPath(bars) },
      { name: 'dk-dots', path: circlesPath(measured) },
    ],
    current: { x, dots: [y(state.weight)] },
    labels: place({ size, top, bottom, x }, [{ name: 'planted', text: strings.exact(state.weight, 3), y: y(state.weight), downs: [-8, 18, -20, 30, 5, 44] }], names, [1, 0.5, 0].map((value) => axisWish(value, y(value), String(value), width)), [{ points: line, weight: 25 }, { points: measured, weight: 20 }]),
  };
}
