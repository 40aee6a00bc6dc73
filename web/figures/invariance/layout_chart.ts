// The geometry of the chart against d_k: a curve, hollow circles and a value for each rule. Paths and placed labels, in CSS pixels. Pure.
import type { Params, Zone } from '../../state/params.ts';
import { barsPath, circlesPath } from '../chart.ts';
import { smooth } from '../curve.ts';
import { placeAt as at, placesAlong, placesRound, placesWithin } from '../label_places.ts';
import { alongLine, boxOf, placeLabels, type Box, type Label, type LabelWish, type Obstacle } from '../labels.ts';
import { linear, logarithmic } from '../scale.ts';
import type { Strings } from '../strings.ts';
import type { Quantity } from './options.ts';
import { OCTAVES, type CurveResult, type RuleCurve } from './query.ts';
import { RULE_ZONES, type RuleId } from './rules.ts';
import { ruleText, valueText } from './words.ts';

export interface ChartSize {
  width: number;
  plot: number;
  outsideNumbers: boolean;
}

export interface ChartState {
  params: Params;
  quantity: Quantity;
  /** The rule that the reader's divisor follows. */
  inForce: RuleId;
  /** Where the answer for this very d_k is there, its theory by rule. */
  exact: ReadonlyMap<RuleId, number> | undefined;
}

export interface DrawnRule {
  id: RuleId;
  zone: Zone | undefined;
  theory: string;
  dots: string;
  errorBars: string;
  /** On the curve at the reader's d_k; absent where nothing is known there. */
  now: { x: number; y: number } | undefined;
}

export interface ChartLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  x: number;
  gridlines: number[];
  ticks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  rules: DrawnRule[];
  labels: (Label & { rule: RuleId | undefined })[];
}

export const CHART_TOP = 26;
/** How far below the plot the slider's track lies. */
export const SLIDER_BELOW = 26;
const INSET = 5;
const TICKS = [1, 8, 64, 512, 4096];

export const xOfDim = (headDim: number, width: number): number => (Math.log2(headDim) / OCTAVES) * width;

type Line = [number, number][];

/** A rule's theory at any d_k, linearly in log d_k. */
export function theoryAt(curve: RuleCurve, theoryDims: readonly number[], headDim: number): number {
  const after = theoryDims.findIndex((one) => one >= headDim);
  const high = curve.theory[after] ?? Number.NaN;
  if (theoryDims[after] === headDim || after <= 0) return high;
  const low = curve.theory[after - 1] ?? Number.NaN;
  const share = Math.log(headDim / theoryDims[after - 1]!) / Math.log(theoryDims[after]! / theoryDims[after - 1]!);
  return low + (high - low) * share;
}

/** The vertical axis: its scale, and the numbers on it. */
function verticalAxis(curve: CurveResult, quantity: Quantity, keyCount: number, range: [number, number]): { y: (value: number) => number; numbers: number[]; inside(value: number): boolean } {
  if (quantity === 'gradQuery') {
    const known = curve.rules.flatMap(({ theory }) => Array.from(theory)).filter((value) => Number.isFinite(value) && value > 0);
    const low = Math.floor(Math.log10(Math.min(...known, 0.1)));
    const high = Math.ceil(Math.log10(Math.max(...known, 1)) - 1e-9);
    const y = logarithmic([10 ** low, 10 ** high], range);
    return { y, numbers: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)), inside: (value) => value >= 10 ** low && value <= 10 ** high };
  }
  const most = quantity === 'entropy' ? Math.log(keyCount) : 1;
  // Room above the highest line for its number.
  return { y: linear([0, 1.1 * most], range), numbers: [0, most / 2, most], inside: (value) => value >= 0 && value <= most * 1.001 };
}

