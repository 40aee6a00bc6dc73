// The geometry of the race: nine running averages of the loss on logarithmic axes, their ends, and labels placed by rule. Pure.
import { alongLine, boxOf, placeLabels, textWidth, type Box, type Label, type LabelWish, type Obstacle, type Place } from '../labels.ts';
import type { Strings } from '../strings.ts';
import type { Zone } from '../../state/params.ts';
import { ROOT_INDEX, STEPS, levelsOf, thresholdOf, type RaceResult, type Recipe } from './query.ts';
import { alphaText, type Outcome, type RunState } from './outcome.ts';

export interface RaceSize {
  width: number;
  plot: number;
}

export interface Run {
  alpha: number;
  zone: Zone;
  state: RunState;
  /** The divisor √d_k is drawn a little heavier. */
  root: boolean;
  path: string;
  /** Where the line ends now. */
  end: readonly [x: number, y: number];
  /** Where the running average first fell below the threshold. */
  crossing: readonly [x: number, y: number] | undefined;
  /** The final loss, and its error bar, once it is known. */
  final: { y: number; bar: string } | undefined;
  /** From the line's end to its label. */
  leader: string;
}

export interface RaceLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  gridlines: { y: number; label: string }[];
  ticks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  levels: { id: 'uniform' | 'wrong' | 'threshold'; y: number }[];
  runs: Run[];
  /** Names of the curves, then of the levels. */
  labels: (Label & { zone?: Zone })[];
}

const LEFT = 36;
const TOP = 8;
const BELOW = 26;
const SIZE = 13;
const ROW = 16;
/** From a line's end to its label. */
const REACH = 16;
const DECAY = 0.9;

/** The running average by which a run counts as having learnt: a ← 0.9 a + 0.1 loss, started at the first loss. It ends before the first NaN. */
export function runningAverage(losses: Float32Array): number[] {
  const averages: number[] = [];
  let average = losses[0] ?? Number.NaN;
  for (const loss of losses) {
    average = DECAY * average + (1 - DECAY) * loss;
    if (!Number.isFinite(average)) break;
    averages.push(average);
  }
  return averages;
}

export function runName(run: Pick<Outcome, 'alpha' | 'state' | 'nonFiniteStep'>, strings: Strings): string {
  const alpha = alphaText(run.alpha);
  if (run.state === 'learnt' || run.state === 'running') return alpha;
  return strings.text('training.label', { alpha, state: strings.text(`training.state.${run.state}`) });
}

/** The widest name that a curve may get at the right edge. */
function nameRoom(strings: Strings): number {
  const states: RunState[] = ['dead', 'stuck', 'flat', 'slow', 'runaway'];
  return Math.max(...states.map((state) => textWidth(runName({ alpha: 1 / 16, state, nonFiniteStep: -1 }, strings), SIZE, true)));
}

const decades = (low: number, high: number): number[] => Array.from({ length: high - low + 1 }, (_, i) => low + i);

