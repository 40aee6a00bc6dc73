// Tables of numbers as spreadsheets and programs write them: commas, semicolons, tabs or spaces; decimal points or commas; quotes; a row of
// names. An empty line parts one matrix from the next. Text is taken slice by slice.
import { InspectionProblem, excerpt } from './problem.ts';
import { NumberList, listedTensor, type Tensor } from './tensor.ts';

export type Delimiter = '\t' | ';' | ',' | ' ';

export const MOST_NUMBERS = 2 ** 25;
const MOST_COLUMNS = 2 ** 16;
const LONGEST_LINE = 2 ** 22;

/** Which character parts the cells, by the first lines: a tab or a semicolon decides (a comma is then the decimal one). */
export function delimiterOf(sample: string): Delimiter {
  const named = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (named === ';' || named === ',' || named === '\t') return named;
  const outside = sample.replace(/"[^"]*"/g, '');
  return outside.includes('\t') ? '\t' : outside.includes(';') ? ';' : outside.includes(',') ? ',' : ' ';
}

/** A cell's number; undefined where it has none. NaN and infinities are numbers here: whether they may stand there is decided later. */
export function cellNumber(cell: string): number | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  const plain = Number(text);
  if (!Number.isNaN(plain) && !/^0[xob]/i.test(text)) return plain;
  const word = /^([+-]?)(inf|infinity|nan|∞)$/i.exec(text.replace('\u2212', '-'));
  if (word) return /nan/i.test(word[2] ?? '') ? Number.NaN : word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const minus = text.replace('\u2212', '-').replace(/[\u00a0\u202f' ]/g, '');
  // `1.234,5` and `1,234.5`: the last of the two signs is the decimal one.
  const decimal = /^[+-]?(\d{1,3}(\.\d{3})+|\d*),\d+(e[+-]?\d+)?$/i.test(minus) ? minus.replaceAll('.', '').replace(',', '.') : /^[+-]?\d{1,3}(,\d{3})+\.\d*$/.test(minus) ? minus.replaceAll(',', '') : minus;
  const value = decimal === '' ? Number.NaN : Number(decimal);
  return Number.isNaN(value) || /^[+-]?0[xob]/i.test(decimal) ? undefined : value;
}

interface Block {
  columns: number;
  rows: number;
  numbers: NumberList;
  /** Where a row of names stood before it. */
  dropsFirst: boolean;
}

/** Takes text piece by piece; `end` gives the matrices. */
export class CsvReader {
  #rest = '';
  #line = 0;
  #blocks: Block[] = [];
  #open: Block | undefined;
  #count = 0;
  #named = false;
  #begun = false;

  constructor(
    readonly file: string,
    readonly delimiter: Delimiter,
  ) {}

  take(text: string): void {
    const whole = this.#rest + text;
    let from = 0;
    for (let at = whole.indexOf('\n'); at >= 0; at = whole.indexOf('\n', from)) {
      this.#takeLine(whole.slice(from, at));
      from = at + 1;
    }
    this.#rest = whole.slice(from);
    if (this.#rest.length > LONGEST_LINE) throw new InspectionProblem('csv_line', { file: this.file, line: this.#line + 1 });
  }

  end(): { tensors: Tensor[]; droppedIndex: boolean } {
    if (this.#rest !== '') this.#takeLine(this.#rest);
    this.#rest = '';
    if (this.#blocks.length === 0) throw new InspectionProblem('no_tensors', { file: this.file });
    const name = this.file.replace(/\.\w+$/, '');
    const tensors = this.#blocks.map(({ rows, columns, numbers }, i) => listedTensor(this.#blocks.length === 1 ? name : `${name}#${i + 1}`, [rows, columns], numbers));
    return { tensors, droppedIndex: this.#blocks.some(({ dropsFirst }) => dropsFirst) };
  }

  #takeLine(raw: string): void {
    this.#line += 1;
    const text = raw.replace(/\r$/, '');
    if (this.#line === 1 && /^sep=.$/.test(text)) return;
    if (text.trim() === '' || (this.delimiter !== ' ' && text.replaceAll(this.delimiter, '').trim() === '' && this.#begun)) {
      this.#open = undefined;
      return;
    }
    this.#begun = true;
    if (/^\s*#/.test(text)) return;
    const cells = this.#cells(text);
    // What ends with a delimiter has no cell behind it.
    if (cells.length > 1 && cells.at(-1)!.trim() === '') cells.pop();
    if (!this.#open) {
      const first = cells.map(cellNumber);
      const names = !this.#named && first.some((value, i) => value === undefined && cells[i]!.trim() !== '');
      if (names) {
        // pandas writes its row numbers under an empty name.
        this.#named = true;
        this.#open = { columns: -1, rows: 0, numbers: new NumberList(), dropsFirst: /^(Unnamed: 0)?$/.test(cells[0]!.trim()) && cells.length > 1 };
        return;
      }
      this.#open = { columns: -1, rows: 0, numbers: new NumberList(), dropsFirst: false };
    }
    this.#row(cells, this.#open);
  }

  #row(cells: string[], block: Block): void {
    if (block.columns < 0) {
      if (cells.length > MOST_COLUMNS) throw new InspectionProblem('too_many_keys', { tensor: this.file, n: cells.length, most: MOST_COLUMNS });
      block.columns = cells.length - (block.dropsFirst ? 1 : 0);
      this.#blocks.push(block);
    }
    const skip = block.dropsFirst ? 1 : 0;
    if (block.columns === 0) throw new InspectionProblem('csv_empty_cell', { file: this.file, line: this.#line, column: 2 });
    if (cells.length - skip !== block.columns) throw new InspectionProblem('csv_ragged', { file: this.file, line: this.#line, cells: cells.length - skip, expected: block.columns });
    this.#count += block.columns;
    if (this.#count > MOST_NUMBERS) throw new InspectionProblem('csv_too_many', { file: this.file, most: MOST_NUMBERS });
    for (let i = skip; i < cells.length; i += 1) {
      const value = cellNumber(cells[i]!);
      if (value === undefined) throw new InspectionProblem(cells[i]!.trim() === '' ? 'csv_empty_cell' : 'csv_text', { file: this.file, line: this.#line, column: i + 1, text: excerpt(cells[i]!) });
      block.numbers.push(value);
    }
    block.rows += 1;
  }

  #cells(text: string): string[] {
    if (this.delimiter === ' ') return text.trim().split(/\s+/);
    if (!text.includes('"')) return text.split(this.delimiter);
    const cells: string[] = [];
    let cell = '';
    let quoted = false;
    for (let i = 0; i < text.length; i += 1) {
      const letter = text[i]!;
      if (letter === '"') {
        if (quoted && text[i + 1] === '"') {
          cell += '"';
          i += 1;
        } else quoted = !quoted;
      } else if (letter === this.delimiter && !quoted) {
        cells.push(cell);
        cell = '';
      } else cell += letter;
    }
    return [...cells, cell];
  }
}