export function layoutChart(curve: CurveResult, state: ChartState, size: ChartSize, strings: Strings): ChartLayout {
  const { width, plot } = size;
  const { params, quantity, inForce } = state;
  const top = CHART_TOP;
  const bottom = top + plot;
  const { y, numbers, inside } = verticalAxis(curve, quantity, params.keyCount, [bottom - INSET, top + INSET]);
  const x = xOfDim(params.headDim, width);

  const drawn = curve.rules.map((rule) => {
    const theory: Line = curve.theoryDims.map((dim, i): [number, number] => [xOfDim(dim, width), rule.theory[i] ?? Number.NaN]).filter(([, value]) => inside(value)).map(([px, value]) => [px, y(value)]);
    const seen = curve.measuredDims.map((dim, i) => ({ px: xOfDim(dim, width), mean: rule.mean[i] ?? Number.NaN, error: rule.error[i] ?? Number.NaN })).filter(({ mean }) => inside(mean));
    const clamp = (value: number): number => Math.min(bottom, Math.max(top, y(value)));
    const measured = seen.map(({ px, mean }): [number, number] => [px, y(mean)]);
    const bars = seen.map(({ px, mean, error }): [number, number, number] => [px, mean - error > 0 || quantity !== 'gradQuery' ? clamp(mean - error) : bottom, clamp(mean + error)]);
    const value = state.exact?.get(rule.id) ?? theoryAt(rule, curve.theoryDims, params.headDim);
    return { rule, theory, measured, value, drawn: { id: rule.id, zone: RULE_ZONES[rule.id], theory: smooth(theory), dots: circlesPath(measured), errorBars: barsPath(bars), now: inside(value) ? { x, y: y(value) } : undefined } satisfies DrawnRule };
  });

  const sz = 13;
  const bounds: Box = { left: 0, top: top + 1, right: width, bottom: bottom - 1 };
  const inForceFirst = [...drawn].sort((a, b) => Number(b.rule.id === inForce) - Number(a.rule.id === inForce));
  const values: LabelWish[] = inForceFirst.flatMap(({ rule, value, drawn: one }) =>
    one.now ? [{ id: `value-${rule.id}`, text: valueText(value, quantity, strings), size: rule.id === inForce ? 16 : sz, bold: true, places: placesRound(one.now.x, one.now.y), optional: rule.id !== inForce }] : []);
  const names: LabelWish[] = drawn.filter(({ theory }) => theory.length > 0).map(({ rule, theory }) => {
    const text = ruleText(rule.id, params, strings);
    // Where d_k is large the rules are far apart.
    const far = theory.filter(([px]) => px > width * 0.3);
    const along = placesAlong(far, { width, height: far.at(-1)?.[1] ?? 0, side: 'right' });
    const further = [20, 40].flatMap((away) => along.filter(({ anchor }) => anchor === 'middle').flatMap((place) => [{ ...place, y: place.y - away }, { ...place, y: place.y + away }]));
    return { id: `name-${rule.id}`, text, size: sz, bold: true, places: placesWithin([...along, ...further], { text, size: sz, bold: true }, bounds) };
  });
  const obstacles: Obstacle[] = [
    ...drawn.flatMap(({ theory, measured }) => [{ points: alongLine(theory), weight: 30 }, { points: measured, weight: 40 }]),
    { points: alongLine([[x, top], [x, bottom]]), weight: 20 },
  ];
  const dots: Box[] = drawn.flatMap(({ drawn: { now, id } }) => (now ? [boxAround(now, id === inForce ? 8 : 5)] : []));
  const inner = placeLabels([...values, ...names], obstacles, bounds, dots);
  const axis = placeLabels(numbers.map((value, i) => axisNumber(value, y(value), i === numbers.length - 1, quantity, size, strings)), obstacles, { ...bounds, top: top - 12, right: size.outsideNumbers ? width + 52 : width, bottom: bottom + 8 }, [...dots, ...inner.map(boxOf)]);
  return {
    width, height: bottom + SLIDER_BELOW, top, bottom, x,
    gridlines: numbers.map((value) => y(value)),
    ticks: TICKS.map((dim, i) => ({ x: xOfDim(dim, width), label: i === 0 ? `d_k = ${dim}` : String(dim), anchor: i === 0 ? 'start' : i === TICKS.length - 1 ? 'end' : 'middle' })),
    rules: drawn.map((one) => one.drawn),
    labels: [...inner, ...axis].map((label) => ({ ...label, rule: /^(?:name|value)-(.*)$/.exec(label.id)?.[1] as RuleId | undefined })),
  };
}

const boxAround = ({ x, y }: { x: number; y: number }, r: number): Box => ({ left: x - r, top: y - r, right: x + r, bottom: y + r });

function axisNumber(value: number, line: number, highest: boolean, quantity: Quantity, { width, outsideNumbers }: ChartSize, strings: Strings): LabelWish {
  const text = quantity === 'entropy' && highest ? `ln n = ${strings.fixed(value, 2)}` : quantity === 'entropy' ? strings.fixed(value, 2) : strings.short(value);
  const baseline = highest && quantity === 'gradQuery' ? line + 15 : line - 6;
  const inside = [at(width - 1, baseline, 'end'), at(2, baseline, 'start'), at(width / 3, baseline, 'middle')];
  return { id: `axis-${text}`, text, size: 13, places: outsideNumbers && !text.startsWith('ln') ? [at(width + 10, line + 4.5, 'start')] : inside, optional: true };
}
