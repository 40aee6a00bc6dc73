// The geometry of the histogram and the curves over it, in CSS pixels. Pure; a test checks that no two labels meet.
import { barsPath, circlesPath } from '../chart.ts';
import { straight } from '../curve.ts';
import { alongLine, placeLabels, type Box, type Label, type LabelWish, type Obstacle, type Place } from '../labels.ts';
import { clamped, linear } from '../scale.ts';
import type { Strings } from '../strings.ts';
import { BINS, isPlain, type DotProductOptions, type SampleRequest, type SampleResult } from './query.ts';

export interface HistogramLayout {
  width: number;
  height: number;
  top: number;
  base: number;
  bars: string;
  errorBars: string;
  /** Single pairs, where they are few. */
  dots: string;
  exact: string;
  normal: string;
  /** The keys that ρ leaves alone. */
  others: string;
  ones: string;
  /** From the mean to one standard deviation beside it. */
  bracket: string;
  ticks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  labels: Label[];
}

const TOP = 8;
const BELOW = 26;
const SIZE = 13;
/** The picture is at most this many times as high as the normal curve; the pole at d_k = 1 is cut. */
const CAP = 1.75;

type Point = [x: number, y: number];
const at = (x: number, y: number, anchor: Place['anchor']): Place => ({ x, y, anchor });

const normalPdf = (x: number, mean: number, sigma: number): number => Math.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * Math.sqrt(2 * Math.PI));

