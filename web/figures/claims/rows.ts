// The board of all verdicts, and the table's rows: said, measured, verdict with its rule.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Verdict } from '../../engine/protocol_claims.ts';
import { rich, variable, type Piece } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { VERDICT_MARKS } from '../verdict_marks.ts';
import { shownNumber } from './numbers.ts';
import { GROUPS, SECTIONS, groupOf, type ClaimsOptions, type Row } from './query.ts';

const K = { k: variable('k') };
/** A claim's own sentence or label. */
const own = (strings: Strings, id: number, key: string): Piece[] => rich(strings, `claims.${id}.${key}`, K);

export function verdictMark(verdict: Verdict, size: number): TemplateResult {
  const { fill, line, width = 1.6, dashes } = VERDICT_MARKS[verdict];
  return html`<svg class="dk-verdict-mark" viewBox="0 0 20 20" width=${size} height=${size} aria-hidden="true">
    ${line ? svg`<path fill="none" stroke="currentColor" stroke-width=${width} stroke-dasharray=${dashes ?? nothing} stroke-linecap=${dashes ? 'butt' : 'round'} d=${line} />` : nothing}${fill ? svg`<path fill="currentColor" d=${fill} />` : nothing}
  </svg>`;
}

export const verdictWord = (verdict: Verdict, strings: Strings): string => strings.text(`claims.verdict.${verdict}`);

export interface BoardActions {
  choose(section: ClaimsOptions['section']): void;
  /** Shows the claim's row. */
  pick(id: number): void;
}

export function board(rows: readonly Row[], chosen: ClaimsOptions['section'], actions: BoardActions, strings: Strings): TemplateResult {
  const tab = (section: ClaimsOptions['section'], name: string): TemplateResult =>
    html`<button type="button" class="dk-board-section" data-section=${section} aria-pressed=${section === chosen ? 'true' : 'false'} @click=${() => actions.choose(section)}>${section === 'all' ? nothing : html`<span class="dk-board-number">${section}</span>`}${name}</button>`;
  const cell = ({ claim: { id }, standing, verdict }: Row): TemplateResult => {
    const spoken = strings.text(`claims.cell.${standing}`, { id, verdict: verdictWord(verdict, strings) });
    return html`<button type="button" class="dk-cell ${standing}" data-claim=${id} aria-label=${spoken} title=${spoken} @click=${() => actions.pick(id)}>${verdictMark(verdict, 20)}<span aria-hidden="true">${id}</span></button>`;
  };
  return html`<div class="dk-board" role="group" aria-label=${strings.text('claims.board')}>
    ${GROUPS.map((group) => html`<div class="dk-board-group">${tab(group, strings.text(`claims.section.${group}`))}<div class="dk-cells">${rows.filter(({ claim }) => groupOf(claim) === group).map(cell)}</div></div>`)}
    <div class="dk-board-group">${tab('all', strings.text('claims.section.all'))}</div>
  </div>`;
}

function numbers({ claim, result, standing }: Row, strings: Strings): TemplateResult {
  if (standing === 'unmeasurable') return html`<p class="dk-nothing" aria-hidden="true">–</p>`;
  return html`<dl class="dk-numbers">
    ${claim.numbers.map((name, i) => {
      const label = html`<dt>${own(strings, claim.id, name)}</dt>`;
      if (!result) return html`<div>${label}<dd class="dk-blank">${strings.text('claims.blank')}</dd></div>`;
      const { value, error, theory } = shownNumber(result, i, strings);
      const law = result.theory[i]!;
      const shown = datum({ name: `claim-${claim.id}-${name}`, value: result.values[i]!, error: result.errors[i]!, theory: Number.isNaN(law) ? undefined : law }, html`<b>${value}</b>${error === undefined ? nothing : ` ± ${error}`}`);
      return html`<div>${label}<dd>${shown}${theory === undefined ? nothing : html` <span class="dk-theory">${strings.text('claims.theory', { value: theory })}</span>`}</dd></div>`;
    })}
  </dl>`;
}

export function claimRow(row: Row, picked: boolean, uid: string, strings: Strings): TemplateResult {
  const { claim, standing, verdict } = row;
  const { id, section } = claim;
  const below = standing === 'differs' ? strings.text('claims.unlike', { verdict: verdictWord(claim.verdict, strings) }) : standing === 'quoted' || standing === 'measuring' ? strings.text('claims.article') : '';
  return html`<li class="dk-claim ${standing} ${picked ? 'picked' : ''}" id="${uid}-claim-${id}" data-claim=${id} tabindex="-1">
    <p class="dk-claim-number"><b>${id}</b> <a href="#${SECTIONS[section as keyof typeof SECTIONS]}" aria-label=${strings.text('claims.place', { section })}>§ ${section}</a></p>
    <p class="dk-claim-said">${own(strings, id, 'said')}</p>
    ${numbers(row, strings)}
    <div class="dk-claim-verdict">
      <p class="dk-chip-line"><span class="dk-verdict-chip" data-name=${`verdict-${id}`} data-value=${verdict}>${verdictMark(verdict, 17)}${verdictWord(verdict, strings)}</span>${below === '' ? nothing : html` <span class="dk-note">${below}</span>`}</p>
      <p class="dk-note dk-rule"><span class="dk-unseen">${strings.text(standing === 'unmeasurable' ? 'claims.where' : 'claims.rule')} </span>${own(strings, id, 'rule')}</p>
    </div>
  </li>`;
}

/** All digits, for the foot. */
export function numbersTable(rows: readonly Row[], seed: number, strings: Strings): TemplateResult {
  const measured = rows.filter(({ result }) => result !== undefined);
  return html`<table>
    <caption>${strings.text('claims.table', { seed })}</caption>
    <thead><tr>${['claims.table.claim', 'claims.table.number', 'table.measured', 'table.error', 'table.theory'].map((key) => html`<th scope="col">${strings.text(key)}</th>`)}</tr></thead>
    <tbody>${measured.flatMap(({ claim, result }) => claim.numbers.map((name, i) => html`<tr>
      <th scope="row">${claim.id}</th><td class="dk-what">${own(strings, claim.id, name)}</td><td>${strings.short(result!.values[i]!, 6)}</td><td>${result!.errors[i] === 0 ? '–' : strings.short(result!.errors[i]!, 2)}</td><td>${Number.isNaN(result!.theory[i]!) ? '–' : strings.short(result!.theory[i]!, 6)}</td>
    </tr>`))}</tbody>
  </table>`;
}
