// The geometry of one row of weights: bars from the largest down, the rest as one bar, and the whole row as a barcode.
import { boxOf, overlap, placeLabels, type Box, type Label, type LabelWish } from '../labels.ts';
import { linear } from '../scale.ts';
import type { Strings } from '../strings.ts';

export interface BarsLayout {
  width: number;
  height: number;
  base: number;
  gridlines: number[];
  /** The largest weight, the others, and what is left, each one path. */
  first: string;
  others: string;
  rest: string;
  restCount: number;
  restSum: number;
  shownCount: number;
  /** Strips of the barcode by strength; strength 1 is the largest weight. */
  barcode: { strength: number; path: string }[];
  barcodeTop: number;
  labels: Label[];
}

const TOP = 20;
const BARCODE = 22;
const STRENGTHS = 6;

export function layoutBars(weights: Float32Array, size: { width: number; plot: number }, strings: Strings): BarsLayout {
  const { width, plot } = size;
  const most = width < 380 ? 12 : 16;
  const y = linear([0, 1], [TOP + plot, TOP]);
  const base = y(0);

  const sorted = Float32Array.from(weights).sort().reverse();
  const shownCount = Math.min(most, sorted.length);
  const restCount = sorted.length - shownCount;
  let restSum = 0;
  for (let i = sorted.length - 1; i >= shownCount; --i) restSum += sorted[i] ?? 0;

  // The numbers of the axis stand at right, over the small bars.
  const step = Math.min(restCount > 0 ? width / (shownCount + 1.4) : (width - 40) / shownCount, 52);
  const thick = Math.max(2, Math.round(step * 0.72));
  const bar = (x: number, weight: number): string => {
    const height = Math.max(0.75, base - y(weight));
    return `M${x.toFixed(1)} ${base.toFixed(1)}v${(-height).toFixed(2)}h${thick}v${height.toFixed(2)}z`;
  };
  const left = (i: number): number => i * step + 3;
  const bars = Array.from(sorted.subarray(0, shownCount), (weight, i) => ({ weight, x: left(i), path: bar(left(i), weight) }));
  const restX = width - thick;

  const barBoxes: Box[] = bars.map(({ weight, x }) => ({ left: x, top: y(weight), right: x + thick, bottom: base }));
  if (restCount > 0) barBoxes.push({ left: restX, top: y(restSum), right: width, bottom: base });
  const labels = placeBarLabels(bars, barBoxes, { y, width, step, thick, restX: restCount > 0 ? restX : width, restSum, base }, strings);

  const barcodeTop = base + 32;
  return {
    width,
    height: barcodeTop + BARCODE,
    base,
    gridlines: [0.25, 0.5, 0.75, 1].map((value) => y(value)),
    first: bars[0]?.path ?? '',
    others: bars.slice(1).map(({ path }) => path).join(''),
    rest: restCount > 0 ? bar(restX, restSum) : '',
    restCount,
    restSum,
    shownCount,
    barcode: barcodeOf(weights, width, barcodeTop),
    barcodeTop,
    labels,
  };
}

function placeBarLabels(
  bars: { weight: number; x: number }[],
  barBoxes: Box[],
  geometry: { y: (value: number) => number; width: number; step: number; thick: number; restX: number; restSum: number; base: number },
  strings: Strings,
): Label[] {
  const { y, width, step, thick, restX, restSum, base } = geometry;
  const size = 13;
  // Two decimals tell the others apart only where the first is large.
  const wishes: LabelWish[] = bars.slice(0, step >= 36 || (bars[0]?.weight ?? 0) >= 0.1 ? 3 : 1).map(({ weight, x }, i) => {
    const text = i === 0 ? strings.exact(weight, 3) : strings.fixed(weight, step < 36 ? 2 : 3);
    const over = { x: i === 0 ? x : x + thick / 2, y: y(weight) - 6, anchor: i === 0 ? ('start' as const) : ('middle' as const) };
    const beside = { x: x + thick + 5, y: Math.min(y(weight) + 13, base - 4), anchor: 'start' as const };
    return { id: `bar-${i}`, text, size, bold: i === 0, places: i === 0 ? [beside, over] : [over, { ...over, x, anchor: 'start' as const }], optional: i > 0 };
  });
  const taken = [...barBoxes];
  const labels = placeLabels(wishes, [], { left: 0, top: 0, right: width, bottom: base }, taken).filter(
    // A later bar's value is only worth its place if it is a value at all.
    (label) => label.id === 'bar-0' || Number(label.text.replace(',', '.')) > 0,
  );
  const placed = [...taken, ...labels.map(boxOf)];
  // The numbers step aside for a tall bar of the rest.
  const right = restSum > 0.2 ? restX - 6 : width;
  for (const value of [1, 0.75, 0.5, 0.25]) {
    const text = value === 1 ? strings.text('saturation.row.axis') : strings.short(value);
    const label: Label = { id: `axis-${value}`, text, size, bold: false, x: right, y: y(value) - 5, anchor: 'end' };
    const box = boxOf(label);
    if (!placed.some((other) => overlap(box, other, 2))) labels.push(label);
  }
  return labels;
}

/** All keys in their own order. Where there are more keys than pixels, a pixel shows the strongest of its keys. */
function barcodeOf(weights: Float32Array, width: number, top: number): BarsLayout['barcode'] {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const columns = Math.min(weights.length, Math.floor(width / 2));
  const column = width / columns;
  const gap = column > 6 ? 1 : 0;
  const strongest = new Float32Array(columns);
  weights.forEach((weight, i) => {
    const at = Math.min(columns - 1, Math.floor((i * columns) / weights.length));
    strongest[at] = Math.max(strongest[at] ?? 0, weight);
  });
  const paths = Array.from({ length: STRENGTHS }, () => '');
  strongest.forEach((weight, i) => {
    const level = Math.round(Math.sqrt(largest > 0 ? weight / largest : 0) * STRENGTHS);
    if (level > 0) paths[level - 1] += `M${(i * column).toFixed(2)} ${top}h${(column - gap).toFixed(2)}v${BARCODE}h${(gap - column).toFixed(2)}z`;
  });
  return paths.map((path, i) => ({ strength: ((i + 1) / STRENGTHS) ** 2, path })).filter(({ path }) => path !== '');
}
