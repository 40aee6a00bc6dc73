// How wide a cell is and how many digits go into it: by rule, for any matrix and any room.
import { textWidth } from '../labels.ts';
import type { Strings } from '../strings.ts';

/** From this width on, Q, K and V stand side by side, and the step's matrix beside its arithmetic. */
export const WIDE = 860;
/** A row of a matrix is as high as a thumb needs. */
export const ROW = 44;
const GAP = 32;
const COLUMN_GAP = 56;
/** The room for a row's name. */
export const headerOf = (room: number): number => (room < 340 ? 22 : 28);
/** A cell is never wider than this, and its text keeps this much away from its sides. */
const WIDEST = { input: 72, step: 96 } as const;
const PADDING = 1;
export const FONT = 14;
export const SMALL_FONT = 12;

export interface CellRoom {
  width: number;
  font: number;
}

/** The room for one matrix of the figure. */
export function matrixRoom(figureWidth: number, kind: 'input' | 'step'): number {
  if (figureWidth < WIDE) return figureWidth;
  return kind === 'input' ? Math.floor((figureWidth - 2 * GAP) / 3) : Math.floor((figureWidth - COLUMN_GAP) * 0.52);
}

export function cellRoom(room: number, columns: number, kind: 'input' | 'step'): CellRoom {
  const width = Math.min(WIDEST[kind], Math.floor((room - headerOf(room)) / columns));
  return { width, font: width < 46 ? SMALL_FONT : FONT };
}

/** Writes numbers with one number of decimals for all, at most `decimals`, as many as the cells have room for; thousands get short where nothing else fits. */
export function fitted(values: readonly number[], decimals: number, { width, font }: CellRoom, strings: Strings): (value: number) => string {
  const room = width - 2 * PADDING;
  const fits = (write: (value: number) => string): boolean => values.every((value) => textWidth(write(value), font) <= room);
  const forms: ((value: number) => string)[] = [];
  for (let places = decimals; places >= 0; --places) forms.push((value) => unsigned(strings.fixed(value, places)));
  forms.push((value) => (Math.abs(value) < 1000 ? unsigned(strings.fixed(value, 0)) : `${strings.short(value / 1000, 2)}k`));
  return forms.find(fits) ?? forms.at(-1)!;
}

/** As `fitted`, without zeros that say nothing: for entries. */
export function fittedShort(values: readonly number[], { width, font }: CellRoom, strings: Strings): (value: number) => string {
  const room = width - 2 * PADDING;
  const fits = (write: (value: number) => string): boolean => values.every((value) => textWidth(write(value), font) <= room);
  const forms = [7, 4, 3, 2, 1].map((digits) => (value: number) => strings.short(value, digits));
  return forms.find(fits) ?? ((value) => unsigned(strings.fixed(value, 0)));
}

/** "−0.00" is 0. */
const unsigned = (text: string): string => (/^−0(\.0*)?$/.test(text) ? text.slice(1) : text);

/** The part of a cell that a bar covers, 0 … 1: from the middle for numbers with a sign, from the left for weights. */
export function bar(value: number, largest: number, signed: boolean): { from: number; to: number } {
  const share = largest > 0 ? Math.min(1, Math.abs(value) / largest) : 0;
  if (!signed) return { from: 0, to: share };
  return value < 0 ? { from: 0.5 - share / 2, to: 0.5 } : { from: 0.5, to: 0.5 + share / 2 };
}
