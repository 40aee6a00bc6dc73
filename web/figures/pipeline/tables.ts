// All matrices of the figure with all their digits, as tables; and the steps in words.
import { html, type TemplateResult } from 'lit';
import type { EngineMatrix } from '../../engine/protocol_attention.ts';
import type { Strings } from '../strings.ts';
import { at, type PipelineResult } from './query.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i);

export function tables(result: PipelineResult, strings: Strings): TemplateResult {
  const { unmasked, forward, allow } = result;
  const hidden = (i: number, j: number): boolean => at(allow, i, j) === 0;
  const table = (key: string, matrix: EngineMatrix, column: string, text: (value: number, i: number, j: number) => string = (value) => strings.short(value, 7)): TemplateResult => html`<table>
    <caption>${strings.text(key)}</caption>
    <thead><tr><td></td>${numbers(matrix.columns).map((j) => html`<th scope="col">${column}${j + 1}</th>`)}</tr></thead>
    <tbody>${numbers(matrix.rows).map((i) => html`<tr><th scope="row">q${i + 1}</th>${numbers(matrix.columns).map((j) => html`<td>${text(at(matrix, i, j), i, j)}</td>`)}</tr>`)}</tbody>
  </table>`;
  const masked = (value: number, i: number, j: number): string => (hidden(i, j) ? strings.text('pipeline.table.hidden') : strings.short(value, 7));
  return html`${table('pipeline.table.scores', unmasked.scores, 'k')}${table('pipeline.table.logits', unmasked.logits, 'k', masked)}${table('pipeline.table.weights', forward.weights, 'k')}${table('pipeline.table.output', forward.output, '')}`;
}
