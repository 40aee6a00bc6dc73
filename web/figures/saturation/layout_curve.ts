// The geometry of the curve panel: paths and placed labels, in CSS pixels. Pure; a test checks that no two labels meet.
import { zoneLimits, zoneOf, type Zone } from '../../state/params.ts';
import { barsPath, circlesPath } from '../chart.ts';
import { smooth } from '../curve.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, WORDS_BELOW, octaveTicks, placeZoneWords, xOf, zoneSpans, type Tick, type ZoneLabel, type ZoneSpan } from '../divisor_axis.ts';
import { alongLine, boxOf, placeLabels, type Box, type Label, type LabelWish, type Obstacle, type Place } from '../labels.ts';
import { linear, type Scale } from '../scale.ts';
import type { Strings } from '../strings.ts';
import { CONTEXT_KEY_COUNTS, MEASURED_ALPHAS, THEORY_ALPHAS, type CurveResult } from './query.ts';

export interface CurveSize {
  width: number;
  /** Height of the picture itself, between its top and bottom axis. */
  plot: number;
  /** Whether the numbers of the vertical axis hang outside, at right. */
  outsideNumbers: boolean;
}

export interface CurveState {
  keyCount: number;
  /** Where the reader is now, and the mean largest weight there. */
  alpha: number;
  value: number;
}

export interface CurveLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  track: number;
  zones: readonly ZoneSpan[];
  threshold: number;
  gridlines: number[];
  ticks: Tick[];
  theory: string;
  contexts: string[];
  dots: string;
  errorBars: string;
  current: { x: number; y: number; zone: Zone; beyond: 'left' | 'right' | undefined };
  labels: Label[];
  zoneWords: ZoneLabel[];
}

const TOP = 26;

/** What doesn't move while only the divisor does: paths of the series, and the places that labels keep clear of. */
interface Series {
  key: string;
  theory: [number, number][];
  measured: [number, number][];
  shown: { count: number; line: [number, number][] }[];
  paths: Pick<CurveLayout, 'theory' | 'contexts' | 'dots' | 'errorBars'>;
  obstacles: Obstacle[];
}

const drawn = new WeakMap<CurveResult, Series>();

function seriesOf(curve: CurveResult, keyCount: number, width: number, y: Scale): Series {
  const key = [keyCount, width, ...y.ends].join(' ');
  const known = drawn.get(curve);
  if (known?.key === key) return known;
  const points = (alphas: Float64Array, values: Float64Array): [number, number][] => Array.from(alphas, (alpha, i) => [xOf(alpha, width), y(values[i] ?? 0)]);
  const theory = points(THEORY_ALPHAS, curve.theory.maxWeight);
  const measured = points(MEASURED_ALPHAS, curve.measured.maxWeightMean);
  const shown = CONTEXT_KEY_COUNTS.map((count, i) => ({ count, line: points(THEORY_ALPHAS, curve.contexts[i]!.maxWeight) })).filter(({ count }) => count !== keyCount);
  const series: Series = {
    key,
    theory,
    measured,
    shown,
    paths: {
      theory: smooth(theory),
      contexts: shown.map((context) => smooth(context.line)),
      dots: circlesPath(measured),
      errorBars: errorBars(curve, measured, y),
    },
    obstacles: [
      { points: alongLine(theory), weight: 30 },
      { points: measured, weight: 40 },
      ...shown.map(({ line: context }) => ({ points: alongLine(context), weight: 12 })),
    ],
  };
  drawn.set(curve, series);
  return series;
}

export function layoutCurve(curve: CurveResult, state: CurveState, size: CurveSize, strings: Strings): CurveLayout {
  const { width, plot } = size;
  const top = TOP;
  const bottom = TOP + plot;
  const y = linear([0, 1], [bottom, top]);
  const series = seriesOf(curve, state.keyCount, width, y);

  const zones = zoneSpans(state.keyCount, width);
  const threshold = zones[0].to;

  const logAlpha = Math.log2(state.alpha);
  const current = {
    x: xOf(state.alpha, width),
    y: y(Math.min(1, Math.max(0, state.value))),
    zone: zoneOf(1 / state.alpha, state.keyCount),
    beyond: logAlpha < -AXIS - 1e-9 ? ('left' as const) : logAlpha > AXIS + 1e-9 ? ('right' as const) : undefined,
  };

  return {
    width,
    height: bottom + CHIPS_BELOW,
    top,
    bottom,
    track: bottom + TRACK_BELOW,
    zones,
    threshold,
    gridlines: [0.25, 0.5, 0.75, 1].map((value) => y(value)),
    ticks: octaveTicks(width, 'σ'),
    ...series.paths,
    current,
    labels: placeCurveLabels({ y, width, top, bottom, threshold, limit: zoneLimits(state.keyCount).saturated, current, series, state, size, strings }),
    zoneWords: placeZoneWords(zones, current.x, bottom + WORDS_BELOW, width, strings),
  };
}

function errorBars(curve: CurveResult, measured: [number, number][], y: Scale): string {
  return barsPath(measured.map(([x], i) => {
    const mean = curve.measured.maxWeightMean[i] ?? 0;
    const error = curve.measured.maxWeightError[i] ?? 0;
    return [x, y(Math.max(0, mean - error)), y(Math.min(1, mean + error))];
  }));
}

