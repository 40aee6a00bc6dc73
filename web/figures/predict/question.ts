// What a question is: data. Its truth is always the engine's, asked for when the reader wants to see it.
import type { OperationName, Operations } from '../../engine/protocol.ts';
import type { Zone } from '../../state/params.ts';
import type { Strings } from '../strings.ts';

/** An axis from one number to another; `log` for factors. */
export interface Scale {
  from: number;
  to: number;
  log?: true;
  marks: readonly number[];
}

const position = ({ log }: Scale, value: number): number => (log ? Math.log(Math.max(value, 1e-300)) : value);
/** Where a value lies on its axis, 0 … 1; held at the ends. */
export const shareOf = (scale: Scale, value: number): number =>
  Math.min(1, Math.max(0, (position(scale, value) - position(scale, scale.from)) / (position(scale, scale.to) - position(scale, scale.from))));
export function valueAt(scale: Scale, share: number): number {
  const at = position(scale, scale.from) + share * (position(scale, scale.to) - position(scale, scale.from));
  return scale.log ? Math.exp(at) : at;
}

/** A line of a picture, in the axes' numbers; `name` is a sentence's key after the question's. */
export interface Curve {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface Truth {
  /** One number (place), one a handle (sketch), one a bar (choose). */
  values: readonly number[];
  /** Standard errors of those that were measured. */
  errors?: readonly number[];
  /** Of the options (choose): which one the numbers say. */
  answer?: number;
  curves?: readonly Curve[];
  /** What else the sentences name. */
  numbers?: Readonly<Record<string, number>>;
}

export interface Call {
  name: OperationName;
  request: Operations[OperationName]['request'];
}

type Results<Names extends readonly OperationName[]> = { [I in keyof Names]: Operations[Names[I]]['result'] };
type Calls<Names extends readonly OperationName[]> = { readonly [I in keyof Names]: { name: Names[I]; request: Operations[Names[I]]['request'] } };

export interface Asking {
  calls: readonly Call[];
  read(results: readonly unknown[]): Truth;
}

/** What to ask the engine, and how the truth follows from its answers. */
export const asking = <const Names extends readonly OperationName[]>(calls: Calls<Names>, read: (results: Results<Names>) => Truth): Asking =>
  ({ calls: calls as readonly Call[], read: read as Asking['read'] });

type Write = (strings: Strings, value: number) => string;

interface Common extends Asking {
  /** `predict/<id>` in the reader's progress; its sentences begin with `predict.<id>.`. */
  id: string;
  /** A value as the sentences have it. */
  write: Write;
}

/** A value to be placed on a slider. */
export interface Place extends Common {
  kind: 'place';
  scale: Scale;
  /** What the axis' marks are called where not by their number. */
  markNames?: Readonly<Record<number, string>>;
}

/** A curve to be sketched: one handle an entry of `at`. */
export interface Sketch extends Common {
  kind: 'sketch';
  x: Scale;
  at: readonly number[];
  y: Scale;
}

/** One of some options (`option.0` …), and the bars (`bar.0` …) or curves that tell. */
export interface Choose extends Common {
  kind: 'choose';
  options: number;
  /** Where bars end; log for factors. */
  bars?: Scale;
  zones?: readonly Zone[];
  x?: Scale;
  y?: Scale;
}

export type Question = Place | Sketch | Choose;

export const progressId = ({ id }: Question): string => `predict/${id}`;
