// What the reader can set in this figure alone, and what follows from it for the engine.
import type { OptionTable, OptionValues } from '../../state/options.ts';
import { MOST } from './matrix_text.ts';

export const STEPS = ['scores', 'divide', 'mask', 'softmax', 'output'] as const;
export type Step = (typeof STEPS)[number];

/**
 * Where the divisor acts: on the scores; nowhere; √c on each of Q and K; √c on Q, the other half forgotten; on Q already (1/c folded
 * into W_q); on the scores, but √d_model of all heads in place of √d_k of one.
 */
export const DIVIDES = ['root', 'none', 'both', 'one', 'folded', 'rootmodel'] as const;
export type Divide = (typeof DIVIDES)[number];

export const MASKS = ['none', 'causal', 'free'] as const;

const size = (standard: number) => ({ kind: 'number', min: 1, max: MOST, whole: true, default: standard }) as const;
const matrix = { kind: 'text', maxLength: 1000, default: '' } as const;

/** Sizes are the figure's own: d_k here is 1 … 8 (`width`), whatever d_k the page's other figures stand at. */
export const OPTION_TABLE = {
  step: { kind: 'choice', values: STEPS, default: 'scores' },
  divide: { kind: 'choice', values: DIVIDES, default: 'root' },
  mask: { kind: 'choice', values: MASKS, default: 'none' },
  /** For mask `free`: rows of 1 (seen) and 0 (hidden), parted by `_`. */
  allow: { kind: 'text', maxLength: 100, default: '' },
  nq: size(4),
  n: size(4),
  width: size(4),
  dv: size(3),
  /** Edited matrices; empty ones are drawn by the seed. */
  q: matrix,
  k: matrix,
  v: matrix,
} as const satisfies OptionTable;

export type PipelineOptions = OptionValues<typeof OPTION_TABLE>;
export type SizeName = 'nq' | 'n' | 'width' | 'dv';
export type MatrixName = 'q' | 'k' | 'v';

export const MATRICES: readonly MatrixName[] = ['q', 'k', 'v'];

/** Which sizes a matrix has: rows × columns. */
export const SHAPES: Readonly<Record<MatrixName, readonly [rows: SizeName, columns: SizeName]>> = { q: ['nq', 'width'], k: ['n', 'width'], v: ['n', 'dv'] };
