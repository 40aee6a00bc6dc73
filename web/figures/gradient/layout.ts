// The geometry of gradients against the divisor: three lines over single rows' dots, the theory beside them, labels placed by rule. Pure.
import { zoneOf, type Zone } from '../../state/params.ts';
import { circlesPath } from '../chart.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, WORDS_BELOW, octaveTicks, placeZoneWords, xOf, zoneSpans, type Tick, type ZoneLabel, type ZoneSpan } from '../divisor_axis.ts';
import { alongLine, type Label, type Obstacle } from '../labels.ts';
import type { Strings } from '../strings.ts';
import { placeGradientLabels } from './layout_labels.ts';
import { THEORY_ALPHAS, normOf, rmsOf, seriesAt, type CurveResult, type Gradient } from './query.ts';
import { cut, decades, logScale, pathOf, points, type LogScale, type Point } from './scale.ts';
import { layoutStrip, type Strip } from './strip.ts';

export interface GradientSize {
  width: number;
  /** Height of the picture itself, between its top and bottom axis. */
  plot: number;
  /** Whether the numbers of the vertical axis hang outside, at right. */
  outsideNumbers: boolean;
}

export const LINES = ['p999', 'mean', 'median'] as const;
export type Line = (typeof LINES)[number];

export interface GradientState {
  of: Gradient;
  keyCount: number;
  /** Where the reader is now, and the values there. */
  alpha: number;
  values: Readonly<Record<Line, number>>;
}

export interface GradientLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  track: number;
  zones: readonly ZoneSpan[];
  gridlines: number[];
  ticks: Tick[];
  lines: Readonly<Record<Line, string>>;
  /** Theory: the root mean square, and what the mean tends to. */
  rms: string;
  limit: string;
  guide: string;
  rmsDots: string;
  strip: Strip | undefined;
  current: { x: number; zone: Zone; beyond: 'left' | 'right' | undefined; dots: number[]; top: number };
  labels: Label[];
  zoneWords: ZoneLabel[];
}

const TOP = 26;

/** Decades shown, the same for every state, so that the axis stands still. */
const DOMAINS: Readonly<Record<Gradient, readonly [number, number]>> = { query: [-6, 2.7], key: [-6, 2.7], scores: [-6, 0.7], value: [-2.2, 0.2] };

/** What doesn't move while only the divisor does. */
export interface Series {
  key: string;
  points: Readonly<Record<Line, Point[]>>;
  rms: Point[];
  /** The level that the mean tends to at one end; where it begins and ends. */
  limit: { y: number; from: number; to: number; value: number };
  /** A short line of slope −1, where the factor 1/c alone is left. */
  guide: Point[];
  paths: Pick<GradientLayout, 'lines' | 'rms' | 'limit' | 'guide' | 'rmsDots'>;
  strip: Strip | undefined;
  obstacles: Obstacle[];
}

const drawn = new WeakMap<CurveResult, Series>();

/** What the mean of the chosen gradient tends to, and at which end. */
function limitOf(curve: CurveResult, of: Gradient): { value: number; from: number; to: number } {
  const { limits } = curve;
  if (of === 'scores') return { value: limits.uniformJacobianFro, from: 2, to: 2 ** AXIS };
  if (of === 'value') return { value: limits.uniformWeightNorm, from: 2, to: 2 ** AXIS };
  return { value: limits.meanPlateau, from: 2 ** -AXIS, to: 0.5 };
}

function guideOf(curve: CurveResult, of: Gradient, width: number, scale: LogScale): Point[] {
  if (of !== 'query' && of !== 'key') return [];
  const norm = normOf(curve.statistics, of);
  const law = (alpha: number): number => scale.y(seriesAt(curve.limits.largeAlphaRms, alpha));
  const lift = law(4) - scale.y(seriesAt(norm.p999, 4)) + 30;
  return [6, 24].map((alpha) => [xOf(alpha, width), law(alpha) - lift]);
}