export function layoutHistogram(request: SampleRequest, result: SampleResult, options: DotProductOptions, size: { width: number; plot: number }, strings: Strings): HistogramLayout {
  const { width, plot } = size;
  const { sample, law } = result;
  const { axis, spread } = request;
  const [top, base] = [TOP, TOP + plot];
  const plain = isPlain(options);
  const dotted = sample.logits.length > 0;
  const mean = sample.theoryMeanKnown && Number.isFinite(sample.theoryMean) ? sample.theoryMean : spread.mean;
  // Where there is no finite variance, there is no normal curve to compare with, and no σ to mark.
  const known = sample.theoryVarianceKnown && Number.isFinite(sample.theoryVariance);
  const sigma = known ? Math.sqrt(sample.theoryVariance) : 0;
  const peak = normalPdf(0, 0, sigma > 0 ? sigma : spread.sigma);

  const pairs = request.sample.pairs;
  const step = (request.sample.histogramHigh - request.sample.histogramLow) / BINS;
  const density = sample.counts.map((count) => count / (pairs * step));
  const x = linear([-axis, axis], [0, width]);
  const others = options.rho !== 0 && options.scope === 'one' && options.entries === 'normal' && options.mean === 0;
  const lawPeak = plain || others ? law.pdf.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, value) : most), 0) : 0;
  const highest = Math.min(CAP * peak, Math.max(1.08 * peak, 1.04 * lawPeak, dotted ? 0 : 1.02 * density.reduce((most, value) => Math.max(most, value), 0)));
  const y = clamped(linear([0, highest], [base, top]));

  const xs = Array.from(request.law.x);
  const normal: Point[] = sigma > 0 ? xs.map((value) => [x(value), y(normalPdf(value, mean, sigma))]) : [];
  const ofLaw: Point[] = xs.map((value, i) => [x(value), y(Number.isFinite(law.pdf[i]) ? law.pdf[i]! : highest)]);
  const bins = Array.from(density, (value, i) => ({ left: request.sample.histogramLow + i * step, value, count: sample.counts[i] ?? 0 })).filter(({ left }) => left + step > -axis && left < axis);
  const box = (left: number): [number, number] => [Math.max(0, x(left)), Math.min(width, x(left + step))];

  const layout: HistogramLayout = {
    width, height: base + BELOW, top, base,
    bars: dotted ? '' : bins.filter(({ count }) => count > 0).map(({ left, value }) => {
      const [from, to] = box(left);
      return `M${(from + 0.5).toFixed(1)} ${base}V${y(value).toFixed(1)}H${Math.max(from + 1, to - 0.5).toFixed(1)}V${base}z`;
    }).join(''),
    errorBars: dotted ? '' : barsPath(bins.filter(({ count }) => count > 0).map(({ left, value, count }) => {
      const error = value / Math.sqrt(count);
      return [(box(left)[0] + box(left)[1]) / 2, y(Math.max(0, value - error)), y(value + error)] as const;
    })),
    dots: dotted ? stacked(sample.logits, x, axis, { width, base }) : '',
    exact: plain ? straight(ofLaw) : '',
    normal: straight(normal),
    others: others ? straight(ofLaw) : '',
    ones: axis <= 20 ? [-1, 1].map((one) => `M${x(one).toFixed(1)} ${top}V${base}`).join('') : '',
    bracket: '',
    ticks: [-1, -0.5, 0, 0.5, 1].map((share) => ({ x: x(share * axis), label: strings.short(share * axis, 4), anchor: share === -1 ? 'start' as const : share === 1 ? 'end' as const : 'middle' as const })),
    labels: [],
  };
  const level = sigma > 0 ? y(normalPdf(sigma, 0, sigma)) : base;
  const side = mean > 0 && x(mean + sigma) > width - 90 ? -1 : 1;
  const ends: [number, number] = [x(mean), Math.min(width, Math.max(0, x(mean + side * sigma)))];
  if (Math.abs(ends[1] - ends[0]) >= 2) layout.bracket = `M${ends[0].toFixed(1)} ${(level - 4).toFixed(1)}v8M${ends[0].toFixed(1)} ${level.toFixed(1)}H${ends[1].toFixed(1)}M${ends[1].toFixed(1)} ${(level - 4).toFixed(1)}v8`;

  // Where the exact law and the normal curve can't be told apart, one name serves both.
  const apart = plain && ofLaw.some(([, one], i) => Math.abs(one - (normal[i]?.[1] ?? one)) > 5);
  const onCurve = (points: readonly Point[], right: boolean): Place[] => points.filter(([px, py], i) => i % 4 === 0 && py < base - 14 && py > top + 10 && px > 2 && px < width - 2).map(([px, py]) => at(px + (right ? 8 : -8), py - 2, right ? 'start' : 'end'));
  const wishes: LabelWish[] = [];
  if (layout.bracket) wishes.push({ id: 'sigma', text: `σ = ${strings.short(sigma, 3)}`, size: 15, bold: true, places: [0, 18, -18, 36, 54, 72].flatMap((down) => [at(Math.max(...ends) + 10, level + 5 + down, 'start'), at(Math.min(...ends) - 10, level + 5 + down, 'end')]) });
  if (plain) wishes.push({ id: 'exact', text: strings.text(apart || width < 480 ? 'dot-product.curve.exact' : 'dot-product.curve.both'), size: SIZE, bold: true, places: [...onCurve([...ofLaw].reverse(), true), ...onCurve(ofLaw, false)] });
  if (!plain || apart) wishes.push({ id: 'normal', text: strings.text('dot-product.curve.normal'), size: SIZE, places: [...onCurve(normal, false), ...onCurve([...normal].reverse(), true)], optional: true });
  if (layout.others) wishes.push({ id: 'others', text: strings.text('dot-product.curve.others'), size: SIZE, places: [...onCurve(mean > 0 ? ofLaw : [...ofLaw].reverse(), mean <= 0), ...onCurve(ofLaw, false)], optional: true });
  if (layout.ones) wishes.push({ id: 'ones', text: '±1', size: SIZE, places: [at(x(1) + 5, top + 14, 'start'), at(x(1) + 5, top + 32, 'start'), at(x(-1) - 5, top + 14, 'end')], optional: true });
  const lost = sample.below + sample.above;
  if (lost > 0) wishes.push({ id: 'lost', text: strings.text('dot-product.lost', { count: strings.count(lost) }), size: SIZE, places: [at(width - 2, top + 14, 'end'), at(2, top + 14, 'start'), at(width - 2, top + 32, 'end'), at(2, top + 32, 'start')], optional: true });
  const obstacles: Obstacle[] = [{ points: alongLine(normal), weight: 20 }, ...(plain || layout.others ? [{ points: alongLine(ofLaw), weight: 20 }] : []), { points: alongLine([[Math.min(...ends), level], [Math.max(...ends), level]]), weight: 20 }];
  const bounds: Box = { left: 0, top, right: width, bottom: base - 1 };
  layout.labels = placeLabels(wishes, obstacles, bounds);
  return layout;
}

/** Few pairs: one circle each, stacked where they would meet. */
function stacked(logits: Float64Array, x: (value: number) => number, axis: number, { width, base }: { width: number; base: number }): string {
  const columns = new Map<number, number>();
  const points = Array.from(logits).filter((logit) => Math.abs(logit) <= axis).map((logit): Point => {
    const px = Math.min(width - 4, Math.max(4, x(logit)));
    const column = Math.round(px / 8);
    const height = columns.get(column) ?? 0;
    columns.set(column, height + 1);
    return [logits.length <= 20 ? px : column * 8, base - 7 - 9 * height];
  });
  return circlesPath(points);
}
