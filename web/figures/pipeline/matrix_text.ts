// Matrices as text: what is typed into a cell, pasted from a spreadsheet, kept in the address. Pure functions; a bad cell is named, nothing is guessed.
import { typedNumber } from '../../state/typed_number.ts';

/** Rows and columns that a matrix may have. */
export const MOST = 8;
/** Entries beyond ± this are not taken. */
export const LARGEST_ENTRY = 100;
/** A longer text was not meant for a matrix of 8 × 8. */
const LONGEST_PASTE = 4000;

export type Rows = readonly (readonly number[])[];

export interface TextProblem {
  kind: 'not-a-number' | 'out-of-range' | 'empty-cell' | 'ragged' | 'too-many' | 'too-long' | 'no-room' | 'nothing';
  /** Counted from 1; of what is too large, how many there are. */
  row: number;
  column: number;
  given: string;
}

export type Read<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: TextProblem };

/** Reads one number, as the fields do. Seven significant digits are kept: float32 has no more. */
export function readEntry(text: string, row = 1, column = 1): Read<number> {
  const given = text.trim().slice(0, 20);
  const refuse = (kind: TextProblem['kind']): Read<number> => ({ problem: { kind, row, column, given } });
  if (given === '') return refuse('empty-cell');
  const value = typedNumber(text);
  if (Number.isNaN(value)) return refuse('not-a-number');
  if (!(Math.abs(value) <= LARGEST_ENTRY)) return refuse('out-of-range');
  return { value: Number(value.toPrecision(7)) + 0 };
}

/** An entry of a float32 matrix as it was given: all digits, to be read again. */
export const entryText = (value: number): string => String(Number(value.toPrecision(7)));

/** How a line is parted: by tabs as spreadsheets copy, by semicolons (with decimal commas), by commas, or by spaces. */
function separatorOf(text: string): RegExp {
  if (text.includes('\t')) return /\t/;
  if (text.includes(';')) return /;/;
  return text.includes(',') ? /,/ : / +/;
}

/** Whether a pasted text is more than one cell. */
export const isBlock = (text: string): boolean => /[\t\n\r;]/.test(text.trim()) || /\S[, ]+\S/.test(text.trim()) && !/^[+-]?\d+,\d+$/.test(text.trim());

/** Reads a block of cells (TSV or CSV). Every line must have as many cells as the first. */
export function readBlock(text: string): Read<number[][]> {
  const trimmed = text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '').replace(/^[\r\n]+/, '');
  if (trimmed.trim() === '') return { problem: { kind: 'nothing', row: 1, column: 1, given: '' } };
  if (trimmed.length > LONGEST_PASTE) return { problem: { kind: 'too-long', row: 1, column: 1, given: '' } };
  const lines = trimmed.split(/\r\n|\r|\n/);
  const separator = separatorOf(trimmed);
  const rows: number[][] = [];
  for (const [i, line] of lines.entries()) {
    const cells = (separator.source === ' +' ? line.trim() : line).split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (lines.length > MOST || cells.length > MOST) return { problem: { kind: 'too-many', row: lines.length, column: cells.length, given: '' } };
    if (i > 0 && cells.length !== rows[0]!.length) return { problem: { kind: 'ragged', row: i + 1, column: cells.length, given: String(rows[0]!.length) } };
    const row: number[] = [];
    for (const [j, cell] of cells.entries()) {
      const { value, problem } = readEntry(cell, i + 1, j + 1);
      if (problem) return { problem };
      row.push(value);
    }
    rows.push(row);
  }
  return { value: rows };
}

/** A matrix for the address: cells parted by spaces, rows by underscores, so that little has to be escaped. */
export const writeMatrix = (rows: Rows): string => rows.map((row) => row.join(' ')).join('_');

/** Reads what writeMatrix wrote; also takes commas, semicolons and line ends (an attribute written by hand). Undefined where it can't be read. */
export function readMatrix(text: string): number[][] | undefined {
  if (text.trim() === '') return undefined;
  const block = text.trim().split(/\s*[_;\n]+\s*/).map((row) => row.trim().split(/[\s,]+/).join('\t')).join('\n');
  return readBlock(block).value;
}

/** Which cells may be seen, from rows of 0 and 1; what isn't named may be seen. Undefined where it can't be read. */
export function readAllow(text: string, rows: number, columns: number): boolean[][] | undefined {
  if (!/^[01_;,\s]*$/.test(text)) return undefined;
  const lines = text.trim() === '' ? [] : text.trim().split(/[_;,\s]+/);
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => lines[i]?.[j] !== '0'));
}

export const writeAllow = (allow: readonly (readonly boolean[])[]): string =>
  allow.every((row) => row.every(Boolean)) ? '' : allow.map((row) => row.map((seen) => (seen ? '1' : '0')).join('')).join('_');

/** Lays a block over a matrix, its first cell at (row, column); cells that neither had are filled by `other`. */
export function withBlock(rows: Rows, block: Rows, at: { row: number; column: number }, other: (row: number, column: number) => number): number[][] {
  const height = Math.max(rows.length, at.row + block.length);
  const width = Math.max(rows[0]?.length ?? 0, at.column + (block[0]?.length ?? 0));
  return Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (_, j) => block[i - at.row]?.[j - at.column] ?? rows[i]?.[j] ?? other(i, j)));
}
