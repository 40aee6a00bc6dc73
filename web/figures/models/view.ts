// The figure as a pure function of what is known: parameters, where the rules stand, which one is chosen.
import { html, nothing, type TemplateResult } from 'lit';
import { alphaOf, sigmaOf, zoneOf, type Params } from '../../state/params.ts';
import type { ModelRule } from '../../engine/protocol_models.ts';
import type { Actions } from '../controls/actions.ts';
import { divisorFoot, divisorMarks, divisorRange, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider, type SizeKey } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import { AXIS } from '../divisor_axis.ts';
import { rich } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { caption } from './caption.ts';
import { card, type CardActions } from './card.ts';
import { layoutStrip, rowText, type StripLayout } from './layout.ts';
import { stripPicture } from './picture.ts';
import type { ModelsResult } from './query.ts';

export interface ModelsModel extends FigureModel {
  params: Params;
  /** Where the thumb is drawn: log₂ α, on its way while a rule is crossed to. */
  logAlpha: number;
  result: ModelsResult | undefined;
  shows(control: 'divisor' | 'dk' | 'keys'): boolean;
}

export interface ModelsActions extends CardActions {
  choose(name: ModelRule): void;
}

/** From this width on, the card stands beside the strip. */
const WIDE = 860;
const GAP = 56;
const CARD = 356;

export function modelsView(model: ModelsModel, actions: Actions, own: ModelsActions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  const right = wide ? CARD : model.width;
  const left = wide ? model.width - GAP - right : model.width;
  const { params, result, uid } = model;
  return html`<figure class="dk-figure ${wide ? 'wide' : 'narrow'} dk-in-${zoneOf(sigmaOf(params), params.keyCount)} ${model.waiting ? 'waiting' : ''}" aria-labelledby="${uid}-title" style="--left: ${left}px; --right: ${right}px">
    ${figureHead({ uid, number: model.number, element: 'dk-models', titleKey: 'models.title' }, strings)}${model.notes}
    <div class="dk-columns">
      ${stripPanel(model, left, wide ? 30 : 44, actions, own, strings)}
      <div class="dk-panel dk-about">${result ? card(result, right, uid, own, strings) : nothing}</div>
    </div>
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${result ? caption(result, params, strings) : nothing}</figcaption>
    <p class="dk-note dk-rows-note">${rich(strings, 'models.note')}</p>
    ${figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: result && (() => numbersTable(result, strings)) }, strings)}
  </figure>`;
}

function stripPanel(model: ModelsModel, width: number, rowHeight: number, actions: Actions, own: ModelsActions, strings: Strings): TemplateResult {
  const { params, result, uid } = model;
  const heading = html`<p class="dk-panel-title"><span>${rich(strings, 'models.strip')}</span><span class="dk-key"><svg width="24" height="16" aria-hidden="true"><path class="dk-model-bars" d="M3 1v14M21 1v14" /><circle class="dk-model-dot" cx="12" cy="8" r="4.5" /></svg>${strings.text('models.strip.bounded')}</span></p>`;
  if (!result) return html`<div class="dk-panel dk-against">${heading}<div class="dk-blank" style="height: ${rowHeight * 16 + 250}px"></div></div>`;
  const layout = layoutStrip(result, { alpha: 2 ** model.logAlpha, keyCount: params.keyCount }, { width, rowHeight }, strings);
  const control: DivisorControl = { id: `${uid}-divisor`, params, octaves: AXIS, position: model.logAlpha, actions, strings };
  const spoken = strings.text('models.strip.spoken', { here: strings.short(alphaOf(params)), rules: result.rows.map((row) => strings.text('models.row.spoken', { name: rowText(row, strings), value: strings.short(row.scaling.alpha) })).join(strings.text('models.list')) });
  return html`<div class="dk-panel dk-against">
    ${heading}
    <div class="dk-drawing" style="--track: ${layout.track}px">
      ${stripPicture(layout, model.shows('divisor') ? params : undefined, spoken)}
      ${rowButtons(layout, result, own, strings)}
      ${model.shows('divisor') ? divisorRange(control) : nothing}
    </div>
    ${model.shows('divisor') ? [divisorMarks(control), divisorFoot(control)] : nothing}
    ${sizes(model, actions, strings)}
  </div>`;
}

/** Each row is a button, as wide as the strip. */
function rowButtons(layout: StripLayout, result: ModelsResult, own: ModelsActions, strings: Strings): TemplateResult {
  return html`<div class="dk-rows" role="group" aria-label=${strings.text('models.rows')}>
    ${layout.rows.map(({ name, top, chosen }, i) => {
      const row = result.rows.find((one) => one.model.name === layout.rows[i]!.name)!;
      return html`<button type="button" class="dk-row-button" data-model=${name} aria-pressed=${chosen ? 'true' : 'false'} aria-label=${strings.text('models.row.spoken', { name: rowText(row, strings), value: strings.short(row.scaling.alpha) })} style="top: ${top}px; height: ${layout.rowHeight}px" @click=${() => own.choose(name)}></button>`;
    })}
  </div>`;
}

function sizes(model: ModelsModel, actions: Actions, strings: Strings): TemplateResult {
  const one = (key: SizeKey): TemplateResult => slider(paramSlider(key, model.uid, model.params, actions, strings));
  return html`<div class="dk-sizes">${model.shows('dk') ? one('headDim') : nothing}${model.shows('keys') ? one('keyCount') : nothing}</div>`;
}

function numbersTable({ request, rows }: ModelsResult, strings: Strings): TemplateResult {
  return html`<table>
    <caption>${strings.text('models.table', { dk: request.headDim, n: request.keyCount })}</caption>
    <thead><tr>${['models.table.rule', 'models.table.dk', 'table.divisor', 'table.alpha', 'models.table.cap', 'models.table.bound'].map((key) => html`<th scope="col">${strings.text(key)}</th>`)}</tr></thead>
    <tbody>${rows.map(({ model, scaling }) => html`<tr>
      <th scope="row">${strings.text(`models.${model.name}.name`)}</th><td>${scaling.headDim || request.headDim}</td><td>${strings.short(scaling.divisor, 4)}</td><td data-name="alpha-${model.name}" data-value=${scaling.alpha}>${strings.short(scaling.alpha, 4)}</td><td>${scaling.softCap > 0 ? strings.short(scaling.softCap) : '–'}</td><td>${scaling.logitBound > 0 ? strings.short(scaling.logitBound) : '–'}</td>
    </tr>`)}</tbody>
  </table>`;
}
