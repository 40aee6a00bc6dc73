// What bounds the logits of the chosen rule, drawn: the soft cap with its slopes, or the best weight that fixed lengths allow. Pure.
import { straight } from '../curve.ts';
import { circlesPath } from '../chart.ts';
import { octaveTicks, xOf, type Tick } from '../divisor_axis.ts';
import { alongLine, placeLabels, type Box, type Label, type LabelWish } from '../labels.ts';
import type { Strings } from '../strings.ts';
import type { ModelScaling, QkNormBest, SoftCap } from '../../engine/protocol_models.ts';
import { CAP_MOST, CAP_POINTS, CAP_STEPS, NORM_ALPHAS } from './query.ts';

export interface BoundLayout {
  width: number;
  height: number;
  top: number;
  bottom: number;
  gridlines: { y: number; label: string }[];
  ticks: Tick[];
  /** The curve, what it would be without the bound, and the reader's own place. */
  curve: string;
  context: string;
  dots: string;
  /** Where logits lie at the start (soft cap), or the line of the rule's own α (norms). */
  mark: string;
  labels: Label[];
}

const TOP = 12;
const BELOW = 26;
const LEFT = 34;
const SIZE = 12.5;

type Point = [number, number];
const path = (points: readonly Point[]): string => straight(points, 1);
const place = (x: number, y: number, anchor: Label['anchor']): { x: number; y: number; anchor: Label['anchor'] } => ({ x, y, anchor });

/** T tanh(x/T) from 0 to 4T, with the slopes that are left at T, 2T and 3T. */
export function layoutCap(scaling: ModelScaling, cap: SoftCap, width: number, plot: number, strings: Strings): BoundLayout {
  const limit = scaling.softCap;
  const bottom = TOP + plot;
  const right = width - 8;
  const x = (part: number): number => LEFT + (part / CAP_MOST) * (right - LEFT);
  const y = (logit: number): number => bottom - (logit / (1.15 * limit)) * plot;
  const curve = Array.from(CAP_POINTS, (part, i): Point => [x(part), y(cap.capped[i]!)]);
  const marks = [1, 2, 3].map((part) => (part * CAP_STEPS) / CAP_MOST);
  const straight: Point[] = [[x(0), y(0)], [x(1.1), y(1.1 * limit)]];
  // Three standard deviations of the logits at the start, for entries of variance 1.
  const start = 3 / scaling.alpha;
  const startText = strings.text('models.cap.start', { reach: strings.short(start) });
  const wishes: LabelWish[] = [
    ...marks.map((index, i): LabelWish => ({
      id: `slope-${i + 1}`, text: strings.text(i === 0 ? 'models.cap.slope' : 'models.cap.slope.short', { slope: strings.short(cap.slope[index]!, 2) }), size: SIZE,
      places: [place(curve[index]![0], curve[index]![1] + 20, 'middle'), place(curve[index]![0], curve[index]![1] + 34, 'middle')],
    })),
    { id: 'start', text: startText, size: SIZE, places: [place(x(Math.min(1, start / limit)) + 8, bottom - 8, 'start'), place(x(Math.min(1, start / limit)) + 8, bottom - 24, 'start')] },
    { id: 'uncapped', text: strings.text('models.cap.uncapped'), size: SIZE, places: [place(x(0.95) - 8, y(limit) + 4, 'end'), place(x(0.7) - 8, y(0.75 * limit), 'end')] },
  ];
  const bounds: Box = { left: LEFT, top: TOP - 6, right: width, bottom: bottom - 2 };
  return {
    width, height: bottom + BELOW, top: TOP, bottom, gridlines: [{ y: y(limit), label: strings.short(limit) }],
    ticks: [0, 1, 2, 3, 4].map((part) => ({ x: x(part), label: strings.short(part * limit), anchor: part === CAP_MOST ? 'end' : 'middle' })),
    curve: path(curve), context: path(straight), dots: circlesPath(marks.map((index) => curve[index]!)),
    mark: `M${x(0).toFixed(1)} ${bottom}H${x(Math.min(CAP_MOST, start / limit)).toFixed(1)}`,
    labels: placeLabels(wishes, [{ points: alongLine(curve), weight: 30 }, { points: alongLine(straight), weight: 20 }], bounds),
  };
}

/** The most weight that the right key can get, over α. */
export function layoutBest(scaling: ModelScaling, best: { curve: QkNormBest; here: QkNormBest }, width: number, plot: number, strings: Strings): BoundLayout {
  const bottom = TOP + plot;
  const left = LEFT;
  const inner = width - left - 2;
  const x = (alpha: number): number => left + xOf(alpha, inner);
  const y = (weight: number): number => bottom - weight * plot;
  const points = (weights: Float64Array): Point[] => Array.from(NORM_ALPHAS, (alpha, i): Point => [x(alpha), y(weights[i]!)]);
  const curve = points(best.curve.weight);
  const context = points(best.curve.upperBound);
  const here: Point = [x(scaling.alpha), y(best.here.weight[0]!)];
  const along = (line: readonly Point[], share: number): Point => line[line.findIndex(([, py]) => py > y(share))] ?? line.at(-1)!;
  const [bx, by] = along(context, 0.6);
  const value = strings.exact(best.here.weight[0]!, 3);
  const wishes: LabelWish[] = [
    { id: 'here', text: value, size: 15, bold: true, places: [place(here[0] - 12, here[1] + 20, 'end'), place(here[0] + 12, here[1] - 8, 'start'), place(here[0] + 12, here[1] + 20, 'start'), place(here[0] - 12, here[1] - 8, 'end')] },
    { id: 'opposite', text: strings.text('models.best.opposite'), size: SIZE, places: [place(bx + 10, by, 'start'), place(bx + 10, by - 16, 'start'), place(bx + 10, by + 24, 'start'), place(width - 2, by - 30, 'end')] },
  ];
  const ticks = octaveTicks(inner, 'α').map((tick) => ({ ...tick, x: tick.x + left }));
  return {
    width, height: bottom + BELOW, top: TOP, bottom, gridlines: [0, 0.5, 1].map((share) => ({ y: y(share), label: strings.short(share) })), ticks,
    curve: path(curve), context: path(context), dots: circlesPath([here], 5), mark: `M${here[0].toFixed(1)} ${TOP}V${bottom}`,
    labels: placeLabels(wishes, [{ points: alongLine(curve), weight: 30 }, { points: alongLine(context), weight: 20 }], { left, top: TOP - 6, right: width, bottom: bottom - 2 }),
  };
}
