// The geometry of the densities of the logits at three dimensions, and of the sample at the reader's. Paths and placed labels, in CSS pixels. Pure.
import type { Params } from '../../state/params.ts';
import { divisorOf } from '../../state/params.ts';
import { barsPath, circlesPath } from '../chart.ts';
import { smooth } from '../curve.ts';
import { placeAt as at, placesAlong, placesWithin } from '../label_places.ts';
import { alongLine, boxOf, placeLabels, type Box, type Label, type LabelWish } from '../labels.ts';
import { linear, roundNumbers } from '../scale.ts';
import type { Strings } from '../strings.ts';
import { BINS, DENSITY_DIMS, DENSITY_POINTS, type StateResult } from './query.ts';

export interface DensityLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  lines: string[];
  /** The reader's d_k: the area under its density, and what was drawn. */
  area: string;
  dots: string;
  errorBars: string;
  ticks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  labels: Label[];
}

const TOP = 8;
const BELOW = 52;
/** Half the picture in standard deviations of the widest density. */
const REACH = 3.2;
const BIN_WIDTH = (BINS.high - BINS.low) / BINS.bins;

type Line = [number, number][];

/** The spread of the logits that the reader's divisor leaves at this dimension. */
export const spreadAt = (params: Params, headDim: number): number => Math.sqrt(headDim) / divisorOf({ ...params, headDim });

export function layoutDensity(state: StateResult, params: Params, size: { width: number; plot: number }, strings: Strings): DensityLayout {
  const { width, plot } = size;
  const top = TOP;
  const bottom = top + plot;
  const spreads = DENSITY_DIMS.map((dim) => spreadAt(params, dim));
  const reach = REACH * Math.max(...spreads);
  const most = Math.max(...state.densities.map((density, i) => Math.max(...density) / spreads[i]!));
  const x = linear([-reach, reach], [0, width]);
  const y = linear([0, 1.08 * most], [bottom, top]);
  const points = (density: Float64Array, sigma: number): Line =>
    Array.from(DENSITY_POINTS, (z, i): [number, number] => [z * sigma, (density[i] ?? 0) / sigma]).filter(([at_]) => Math.abs(at_) <= reach).map(([at_, value]) => [x(at_), Math.max(top, y(value))]);

  const curves = state.densities.map((density, i) => points(density, spreads[i]!));
  const own = spreadAt(params, params.headDim);
  const area = points(state.density, own);
  const bins = Array.from(state.sample.counts, (count, i) => {
    const share = count / state.pairs;
    const scale = 1 / (BIN_WIDTH * own);
    return { at: (BINS.low + (i + 0.5) * BIN_WIDTH) * own, value: share * scale, error: Math.sqrt((share * (1 - share)) / state.pairs) * scale };
  }).filter((bin) => Math.abs(bin.at) <= reach && y(bin.value) >= top);

  const size_ = 13;
  const bounds: Box = { left: 0, top, right: width, bottom: bottom - 2 };
  const name = (dim: number, curve: Line, height: number, bold: boolean): LabelWish => {
    const text = `d_k = ${dim}`;
    const right = curve.filter(([px]) => px > width / 2);
    return { id: `dim-${dim}`, text, size: size_, bold, places: placesWithin(placesAlong(right.length > 2 ? right : curve, { width, height: bottom - height * (bottom - Math.min(...curve.map(([, py]) => py))), side: 'right' }), { text, size: size_, bold }, bounds) };
  };
  const others = DENSITY_DIMS.map((dim, i) => ({ dim, wish: name(dim, curves[i]!, [0.72, 0.42, 0.16][i]!, false) })).filter(({ dim }) => dim !== params.headDim);
  const obstacles = [...curves.map((curve) => ({ points: alongLine(curve), weight: 14 })), { points: bins.map((bin): [number, number] => [x(bin.at), y(bin.value)]), weight: 30 }];
  const labels = placeLabels([name(params.headDim, area.length > 0 ? area : curves[0]!, 0.9, true), ...others.map(({ wish }) => wish)], obstacles, bounds);
  const ticks = roundNumbers([-reach, reach], width < 480 ? 4 : 6).filter((value) => x(value) > 12 && x(value) < width - 12);
  return {
    width, height: bottom + BELOW, top, bottom,
    lines: curves.map((curve) => smooth(curve)),
    area: area.length > 1 ? `${smooth(area)}L${area.at(-1)![0].toFixed(2)} ${bottom}L${area[0]![0].toFixed(2)} ${bottom}Z` : '',
    dots: circlesPath(bins.map((bin): [number, number] => [x(bin.at), y(bin.value)]), 2.75),
    errorBars: barsPath(bins.map((bin): [number, number, number] => [x(bin.at), y(Math.max(0, bin.value - bin.error)), Math.max(top, y(bin.value + bin.error))])),
    ticks: ticks.map((value) => ({ x: x(value), label: strings.short(value), anchor: 'middle' as const })),
    labels: [...labels, ...axisName(width, bottom, labels, strings)],
  };
}

function axisName(width: number, bottom: number, placed: readonly Label[], strings: Strings): Label[] {
  return placeLabels([{ id: 'axis', text: strings.text('invariance.density.axis'), size: 13, places: [at(width / 2, bottom + 35, 'middle')] }], [], { left: 0, top: 0, right: width, bottom: bottom + 60 }, placed.map(boxOf));
}
