// The geometry of the chart: share of rows that overflow against the divisor. Paths and placed labels, in CSS pixels. Pure.
import { zoneLimits, type Zone } from '../../state/params.ts';
import { barsPath, circlesPath } from '../chart.ts';
import { smooth } from '../curve.ts';
import { AXIS, CHIPS_BELOW, TRACK_BELOW, WORDS_BELOW, octaveTicks, placeZoneWords, xOf, zoneSpans, type Tick, type ZoneLabel, type ZoneSpan } from '../divisor_axis.ts';
import { placeAt as at, placesAlong, placesRound, placesWithin } from '../label_places.ts';
import { alongLine, boxOf, placeLabels, type Box, type Label, type LabelWish, type Obstacle } from '../labels.ts';
import { linear, type Scale } from '../scale.ts';
import type { Strings } from '../strings.ts';
import { CONTEXT_ALPHAS, MEASURED_ALPHAS, THEORY_ALPHAS, overflowing, type ContextName, type CurveResult, type Setting } from './query.ts';

export interface ChartSize {
  width: number;
  plot: number;
  /** Whether the numbers of the vertical axis hang outside, at right. */
  outsideNumbers: boolean;
}

export interface ChartState {
  alpha: number;
  /** The share there, and how it is written. */
  value: number;
  text: string;
}

export interface ChartLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  track: number;
  zones: readonly ZoneSpan[];
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

type Line = [number, number][];

export const CHART_TOP = 26;
/** The curves' ends lie on the axis; a little room keeps a flat one apart from it. */
const INSET = 5;

/** The zone of α for entries of this spread. */
export function zoneAt(alpha: number, { entryStd, keyCount }: Pick<Setting, 'entryStd' | 'keyCount'>): Zone {
  const limits = zoneLimits(keyCount);
  const sigma = entryStd ** 2 / alpha;
  return sigma > limits.saturated ? 'small' : sigma < limits.flat ? 'large' : 'ok';
}

export function layoutChart(curve: CurveResult, setting: Setting, state: ChartState, size: ChartSize, strings: Strings): ChartLayout {
  const { width, plot } = size;
  const top = CHART_TOP;
  const bottom = top + plot;
  const y = linear([0, 1], [bottom - INSET, top + INSET]);
  const points = (alphas: Float64Array, values: ArrayLike<number>): Line => Array.from(alphas, (alpha, i) => [xOf(alpha, width), y(values[i] ?? 0)]);

  const theory = points(THEORY_ALPHAS, curve.exact);
  const contexts = curve.contexts.map(({ name, exact }) => ({ name, line: points(CONTEXT_ALPHAS, exact) }));
  const shares = curve.measured.map((share) => overflowing(setting.algorithm, share));
  const measured = points(MEASURED_ALPHAS, shares.map(({ share }) => share));
  const zones = zoneSpans(setting.keyCount, width, setting.entryStd ** 2);
  const logAlpha = Math.log2(state.alpha);
  const current: ChartLayout['current'] = {
    x: xOf(state.alpha, width), y: y(Math.min(1, Math.max(0, state.value))), zone: zoneAt(state.alpha, setting),
    beyond: logAlpha < -AXIS - 1e-9 ? 'left' : logAlpha > AXIS + 1e-9 ? 'right' : undefined,
  };
  return {
    width, height: bottom + CHIPS_BELOW, top, bottom, track: bottom + TRACK_BELOW, zones,
    gridlines: [0, 0.5, 1].map((value) => y(value)),
    ticks: octaveTicks(width, 'α'),
    theory: smooth(theory),
    contexts: contexts.map((context) => smooth(context.line)),
    dots: circlesPath(measured),
    errorBars: barsPath(measured.map(([x], i) => [x, y(Math.max(0, shares[i]!.share - shares[i]!.error)), y(Math.min(1, shares[i]!.share + shares[i]!.error))])),
    current,
    labels: placeChartLabels({ y, top, bottom, current, theory, measured, contexts, setting, state, size, strings }),
    zoneWords: placeZoneWords(zones, current.x, bottom + WORDS_BELOW, width, strings).filter(({ zone }) => zones.some((span) => span.zone === zone && span.to - span.from > 4)),
  };
}