interface PlaceContext {
  y: Scale;
  width: number;
  top: number;
  bottom: number;
  threshold: number;
  limit: number;
  current: CurveLayout['current'];
  series: Series;
  state: CurveState;
  size: CurveSize;
  strings: Strings;
}

function placeCurveLabels(c: PlaceContext): Label[] {
  const { y, width, top, bottom, current, state, strings } = c;
  const size = 13;
  const at = (x: number, baseline: number, anchor: Place['anchor']): Place => ({ x, y: baseline, anchor });
  const { x: cx, y: cy } = current;
  const around: Place[] = [
    at(cx - 12, cy + 24, 'end'), at(cx + 13, cy - 10, 'start'), at(cx + 13, cy + 5, 'start'), at(cx - 13, cy + 5, 'end'),
    at(cx - 12, cy - 12, 'end'), at(cx + 13, cy + 24, 'start'), at(cx, cy - 16, 'middle'), at(cx + 13, cy - 30, 'start'), at(cx - 13, cy - 30, 'end'),
    at(cx + 13, cy - 50, 'start'), at(cx - 13, cy - 50, 'end'), at(cx + 10, cy + 44, 'start'), at(cx + 10, cy + 64, 'start'), at(cx + 10, cy + 90, 'start'),
  ];
  const onLine = (points: [number, number][], right: boolean): Place[] =>
    [...points.keys()]
      .filter((i) => i % 2 === 0 && points[i]![0] > 20 && points[i]![0] < width - 20)
      .flatMap((i) => {
        const [px, py] = points[i]!;
        const above = at(px + 9, py - 4, 'start');
        const below = at(px - 8, py + 13, 'end');
        const over = at(px, py - 8, 'middle');
        return right ? [above, over, below] : [below, above, over];
      });
  // The middle of a curve's fall comes first: there it is told apart best.
  const byHeight = (places: Place[], height: number): Place[] => [...places].sort((a, b) => Math.abs(a.y - y(height)) - Math.abs(b.y - y(height))).slice(0, 60);
  const context = (count: number): LabelWish => {
    const points = c.series.shown.find((one) => one.count === count)!.line;
    const places = byHeight(onLine(points, count < state.keyCount), count < state.keyCount ? 0.22 : 0.12);
    return { id: `n-${count}`, text: `n = ${count}`, size, places, optional: true };
  };

  const number = (value: number, text: string): LabelWish => {
    const line = y(value);
    return c.size.outsideNumbers
      ? { id: `axis-${text}`, text, size, places: [at(width + 10, line + 4.5, 'start')] }
      : { id: `axis-${text}`, text, size, places: [at(width - 1, value === 1 ? line + 14 : line - 5, 'end'), at(width - 1, value === 1 ? line + 30 : line + 14, 'end'), at(2, line - 5, 'start'), at(2, line + 14, 'start')], optional: true };
  };

  // Off the axis the point stands at the edge, and words say so.
  const beyondWish = (side: 'left' | 'right'): LabelWish => ({
    id: 'beyond', text: strings.text(`saturation.curve.beyond-${side}`), size,
    places: [-46, -64, 46, 64, -82, -100, 84, 112, 140].map((down) => (side === 'left' ? at(4, cy + down, 'start') : at(width - 4, cy + down, 'end'))),
  });

  const wishes: LabelWish[] = [
    { id: 'current', text: strings.exact(state.value, 4), size: 16, bold: true, places: around },
    {
      id: 'threshold', text: `σ = √(2 ln n) = ${strings.fixed(c.limit, 2)}`, size,
      places: [17, 34, 51, 68].flatMap((down) => [at(c.threshold + 9, top + down, 'start'), at(c.threshold - 9, top + down, 'end')]),
    },
    ...(current.beyond ? [beyondWish(current.beyond)] : []),
    { id: 'n', text: `n = ${state.keyCount}`, size, bold: true, places: byHeight(onLine(c.series.theory, true), 0.33), optional: true },
    ...c.series.shown.map(({ count }) => context(count)),
    number(1, '1'), number(0.5, '0.5'), number(0, '0'),
  ];
  const obstacles: Obstacle[] = [
    ...c.series.obstacles,
    { points: alongLine([[c.threshold, top], [c.threshold, bottom]]), weight: 25 },
    { points: alongLine([[cx, cy + 9], [cx, bottom]]), weight: 25 },
  ];
  const bounds: Box = { left: 0, top: top + 1, right: c.size.outsideNumbers ? width + 44 : width, bottom: bottom - 1 };
  const outside = c.size.outsideNumbers ? { ...bounds, top: top - 12, bottom: bottom + 8 } : { ...bounds, bottom: bottom + 3 };
  const dot: Box = { left: cx - 8, top: cy - 8, right: cx + 8, bottom: cy + 8 };
  const inner = wishes.filter((wish) => !wish.id.startsWith('axis'));
  const axis = wishes.filter((wish) => wish.id.startsWith('axis'));
  const placed = placeLabels(inner, obstacles, { ...bounds, right: width }, [dot]);
  return [...placed, ...placeLabels(axis, obstacles, outside, [dot, ...placed.map(boxOf)])];
}
