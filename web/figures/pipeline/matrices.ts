// Matrices as tables: those of numbers to edit, and the one of the step, each cell a button. One tab stop a table; arrow keys go from cell to cell.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { EngineMatrix } from '../../engine/protocol_attention.ts';
import { rich, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { SYMBOL_OF, matrixName, valueIn, vector } from './arithmetic.ts';
import { bar, cellRoom, fitted, fittedShort, headerOf } from './layout.ts';
import { entryText, isBlock } from './matrix_text.ts';
import type { MatrixName, Step } from './options.ts';
import { at, type PipelineResult } from './query.ts';

export interface Spot {
  row: number;
  column: number;
}

const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** Goes to the neighbour that an arrow key means; whether there was one to go to or not, the key is used up. */
export function walk(event: KeyboardEvent, spot: Spot, step: readonly [rows: number, columns: number]): void {
  const table = (event.currentTarget as HTMLElement).closest('table');
  const next = table?.querySelector<HTMLElement>(`[data-at="${spot.row + step[0]} ${spot.column + step[1]}"]`);
  event.preventDefault();
  next?.focus();
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export interface EditableMatrix {
  name: MatrixName;
  matrix: EngineMatrix;
  room: number;
  /** Which cell the tab key comes to. */
  stop: Spot;
  /** Rows or columns that the active cell is made from. */
  litRow: number | undefined;
  litColumn: number | undefined;
  edited: boolean;
  enter(spot: Spot): void;
  commit(spot: Spot, text: string): void;
  paste(spot: Spot, text: string): void;
  restore(): void;
}

export function editableMatrix(m: EditableMatrix, strings: Strings): TemplateResult {
  const { name, matrix } = m;
  const { rows, columns } = matrix;
  const room = cellRoom(m.room, columns, 'input');
  const write = fittedShort(Array.from(matrix.data), room, strings);
  return html`<div class="dk-panel dk-matrix dk-of-${name}" data-matrix=${name}>
    <p class="dk-panel-title"><span class="dk-matrix-name">${matrixName(name)} ${strings.text(`pipeline.${name}`)}</span><span class="dk-matrix-size">${rows} × ${columns}</span>
      ${m.edited ? html`<button type="button" class="dk-quiet dk-restore" @click=${m.restore}>${strings.text('pipeline.restore')}</button>` : nothing}</p>
    <table style="--cell: ${room.width}px; --header: ${headerOf(m.room)}px; --font: ${room.font}px">
      <caption class="dk-unseen">${strings.text(`pipeline.${name}.caption`, { rows, columns })}</caption>
      <tbody>${numbers(rows).map((row) => html`<tr class=${row === m.litRow ? 'lit' : ''}>
        <th scope="row">${vector(name, row)}</th>
        ${numbers(columns).map((column) => html`<td class=${column === m.litColumn ? 'lit' : ''}>${entryField(m, { row, column }, write, strings)}</td>`)}
      </tr>`)}</tbody>
    </table>
  </div>`;
}

function entryField(m: EditableMatrix, spot: Spot, write: (value: number) => string, strings: Strings): TemplateResult {
  const value = at(m.matrix, spot.row, spot.column);
  const shown = write(value);
  const whole = entryText(value).replace('-', '−');
  const input = (event: Event): HTMLInputElement => event.currentTarget as HTMLInputElement;
  const take = (element: HTMLInputElement): void => {
    if (element.value !== shown && element.value !== whole) m.commit(spot, element.value);
    element.value = shown;
  };
  const onKey = (event: KeyboardEvent): void => {
    const element = input(event);
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      take(element);
      return walk(event, spot, [1, 0]);
    }
    if (event.key === 'Escape') {
      element.value = whole;
      return element.select();
    }
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    const { selectionStart: start, selectionEnd: end, value: text } = element;
    const all = start === 0 && end === text.length;
    // Within what is being typed, left and right move the caret.
    if (event.key === 'ArrowLeft' && !all && (start !== 0 || end !== 0)) return;
    if (event.key === 'ArrowRight' && !all && (start !== text.length || end !== text.length)) return;
    walk(event, spot, arrow);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isBlock(text)) return;
    event.preventDefault();
    m.paste(spot, text);
  };
  return html`<input
    class="dk-entry"
    type="text"
    name=${`${m.name}-${spot.row + 1}-${spot.column + 1}`}
    data-at=${`${spot.row} ${spot.column}`}
    data-name=${`${m.name}-${spot.row}-${spot.column}`}
    data-value=${entryText(value)}
    autocomplete="off"
    spellcheck="false"
    tabindex=${spot.row === m.stop.row && spot.column === m.stop.column ? 0 : -1}
    aria-label=${strings.text('pipeline.entry', { name: m.name.toUpperCase(), row: spot.row + 1, column: spot.column + 1 })}
    .value=${live(shown)}
    @focus=${(event: Event) => {
      input(event).value = whole;
      input(event).select();
      m.enter(spot);
    }}
    @blur=${(event: Event) => take(input(event))}
    @keydown=${onKey}
    @paste=${onPaste}
  />`;
}

export interface StepMatrix {
  step: Step;
  result: PipelineResult;
  room: number;
  active: Spot;
  stop: Spot;
  hover(spot: Spot | undefined): void;
  enter(spot: Spot): void;
  /** Only in the step of the mask. */
  toggle(spot: Spot): void;
}

