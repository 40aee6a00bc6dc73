// A small chart of lines over two axes, in CSS pixels: what a sketch is drawn on, and what some answers are told by. Pure.
import { svg, type TemplateResult } from 'lit';
import { chartLabel } from '../chart.ts';
import { straight } from '../curve.ts';
import { alongLine, boxOf, placeLabels, type Label, type LabelWish, type Place } from '../labels.ts';
import { chartText } from '../math.ts';
import { shareOf, type Curve, type Scale } from './question.ts';

export interface PlotSize {
  width: number;
  x: Scale;
  y: Scale;
  /** How the axes' marks are written. */
  writeX(value: number): string;
  writeY(value: number): string;
  /** Half a column: what handles keep clear of at both ends. */
  inset: number;
}

export interface PlotLine extends Curve {
  label: string;
  kind: 'theory' | 'context' | 'guess';
}

const HEIGHT = 190;
const TOP = 20;
const BELOW = 24;
const TEXT = 13;

export interface Plot {
  width: number;
  height: number;
  top: number;
  bottom: number;
  xOf(value: number): number;
  yOf(value: number): number;
  yAtShare(share: number): number;
  paths: { kind: PlotLine['kind']; path: string }[];
  labels: Label[];
  grid: string;
}

/** A line's name stands by one of its points, best where no other line is near. */
function nameOf(label: string, points: [number, number][], others: [number, number][][], bold: boolean): LabelWish {
  const alone = ([x, y]: [number, number]): number => Math.min(48, ...others.flatMap((other) => other.map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY))));
  const order = [...points.keys()].sort((a, b) => alone(points[b]!) - alone(points[a]!) || b - a);
  const places = order.flatMap((i): Place[] => {
    const [x, y] = points[i]!;
    return [{ x, y: y - 9, anchor: 'middle' }, { x, y: y + 20, anchor: 'middle' }, { x: x + 8, y: y + 5, anchor: 'start' }, { x: x - 8, y: y + 5, anchor: 'end' }];
  });
  return { id: label, text: label, size: TEXT, bold, places: places.slice(0, 60) };
}

export function layoutPlot(size: PlotSize, lines: readonly PlotLine[], dots: readonly (readonly [number, number])[] = []): Plot {
  const { width, inset } = size;
  const [top, bottom] = [TOP, TOP + HEIGHT];
  const xOf = (value: number): number => inset + shareOf(size.x, value) * (width - 2 * inset);
  const yAtShare = (share: number): number => bottom - share * HEIGHT;
  const yOf = (value: number): number => yAtShare(shareOf(size.y, value));
  const drawn = lines.map((one) => ({ ...one, points: one.points.map(([x, y]): [number, number] => [xOf(x), yOf(y)]) }));
  const tick = (id: string, text: string, x: number, y: number, anchor: Place['anchor']): LabelWish => ({ id: `axis-${id}`, text, size: TEXT, places: [{ x, y, anchor }], optional: true });
  const across = size.x.marks.map((mark, i, all): LabelWish => {
    const edge = inset > 8 ? 'middle' : i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle';
    return tick(`x${i}`, size.writeX(mark), xOf(mark), bottom + 18, edge);
  });
  const up = size.y.marks.map((mark, i) => tick(`y${i}`, size.writeY(mark), 0, yOf(mark) - 4, 'start'));
  const obstacles = drawn.map(({ points, kind }) => ({ points: alongLine(points), weight: kind === 'context' ? 12 : 30 }));
  const named = placeLabels(drawn.filter(({ label }) => label !== '').map(({ label, points, kind }, i, all) => nameOf(label, points, all.filter((_, j) => j !== i).map((one) => one.points), kind !== 'context')), [...obstacles, { points: [...dots].map(([x, y]) => [xOf(x), yOf(y)] as const), weight: 40 }],
    { left: 0, right: width, top: 0, bottom: bottom - 2 }, up.map(({ text, places }) => boxOf({ text, size: TEXT, bold: false, ...places[0]! })));
  return {
    width, height: bottom + BELOW, top, bottom, xOf, yOf, yAtShare,
    paths: drawn.map(({ kind, points }) => ({ kind, path: straight(points, 1) })),
    labels: [...named, ...placeLabels([...across, ...up], [], { left: -2, right: width + 2, top: 0, bottom: bottom + BELOW })],
    grid: size.y.marks.map((mark) => `M0 ${yOf(mark).toFixed(1)}H${width}`).join(''),
  };
}

export const plotPicture = (plot: Plot, inside: TemplateResult | TemplateResult[] | symbol): TemplateResult => svg`
  <path class="dk-grid" d=${plot.grid} />
  <path class="dk-axis" d=${`M0 ${plot.bottom}H${plot.width}`} />
  ${plot.paths.map(({ kind, path }) => svg`<path class=${kind === 'guess' ? 'dk-guess' : `dk-${kind}`} d=${path} />`)}
  ${inside}
  ${plot.labels.map((one) => (one.id.startsWith('axis') ? svg`<text class="dk-tick" x=${one.x.toFixed(1)} y=${one.y.toFixed(1)} text-anchor=${one.anchor} font-size=${one.size}>${chartText(one.text)}</text>` : chartLabel(one)))}`;
