// What a challenge is: data and two pure functions, `query` (the reader's state → what the engine is asked) and `judge` (its answers → numbers and their bands).
import type { Params } from '../../state/params.ts';
import type { Answers, Asks } from '../asks.ts';
import type { ChallengeOptions } from './options.ts';

export interface State {
  params: Params;
  options: ChallengeOptions;
}

/** What differs from the defaults (a start), or from what there is (a solution's step). */
export interface Patch {
  params?: Partial<Params>;
  options?: Partial<ChallengeOptions>;
}

export type Control = 'dk' | 'divisor' | 'keys' | 'race-alpha' | Exclude<keyof ChallengeOptions, never>;

/** A number that counts, and where it must come to lie. Its name is a data-name and `challenge.gauge.<name>`. */
export interface Target {
  name: string;
  low?: number;
  high?: number;
  /** The axis on which it is drawn. */
  from: number;
  to: number;
  log?: boolean;
  /** Decimals, as Strings.exact takes them; 2 where nothing is said. */
  decimals?: number;
  percent?: boolean;
}

export interface Reading extends Target {
  value: number;
  error?: number | undefined;
}

/** What has happened on the way, where more than one state is asked for. */
export interface Memory {
  /** Names of what is done. */
  readonly done: readonly string[];
  /** A number that the next step is held against. */
  readonly mark?: number;
}

export const NOTHING: Memory = { done: [] };

export interface Judged {
  readings: readonly Reading[];
  /** Left out where every reading's being in its band is all that is asked. */
  memory?: Memory;
  /** The steps of a way, `challenge.<id>.step.<key>`. */
  steps?: readonly { key: string; done: boolean }[];
}

export interface Challenge<A extends Asks = Asks> {
  id: string;
  /** The fragment of the article's section that it belongs to. */
  section: string;
  start: Patch & { params: Partial<Params> & { seed: number } };
  controls: readonly Control[];
  /** For the task's text: {low}, {high} and {low-2}, {high-2} are those of the first two. */
  targets: readonly Target[];
  query(state: State): A;
  judge(answers: Answers<A>, state: State, memory: Memory): Judged;
  /** Steps that, one after the other from the start, meet it. */
  solution: readonly Patch[];
}

/** Checks a challenge's answers against its questions; afterwards all are of one type. */
export const challenge = <const A extends Asks>(one: Challenge<A>): Challenge => one as unknown as Challenge;

export const read = (target: Target | undefined, value: number, error?: number): Reading => ({ ...(target as Target), value, error });

export const isIn = ({ value, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY }: Reading): boolean => value >= low && value <= high;

/** Whether a judgement says that the challenge is met. */
export const isMet = ({ readings, steps }: Judged): boolean => (steps ? steps.every(({ done }) => done) : readings.every(isIn));
