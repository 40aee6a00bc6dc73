// The arithmetic of one cell, written out: its terms from the matrices, its value from the engine.
import { html, type TemplateResult } from 'lit';
import { markValue } from '../../state/params.ts';
import { rich, root, variable, type Piece } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import type { Divide, MatrixName, Step } from './options.ts';
import { at, type PipelineResult } from './query.ts';

export interface CellInput {
  step: Step;
  divide: Divide;
  result: PipelineResult;
  row: number;
  column: number;
}

/** Significant digits of the written-out values; entries have all of theirs. */
const DIGITS = 5;

/** A number inside a sum or product: negative ones and those with a power of ten in brackets. */
const inside = (text: string): string => (/^−|×/.test(text) ? `(${text})` : text);
const joined = (parts: Piece[][], between: string): Piece[] => parts.flatMap((part, i) => (i === 0 ? part : [between, ...part]));
const power = (text: Piece | Piece[]): TemplateResult => html`<span class="dk-nowrap"><i class="dk-var">e</i><sup>${text}</sup></span>`;
export const vector = (name: MatrixName, index: number): TemplateResult => html`<span class="dk-of-${name}">${variable(name, String(index + 1))}</span>`;
export const matrixName = (name: MatrixName): TemplateResult => html`<span class="dk-of-${name}">${variable(name.toUpperCase())}</span>`;

/** The value that stands in a cell in this step. */
export function valueIn(step: Step, result: PipelineResult, row: number, column: number): number {
  switch (step) {
    case 'scores':
      return at(result.unmasked.scores, row, column);
    case 'divide':
    case 'mask':
      return at(result.unmasked.logits, row, column);
    case 'softmax':
      return at(result.forward.weights, row, column);
    case 'output':
      return at(result.forward.output, row, column);
  }
}

export const SYMBOL_OF: Readonly<Record<Step, string>> = { scores: 's', divide: 'z', mask: 'z', softmax: 'p', output: 'o' };

export function arithmetic(input: CellInput, strings: Strings): TemplateResult {
  const { step, result, row, column } = input;
  const value = valueIn(step, result, row, column);
  const name = variable(SYMBOL_OF[step], `${row + 1},${column + 1}`);
  const last: Piece[] = ['= ', html`<b>${datum({ name: 'cell', value }, strings.short(value, DIGITS))}</b>`];
  const first = (pieces: Piece[]): Piece[] => [name, ' = ', ...pieces];
  const lines = linesOf(input, strings).map((line, i) => (i === 0 ? first(line) : ['= ', ...line]));
  if (step === 'mask') return paragraph([maskSentence(input, strings)], strings);
  if (step === 'softmax' && !visible(result, row, column)) {
    const key = result.forward.fullyMasked[row] ? 'pipeline.cell.row-hidden' : 'pipeline.cell.hidden-weight';
    return paragraph([[name, ' ', ...last], rich(strings, key, { q: vector('q', row), k: vector('k', column) })], strings);
  }
  if (step === 'output' && result.forward.fullyMasked[row]) return paragraph([[name, ' ', ...last], rich(strings, 'pipeline.cell.row-hidden', { q: vector('q', row) })], strings);
  const explained = step === 'softmax' ? [rich(strings, 'pipeline.cell.total', { total: strings.short(result.forward.logsumexp[row] ?? 0, 4) })] : [];
  return paragraph([...lines, last, ...explained], strings);
}

const visible = (result: PipelineResult, row: number, column: number): boolean => at(result.allow, row, column) !== 0;

function paragraph(lines: readonly (Piece | Piece[])[], strings: Strings): TemplateResult {
  return html`<div class="dk-arithmetic" role="group" aria-label=${strings.text('pipeline.arithmetic')}>${lines.map((line) => html`<p>${line}</p>`)}</div>`;
}

function linesOf({ step, divide, result, row, column }: CellInput, strings: Strings): Piece[][] {
  const entry = (name: MatrixName, i: number, j: number): Piece => {
    const matrix = { q: result.query, k: result.key, v: result.value }[name];
    return html`<span class="dk-of-${name}">${inside(strings.short(at(matrix, i, j), 7))}</span>`;
  };
  const shown = (value: number): string => inside(strings.short(value, DIGITS));
  const { columns: width } = result.query;
  const n = result.key.rows;
  const c = result.forward.divisor;
  // √c as the reader sees it: a quarter root of d_k, for these placements always stand on c = √d_k.
  const half = strings.short(markValue('root4', { headDim: width, headCount: 1 }), 4);
  const whole = strings.short(c, 4);
  const product = (q: (t: number) => Piece[], k: (t: number) => Piece[]): Piece[] => joined(Array.from({ length: width }, (_, t) => [...q(t), ' × ', ...k(t)]), ' + ');
  const plain = (name: 'q' | 'k') => (t: number): Piece[] => [entry(name, name === 'q' ? row : column, t)];
  const divided = (name: 'q' | 'k', by: string) => (t: number): Piece[] => ['(', ...plain(name)(t), ` ÷ ${by})`];
  switch (step) {
    case 'scores':
      return [[vector('q', row), ' · ', vector('k', column)], product(plain('q'), plain('k'))];
    case 'divide':
    case 'mask':
      if (divide === 'both') return [product(divided('q', half), divided('k', half))];
      if (divide === 'one') return [product(divided('q', half), plain('k'))];
      if (divide === 'folded') return [product(divided('q', whole), plain('k'))];
      return [[variable('s', `${row + 1},${column + 1}`), ' ÷ ', divisorFormula(divide)], [`${shown(at(result.unmasked.scores, row, column))} ÷ ${whole}`]];
    case 'softmax': {
      const logit = (j: number): string => strings.short(at(result.unmasked.logits, row, j), 4);
      const seen = Array.from({ length: n }, (_, j) => j).filter((j) => visible(result, row, j));
      const total = result.forward.logsumexp[row] ?? 0;
      return [
        [power(logit(column)), ' ÷ (', ...joined(seen.map((j) => [power(logit(j))]), ' + '), ')'],
        [power([logit(column), ' − ', inside(strings.short(total, 4))])],
      ];
    }
    case 'output':
      return [
        joined(Array.from({ length: n }, (_, j) => [variable('p', `${row + 1},${j + 1}`), ' × ', html`<span class="dk-of-v">${variable('v', `${j + 1},${column + 1}`)}</span>`]), ' + '),
        joined(Array.from({ length: n }, (_, j) => [shown(at(result.forward.weights, row, j)), ' × ', entry('v', j, column)]), ' + '),
      ];
  }
}

/** The divisor as a formula. */
export function divisorFormula(divide: Divide): Piece {
  const dk = variable('d', 'k');
  if (divide === 'none') return '1';
  if (divide === 'rootmodel') return root(html`<span class="dk-var-sub">${variable('d')}<sub><i>model</i></sub></span>`, '√d_model');
  return root(dk, '√d_k');
}

function maskSentence({ result, row, column }: CellInput, strings: Strings): Piece[] {
  const seen = visible(result, row, column);
  const value = at(result.unmasked.logits, row, column);
  return rich(strings, seen ? 'pipeline.cell.seen' : 'pipeline.cell.hidden', {
    q: vector('q', row), k: vector('k', column),
    value: html`<b>${seen ? datum({ name: 'cell', value }, strings.short(value, DIGITS)) : strings.short(value, DIGITS)}</b>`,
  });
}