export function layoutRace(recipe: Recipe, result: RaceResult | undefined, outcomes: readonly Outcome[], size: RaceSize, strings: Strings): RaceLayout {
  const { width, plot } = size;
  const narrow = width < 480;
  const left = LEFT;
  const right = Math.floor(width - nameRoom(strings) - REACH);
  const top = TOP;
  const bottom = TOP + plot;
  const averages = outcomes.map((_, i) => (result ? runningAverage(result.trace.loss.data.subarray(i * result.trace.loss.columns, (i + 1) * result.trace.loss.columns)) : []));

  const high = recipe.loss === 'mse' ? Math.log10(4) : 2;
  const smallest = averages.flat().concat(outcomes.map(({ finalLoss }) => finalLoss)).reduce((least, value) => (value > 0 ? Math.min(least, value) : least), 0.01);
  const low = Math.floor(Math.log10(smallest) + 1e-9);
  const y = (value: number): number => bottom - ((Math.min(high, Math.max(low, Math.log10(Math.max(value, 1e-300)))) - low) / (high - low)) * plot;
  const x = (step: number): number => left + (Math.log(step + 1) / Math.log(STEPS)) * (right - left);

  const over = result !== undefined && result.steps >= STEPS;
  const levels = levelsOf(recipe.loss);
  const threshold = thresholdOf(recipe.loss);
  const lines = averages.map((losses) => lineOf(losses, x, y));
  const runs: Run[] = outcomes.map((outcome, i) => {
    const end = lines[i]!.at(-1) ?? [left, y(levels.uniform)];
    const known = over && Number.isFinite(outcome.finalLoss);
    return {
      alpha: outcome.alpha, zone: outcome.zone, state: outcome.state, root: i === ROOT_INDEX, path: pathOf(lines[i]!), end,
      crossing: Number.isFinite(outcome.steps) ? [x(outcome.steps), y(threshold)] : undefined,
      final: known ? { y: y(outcome.finalLoss), bar: `M${right} ${y(outcome.finalLoss - outcome.finalError).toFixed(1)}V${y(outcome.finalLoss + outcome.finalError).toFixed(1)}` } : undefined,
      leader: '',
    };
  });

  const step = (high - low > 5 ? 2 : 1);
  const shown = decades(low, Math.floor(high)).filter((decade) => (decade - Math.floor(high)) % step === 0);
  const layout: RaceLayout = {
    width, height: bottom + BELOW, left, right, top, bottom,
    gridlines: shown.map((decade) => ({ y: y(10 ** decade), label: strings.short(10 ** decade) })),
    ticks: (right - left < 200 ? [0, 10, STEPS - 1] : narrow ? [0, 10, 100, STEPS - 1] : [0, 3, 10, 30, 100, STEPS - 1]).map((at) => ({
      x: x(at), label: at < STEPS - 1 ? String(at) : narrow ? String(STEPS) : strings.text('training.steps', { steps: STEPS }), anchor: at === 0 ? 'start' : at === STEPS - 1 ? 'end' : 'middle',
    })),
    levels: [{ id: 'wrong', y: y(levels.wrong) }, { id: 'uniform', y: y(levels.uniform) }, { id: 'threshold', y: y(threshold) }],
    runs, labels: [],
  };
  layout.labels = placeRaceLabels(layout, outcomes, lines, { levels: { ...levels, threshold }, narrow }, strings);
  return layout;
}

function lineOf(averages: readonly number[], x: (step: number) => number, y: (value: number) => number): [number, number][] {
  const points: [number, number][] = [];
  averages.forEach((value, i) => {
    const px = x(i);
    // On the logarithmic axis late steps lie within a pixel of each other.
    if (i === averages.length - 1 || px - (points.at(-1)?.[0] ?? -1) >= 0.6) points.push([px, y(value)]);
  });
  return points;
}

const pathOf = (points: readonly (readonly [number, number])[]): string => points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');