interface PlaceContext {
  y: Scale;
  top: number;
  bottom: number;
  current: ChartLayout['current'];
  theory: Line;
  measured: Line;
  contexts: { name: ContextName; line: Line }[];
  setting: Setting;
  state: ChartState;
  size: ChartSize;
  strings: Strings;
}

/** What a curve is called where it lies. bfloat16 shares float32's. */
export function curveName(name: ContextName, strings: Strings): string {
  if (name === 'naive') return strings.text('overflow.curve.naive');
  return name === 'float32' ? strings.text('overflow.curve.float32') : name;
}

/** Where a context curve lies by itself; all of it where it never does. */
function apart(own: Line, { theory, contexts }: PlaceContext): Line {
  const every = (theory.length - 1) / (own.length - 1);
  const others = [theory.filter((_, i) => i % every === 0), ...contexts.map((context) => context.line).filter((points) => points !== own)];
  const alone = own.filter(([, py], i) => others.every((points) => Math.abs(points[i]![1] - py) > 14));
  return alone.length > 0 ? alone : own;
}

function placeChartLabels(c: PlaceContext): Label[] {
  const { y, top, bottom, current, strings, setting } = c;
  const { width } = c.size;
  const size = 13;
  const { x: cx, y: cy } = current;
  const name = setting.algorithm === 'naive' ? setting.format : strings.text('overflow.curve.stable', { format: setting.format });
  const bounds: Box = { left: 0, top: top + 1, right: width, bottom: bottom - 1 };
  const onCurve = (id: string, text: string, points: Line, bold: boolean, share: number): LabelWish => {
    const along = placesAlong(points, { width, height: y(share), side: 'right' });
    // A flat curve leaves one row of places; others lie further from it.
    const middles = bold ? along.filter(({ anchor }) => anchor === 'middle') : [];
    const further = [20, 40].flatMap((away) => middles.map((place) => ({ ...place, y: place.y + (place.y > y(0.5) ? -away : away) })));
    return { id, text, size, bold, places: placesWithin([...along, ...further], { text, size, bold }, bounds), optional: !bold };
  };
  const number = (value: number, text: string): LabelWish =>
    c.size.outsideNumbers
      ? { id: `axis-${text}`, text, size, places: [at(width + 10, y(value) + 4.5, 'start')] }
      : { id: `axis-${text}`, text, size, places: [at(width - 1, value === 1 ? y(value) + 15 : y(value) - 6, 'end'), at(2, value === 1 ? y(value) + 15 : y(value) - 6, 'start')], optional: true };
  const inner: LabelWish[] = [
    { id: 'current', text: c.state.text, size: 16, bold: true, places: placesRound(cx, cy) },
    ...(current.beyond
      ? [{ id: 'beyond', text: strings.text(`overflow.curve.beyond-${current.beyond}`), size, places: [-46, -64, 46, 64, -82, -100, 84, 112].map((down) => (current.beyond === 'left' ? at(4, cy + down, 'start') : at(width - 4, cy + down, 'end'))) }]
      : []),
    onCurve('series', name, c.theory, true, 0.62),
    ...c.contexts.map((context) => onCurve(`context-${context.name}`, curveName(context.name, strings), apart(context.line, c), false, 0.35)),
  ];
  const obstacles: Obstacle[] = [
    { points: alongLine(c.theory), weight: 30 },
    { points: c.measured, weight: 40 },
    ...c.contexts.map(({ line: points }) => ({ points: alongLine(points), weight: 12 })),
    { points: alongLine([[cx, cy + 9], [cx, bottom]]), weight: 25 },
  ];
  const outside: Box = c.size.outsideNumbers ? { left: 0, top: top - 12, right: width + 44, bottom: bottom + 8 } : { ...bounds, bottom: bottom + 3 };
  const dot: Box = { left: cx - 8, top: cy - 8, right: cx + 8, bottom: cy + 8 };
  const placed = placeLabels(inner, obstacles, bounds, [dot]);
  return [...placed, ...placeLabels([number(1, '1'), number(0.5, '0.5'), number(0, '0')], obstacles, outside, [dot, ...placed.map(boxOf)])];
}