/** How many decimals a step's numbers have where there is room. */
const DECIMALS: Readonly<Record<Step, number>> = { scores: 2, divide: 3, mask: 3, softmax: 3, output: 3 };

export function stepMatrix(m: StepMatrix, strings: Strings): TemplateResult {
  const { step, result } = m;
  const { forward, allow } = result;
  const rows = result.query.rows;
  const columns = step === 'output' ? result.value.columns : result.key.rows;
  const withSum = step === 'softmax';
  const room = cellRoom(m.room, columns + (withSum ? 1 : 0), 'step');
  const values = numbers(rows).flatMap((row) => numbers(columns).map((column) => valueIn(step, result, row, column)));
  const write = fitted(withSum ? [...values, 1] : values, DECIMALS[step], room, strings);
  const largest = scaleOf(step, result);
  const masks = step === 'mask' || step === 'softmax';
  const column = (j: number): Piece => (step === 'output' ? html`<span class="dk-of-v">${String(j + 1)}</span>` : vector('k', j));
  const cell = (i: number, j: number): TemplateResult => {
    const value = valueIn(step, result, i, j);
    const hidden = masks && at(allow, i, j) === 0;
    const shown = write(value);
    const { from, to } = bar(value, largest, step !== 'softmax');
    const name = step === 'output' ? `q${i + 1}, ${j + 1}` : `q${i + 1}, k${j + 1}`;
    const is = i === m.active.row && j === m.active.column;
    const dark = hidden && step === 'mask';
    return html`<td class="${is ? 'active' : ''} ${hidden ? 'hidden-cell' : ''} ${!is && i === m.active.row ? 'in-row' : ''}">
      <button
        type="button"
        class="dk-cell"
        data-at="${i} ${j}"
        data-name="${step}-${i}-${j}"
        data-value=${dark ? nothing : value}
        data-hidden=${hidden ? '' : nothing}
        tabindex=${i === m.stop.row && j === m.stop.column ? 0 : -1}
        aria-label=${hidden ? strings.text('pipeline.cell.label-hidden', { name, value: shown }) : strings.text('pipeline.cell.label', { name, value: shown })}
        aria-pressed=${step === 'mask' ? (hidden ? 'true' : 'false') : nothing}
        style="--from: ${(from * 100).toFixed(2)}%; --to: ${(to * 100).toFixed(2)}%"
        @pointerenter=${(event: PointerEvent) => event.pointerType === 'mouse' && m.hover({ row: i, column: j })}
        @focus=${() => m.enter({ row: i, column: j })}
        @click=${() => (step === 'mask' ? m.toggle({ row: i, column: j }) : m.enter({ row: i, column: j }))}
        @keydown=${(event: KeyboardEvent) => ARROWS[event.key] && walk(event, { row: i, column: j }, ARROWS[event.key]!)}
      >${dark ? html`<s>${shown}</s>` : shown}</button>
    </td>`;
  };
  return html`<div class="dk-panel dk-step-matrix dk-step-${step}" data-step=${step}>
    <p class="dk-panel-title"><span>${rich(strings, `pipeline.step.${step}.title`, { z: variable(SYMBOL_OF[step]), Q: matrixName('q'), K: matrixName('k'), V: matrixName('v') })}</span></p>
    <table style="--cell: ${room.width}px; --header: ${headerOf(m.room)}px; --font: ${room.font}px" @pointerleave=${() => m.hover(undefined)}>
      <caption class="dk-unseen">${strings.text(`pipeline.step.${step}.caption`, { rows, columns })}</caption>
      <thead><tr><td></td>${numbers(columns).map((j) => html`<th scope="col">${column(j)}</th>`)}${withSum ? html`<th scope="col" class="dk-sum">${strings.text('pipeline.sum')}</th>` : nothing}</tr></thead>
      <tbody>${numbers(rows).map((i) => html`<tr>
        <th scope="row">${vector('q', i)}</th>
        ${numbers(columns).map((j) => cell(i, j))}
        ${withSum ? html`<td class="dk-sum"><span data-name="sum-${i}" data-value=${result.sums[i] ?? 0}>${write(result.sums[i] ?? 0)}</span></td>` : nothing}
      </tr>`)}</tbody>
    </table>
    <p class="dk-note dk-scale">${step === 'softmax'
      ? html`<span data-name="scale" data-value="1">${strings.text('pipeline.scale.weights')}</span>`
      : html`<span data-name="scale" data-value=${largest}>${strings.text('pipeline.scale', { largest: strings.short(largest, 4) })}</span>`}${
      [...forward.fullyMasked].some(Boolean) && step !== 'scores' && step !== 'divide' ? html` <span class="dk-full-mask" data-name="fully-masked" data-value=${forward.fullyMasked.reduce((sum, one) => sum + one, 0)}>${rich(strings, 'pipeline.fully-masked', {
        rows: html`${[...forward.fullyMasked].flatMap((full, i) => (full ? [i] : [])).map((i) => html`${vector('q', i)} `)}`,
      })}</span>` : nothing}</p>
  </div>`;
}

/** What a full bar means: 1 for weights; the largest score, before and after the division; the largest entry of V for the output. */
function scaleOf(step: Step, result: PipelineResult): number {
  const largest = (data: Float32Array): number => data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (step === 'softmax') return 1;
  if (step === 'output') return largest(result.value.data);
  return Math.max(largest(result.unmasked.scores.data), largest(result.unmasked.logits.data));
}
