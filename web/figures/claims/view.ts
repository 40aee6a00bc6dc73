// The figure as a pure function of what is known: the claims, what was measured of them, the section that is shown.
import { html, nothing, type TemplateResult } from 'lit';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption, tallyOf } from './caption.ts';
import { groupOf, type ClaimsOptions, type Row } from './query.ts';
import { board, claimRow, numbersTable, type BoardActions } from './rows.ts';
import type { Phase } from './survey.ts';

export interface ClaimsModel extends FigureModel {
  rows: readonly Row[];
  phase: Phase;
  measuring: number | undefined;
  seed: number;
  section: ClaimsOptions['section'];
  picked: number | undefined;
  shows(control: 'board' | 'sample'): boolean;
}

export interface SurveyActions extends BoardActions {
  run(): void;
  stop(): void;
}

/** From this width on, said, measured and verdict stand side by side. */
const WIDE = 860;

const PLAY = 'M5 3.2v13.6l11-6.8z';
const STOP = 'M4 4h12v12H4z';

function transport({ phase, measuring, rows }: ClaimsModel, actions: SurveyActions, strings: Strings): TemplateResult {
  const { of, done } = tallyOf(rows);
  const running = phase === 'running';
  const word = { ready: 'start', running: 'stop', stopped: 'resume', failed: 'resume', done: 'again' }[phase];
  return html`<div class="dk-survey" data-live>
    <button type="button" class="dk-button dk-primary" data-action=${running ? 'stop' : 'run'} ?disabled=${of === 0} @click=${running ? actions.stop : actions.run}><svg class="dk-solid" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d=${running ? STOP : PLAY} /></svg><span>${strings.text(`claims.${word}`)}</span></button>
    <div class="dk-progress">
      <div class="dk-progress-track" role="progressbar" aria-label=${strings.text('claims.progress')} aria-valuemin="0" aria-valuemax=${of} aria-valuenow=${done}><span style="width: ${of === 0 ? 0 : ((done / of) * 100).toFixed(2)}%"></span></div>
      <p class="dk-note"><span data-name="phase" data-value=${phase}>${strings.text(`claims.phase.${phase}`, { id: measuring ?? '' })}</span><span data-name="claims-done" data-value=${done}>${strings.text('claims.of', { done, of })}</span></p>
    </div>
  </div>`;
}

export function claimsView(model: ClaimsModel, actions: SurveyActions, strings: Strings): TemplateResult {
  const { uid, rows, section } = model;
  const shown = rows.filter(({ claim }) => section === 'all' || groupOf(claim) === section);
  const measured = rows.some(({ result }) => result !== undefined);
  return html`<figure class="dk-figure ${model.width >= WIDE ? 'wide' : 'narrow'} ${model.phase}" aria-labelledby="${uid}-title">
    ${figureHead({ uid, number: model.number, element: 'dk-claims', titleKey: 'claims.title', ...(model.shows('sample') ? { sample: { seed: model.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    ${transport(model, actions, strings)}
    ${model.shows('board') ? board(rows, section, actions, strings) : nothing}
    <p class="dk-claims-head" aria-hidden="true"><span></span><span>${strings.text('claims.said')}</span><span>${strings.text('claims.measured')}</span><span>${strings.text('claims.verdict')}</span></p>
    <ol class="dk-claims">${shown.map((row) => claimRow(row, row.claim.id === model.picked, uid, strings))}</ol>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${caption(rows, model.phase, model.seed, strings)}</figcaption>
    <p class="dk-note dk-rows-note">${strings.text('claims.note')}</p>
    ${figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: measured ? () => numbersTable(rows, model.seed, strings) : undefined }, strings)}
  </figure>`;
}
