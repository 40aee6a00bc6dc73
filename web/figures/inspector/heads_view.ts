// All heads in a table that can be sorted; a row's name shows that head above.
import { html, nothing, type TemplateResult } from 'lit';
import { rich } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { zoneOfHead } from './caption.ts';
import { numberOf, sorted, type HeadResult, type NumberName, type Sort } from './numbers.ts';
import { percent } from './detail_view.ts';
import { problemText } from './source_view.ts';

export interface HeadsModel {
  uid: string;
  heads: readonly HeadResult[];
  selected: number;
  sort: Sort;
  /** How many rows are drawn; more can be asked for. */
  most: number;
}

export interface HeadsActions {
  select(head: number): void;
  sort(by: Sort['by']): void;
  more(): void;
  save(kind: 'csv' | 'json'): void;
}

const COLUMNS: readonly NumberName[] = ['head-dim', 'key-count', 'score-mean', 'score-std', 'correlation', 'sigma', 'unit-divisor', 'entropy', 'effective-keys', 'saturated-share', 'largest-score', 'jacobian-fro'];

/** Left out where there is no room to scroll: on paper. */
const MINOR: readonly (NumberName | 'label')[] = ['head-dim', 'key-count', 'score-mean', 'score-std', 'correlation', 'jacobian-fro'];
const minor = (name: NumberName | 'label'): string => (MINOR.includes(name) ? 'dk-minor' : '');

function cellText(name: NumberName, value: number, strings: Strings): string {
  if (name === 'saturated-share') return percent(value, strings);
  if (name === 'entropy' || name === 'correlation' || name === 'jacobian-fro') return strings.exact(value, 3);
  return Number.isInteger(value) ? strings.count(value) : strings.short(value, name === 'unit-divisor' ? 4 : 3);
}

export function headsView(model: HeadsModel, actions: HeadsActions, strings: Strings): TemplateResult {
  const { heads, selected, sort } = model;
  const order = sorted(heads, sort);
  const heading = (by: Sort['by']): TemplateResult => html`<th scope="col" class=${minor(by)} aria-sort=${sort.by === by ? (sort.descending ? 'descending' : 'ascending') : nothing}>
    <button type="button" class="dk-sort" data-sort=${by} @click=${() => actions.sort(by)}>${by === 'label' ? strings.text('inspector.column.label') : rich(strings, `inspector.column.${by}`)}<span class="dk-arrow" aria-hidden="true">${sort.by === by ? (sort.descending ? '↓' : '↑') : ''}</span></button></th>`;
  return html`<div class="dk-heads">
    <div class="dk-table-frame" tabindex="0" role="group" aria-label=${strings.text('inspector.heads', { count: heads.length })}>
      <table>
        <thead><tr>${heading('label')}${COLUMNS.map(heading)}</tr></thead>
        <tbody>${order.slice(0, model.most).map((index) => headRow(heads[index]!, index, index === selected, actions, strings))}</tbody>
      </table>
    </div>
    <div class="dk-heads-foot" data-live>
      ${order.length > model.most ? html`<button type="button" class="dk-button" data-action="more" @click=${actions.more}>${strings.text('inspector.more', { count: order.length - model.most })}</button>` : nothing}
      ${(['csv', 'json'] as const).map((kind) => html`<button type="button" class="dk-button" data-save=${kind} @click=${() => actions.save(kind)}>${strings.text(`inspector.save.${kind}`)}</button>`)}
    </div>
  </div>`;
}

function headRow(head: HeadResult, index: number, selected: boolean, actions: HeadsActions, strings: Strings): TemplateResult {
  const zone = head.report && !Number.isNaN(head.report.sigma) ? zoneOfHead(head.report) : undefined;
  return html`<tr class=${selected ? 'selected' : ''}>
    <th scope="row"><button type="button" class="dk-pick" data-head=${index} aria-pressed=${selected ? 'true' : 'false'} ?disabled=${!head.report} @click=${() => actions.select(index)}>${head.label === '' ? String(index) : head.label}</button><span class="dk-head-name">${head.label === '' ? String(index) : head.label}</span></th>
    ${head.problem
      ? html`<td class="dk-cell-problem" colspan=${COLUMNS.length}>${problemText(head.problem, strings)}</td>`
      : COLUMNS.map((name) => {
          const value = numberOf(head, name);
          const text = value === undefined ? (head.report ? '–' : '…') : cellText(name, value, strings);
          return html`<td class=${name === 'sigma' && zone ? `dk-zone-${zone} dk-zoned` : minor(name)}>${value === undefined ? text : datum({ name: `${name}-${index}`, value }, text)}${name === 'sigma' && zone && zone !== 'ok' ? html` <span class="dk-zone-word">${strings.text(`zone.${zone}.short`)}</span>` : nothing}</td>`;
        })}
  </tr>`;
}