function placeRaceLabels(layout: RaceLayout, outcomes: readonly Outcome[], lines: readonly [number, number][][], about: { levels: Record<'uniform' | 'wrong' | 'threshold', number>; narrow: boolean }, strings: Strings): RaceLayout['labels'] {
  const { left, right, top, bottom, width, runs } = layout;
  const labels: RaceLayout['labels'] = [];
  const begun = lines.some((line) => line.length > 0);
  const obstacles: Obstacle[] = lines.map((line) => ({ points: alongLine(line), weight: 20 }));
  const bursts: Box[] = runs.filter(({ state }) => state === 'exploded').map(({ end: [ex, ey] }) => ({ left: ex - 8, top: ey - 8, right: ex + 8, bottom: ey + 8 }));

  // The runs that go on are named in one column at their front, in the order of their losses, never closer than a line.
  const going = runs.map((run, i) => ({ run, i, wish: run.final?.y ?? run.end[1] })).filter(({ run }) => begun && run.state !== 'exploded').sort((a, b) => a.wish - b.wish || a.i - b.i);
  const column = spread(going.map(({ wish }) => wish), ROW, top + 6, bottom);
  going.forEach(({ run, i, wish }, at) => {
    const from = run.final ? right : run.end[0];
    const middle = column[at]!;
    const text = runName(outcomes[i]!, strings);
    labels.push({ id: `run-${i}`, text: run.root ? `α = ${text}` : text, size: SIZE, bold: true, x: from + REACH, y: middle + 4.5, anchor: 'start', zone: run.zone });
    run.leader = `M${(from + 5).toFixed(1)} ${wish.toFixed(1)}L${(from + REACH - 3).toFixed(1)} ${middle.toFixed(1)}`;
  });

  const inside: Box = { left, top: top - 6, right: width, bottom };
  const ends: LabelWish[] = runs.flatMap((run, i) => {
    if (run.state !== 'exploded') return [];
    const [ex, ey] = run.end;
    const rows = Array.from({ length: 24 }, (_, k) => (k % 2 === 0 ? k / 2 : -(k + 1) / 2) * 17);
    const places: Place[] = rows.flatMap((down): Place[] => [{ x: ex + 12, y: ey + 4.5 + down, anchor: 'start' }, { x: ex - 12, y: ey + 4.5 + down, anchor: 'end' }]);
    return [{ id: `run-${i}`, text: strings.text('training.label.exploded', { alpha: alphaText(run.alpha), step: outcomes[i]!.nonFiniteStep }), size: SIZE, bold: true, places }];
  });
  const placed = placeLabels(ends, obstacles, inside, [...labels.map(boxOf), ...bursts]);
  labels.push(...placed.map((label) => ({ ...label, zone: runs[Number(label.id.slice(4))]!.zone })));

  const wishes: LabelWish[] = layout.levels.map(({ id, y }) => {
    const text = strings.text(`training.level.${id}${about.narrow ? '.short' : ''}`, { value: id === 'threshold' ? strings.short(about.levels[id]) : strings.fixed(about.levels[id], id === 'wrong' && about.levels[id] > 10 ? 0 : 2) });
    const half = textWidth(text, SIZE) / 2;
    const along = Array.from({ length: 13 }, (_, k) => right - 2 - half - ((right - left - 2 * half - 4) * k) / 12);
    // Where the names at the front leave no room on a narrow picture, the margin that waits for them is still free.
    along.push(width - half, (right + width) / 2 - half);
    return { id: `level-${id}`, text, size: SIZE, places: along.flatMap((middle): Place[] => [{ x: middle, y: y - 5, anchor: 'middle' }, { x: middle, y: y + 14, anchor: 'middle' }]), optional: id === 'threshold' };
  });
  const dotted: Obstacle[] = layout.levels.map(({ y }) => ({ points: alongLine([[left, y], [right, y]], 6), weight: 4 }));
  const dots: Box[] = runs.flatMap(({ crossing }) => (crossing ? [{ left: crossing[0] - 5, top: crossing[1] - 5, right: crossing[0] + 5, bottom: crossing[1] + 5 }] : []));
  return [...labels, ...placeLabels(wishes, [...obstacles, ...dotted], inside, [...labels.map(boxOf), ...bursts, ...dots])];
}

/** Moves ordered places apart until none is closer than `gap` to the next, as little as that takes, within [low, high]. */
export function spread(wishes: readonly number[], gap: number, low: number, high: number): number[] {
  // Places that would meet form a block, centred on the mean of what its members wish.
  const blocks: { sum: number; count: number }[] = [];
  const startOf = ({ sum, count }: { sum: number; count: number }): number => Math.min(high - (count - 1) * gap, Math.max(low, sum / count));
  wishes.forEach((wish) => {
    let block = { sum: wish, count: 1 };
    let before = blocks.at(-1);
    while (before && startOf(before) + before.count * gap > startOf(block)) {
      blocks.pop();
      block = { sum: before.sum + block.sum - before.count * gap * block.count, count: before.count + block.count };
      before = blocks.at(-1);
    }
    blocks.push(block);
  });
  return blocks.flatMap((block) => Array.from({ length: block.count }, (_, i) => startOf(block) + i * gap));
}
