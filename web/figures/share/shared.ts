import type { Params } from '../../state/params.ts';
import type { ProgramData } from './program.ts';
import type { Outcome } from '../../state/queries.ts';

/** A figure as it is at this moment, for whoever takes it elsewhere. */
export interface SharedFigure {
  /** `dk-saturation` */
  tag: string;
  /** `saturation` */
  name: string;
  params: Params;
  /** Whether what is drawn depends on d_k, divisor and n; where not, only on the seed and the options. */
  ofRows: boolean;
  /** The figure's own options that are not at their defaults, as text. */
  options: Readonly<Record<string, string>>;
  /** The controls that it has, by the names of the attribute `controls`. */
  controls: readonly string[];
  /** Which of them stay; undefined: all. */
  shown: string | undefined;
  /** What is drawn. */
  figure: HTMLElement | null;
  /** The last question and answer of each of its lanes. */
  answers: readonly Outcome<unknown, unknown>[];
  /** What a program needs that computes the same, if the figure isn't of rows; undefined where no short one can. */
  program(): Promise<ProgramData | undefined>;
}