function seriesOf(curve: CurveResult, of: Gradient, width: number, scale: LogScale): Series {
  const key = [of, width, scale.bottom].join(' ');
  const known = drawn.get(curve);
  if (known?.key === key) return known;
  const norm = normOf(curve.statistics, of);
  const all = { p999: points(curve.alphas, norm.p999, width, scale), mean: points(curve.alphas, norm.mean, width, scale), median: points(curve.alphas, norm.median, width, scale) };
  const rms = points(THEORY_ALPHAS, rmsOf(curve.limits, of), width, scale);
  const measured = points(curve.alphas, norm.meanSquare.map(Math.sqrt), width, scale);
  const parts = { p999: cut(all.p999, scale), mean: cut(all.mean, scale), median: cut(all.median, scale), rms: cut(rms, scale) };
  const { value, from, to } = limitOf(curve, of);
  const limit = { value, y: scale.y(value), from: xOf(from, width), to: xOf(to, width) };
  const guide = guideOf(curve, of, width, scale);
  // Measured roots of mean squares are shown where they stand apart from the mean.
  const apart = measured.filter(([, y], i) => Math.abs(y - all.mean[i]![1]) > 9 && y > scale.top && y < scale.bottom);
  const strip = of === 'query' ? layoutStrip(curve, width, scale) : undefined;
  const series: Series = {
    key, points: all, rms, limit, guide, strip,
    paths: {
      lines: { p999: pathOf(parts.p999), mean: pathOf(parts.mean), median: pathOf(parts.median) },
      rms: pathOf(parts.rms),
      limit: `M${limit.from.toFixed(1)} ${limit.y.toFixed(1)}H${limit.to.toFixed(1)}`,
      guide: guide.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(''),
      rmsDots: circlesPath(apart, 3),
    },
    obstacles: [
      ...[parts.mean, parts.median, parts.p999].flatMap((one) => one.map((part) => ({ points: alongLine(part), weight: 30 }))),
      ...parts.rms.map((part) => ({ points: alongLine(part), weight: 16 })),
      { points: alongLine([[limit.from, limit.y], [limit.to, limit.y]]), weight: 14 },
      { points: alongLine(guide), weight: 30 },
      { points: apart, weight: 20 },
    ],
  };
  drawn.set(curve, series);
  return series;
}

export function layoutGradient(curve: CurveResult, state: GradientState, size: GradientSize, strings: Strings): GradientLayout {
  const { width, plot } = size;
  const top = TOP;
  const bottom = TOP + plot;
  const scale = logScale(DOMAINS[state.of], top, bottom);
  const series = seriesOf(curve, state.of, width, scale);
  const zones = zoneSpans(state.keyCount, width);
  const logAlpha = Math.log2(state.alpha);
  const x = xOf(state.alpha, width);
  const heights = LINES.map((line) => scale.y(state.values[line]));
  const inside = heights.filter((y) => y >= top && y <= bottom);
  const current = {
    x, zone: zoneOf(1 / state.alpha, state.keyCount), dots: inside, top: Math.min(bottom, ...inside),
    beyond: logAlpha < -AXIS - 1e-9 ? ('left' as const) : logAlpha > AXIS + 1e-9 ? ('right' as const) : undefined,
  };
  const words = state.of === 'key' ? 'query' : state.of;
  return {
    width, height: bottom + CHIPS_BELOW, top, bottom, track: bottom + TRACK_BELOW, zones,
    gridlines: decades(scale).map((decade) => scale.y(10 ** decade)),
    ticks: octaveTicks(width, 'α'),
    ...series.paths,
    strip: series.strip,
    current,
    labels: placeGradientLabels({ scale, series, state, size, current, heights, strings, decades: decades(scale, state.of === 'value' ? 1 : 2) }),
    zoneWords: placeZoneWords(zones, x, bottom + WORDS_BELOW, width, strings, `gradient.zone.${words}`),
  };
}
