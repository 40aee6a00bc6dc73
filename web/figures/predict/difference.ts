// How a guess differs from the truth. Never right or wrong: near, too low, too high, another shape; the same option or another one.
import { shareOf, type Question, type Truth } from './question.ts';

export type Difference = 'close' | 'low' | 'high' | 'shape' | 'same' | 'other';

/** As a share of the axis: what one thumb's width more or less makes of no matter. */
const NEAR = 0.06;
/** From here on a sketch that lies on one side is too low or too high, not of another shape. */
const ONE_SIDED = 0.75;

export function differenceOf(question: Question, guess: readonly number[], truth: Truth): Difference {
  if (question.kind === 'choose') return guess[0] === truth.answer ? 'same' : 'other';
  const scale = question.kind === 'place' ? question.scale : question.y;
  const gaps = truth.values.map((value, i) => shareOf(scale, guess[i] ?? value) - shareOf(scale, value));
  const mean = (of: (gap: number) => number): number => gaps.reduce((sum, gap) => sum + of(gap), 0) / gaps.length;
  const size = mean(Math.abs);
  if (size < NEAR) return 'close';
  const side = mean((gap) => gap);
  return Math.abs(side) < ONE_SIDED * size ? 'shape' : side < 0 ? 'low' : 'high';
}

/** Handles that weren't touched lie on the line through those that were; undefined where none was. */
export function throughTouched(touched: readonly (number | undefined)[]): number[] | undefined {
  const known = touched.flatMap((share, i) => (share === undefined ? [] : [[i, share] as const]));
  if (known.length === 0) return undefined;
  return touched.map((share, i) => {
    if (share !== undefined) return share;
    const left = known.filter(([at]) => at < i).at(-1);
    const right = known.find(([at]) => at > i);
    if (!left || !right) return (left ?? right)![1];
    return left[1] + ((right[1] - left[1]) * (i - left[0])) / (right[0] - left[0]);
  });
}

/** A guess that can be one of this question's; what was stored may be of an older page. */
export function guessOf(question: Question, guess: readonly number[] | undefined): readonly number[] | undefined {
  if (!guess) return undefined;
  if (question.kind === 'choose') return guess.length === 1 && Number.isInteger(guess[0]) && guess[0]! >= 0 && guess[0]! < question.options ? guess : undefined;
  const scale = question.kind === 'place' ? question.scale : question.y;
  const count = question.kind === 'place' ? 1 : question.at.length;
  return guess.length === count && guess.every((value) => value >= scale.from * (1 - 1e-9) && value <= scale.to * (1 + 1e-9)) ? guess : undefined;
}
