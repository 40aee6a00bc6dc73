// What softmax sees of a row: without correlation, with one key that goes with the query, with all of them.
import { html, nothing, type TemplateResult } from 'lit';
import type { DotProductRows } from '../../engine/protocol_dot_product.ts';
import type { Actions } from '../controls/actions.ts';
import { rich } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { slider } from '../controls/slider.ts';
import type { ControlsModel } from './controls.ts';
import { type RowsResult, type Scope } from './query.ts';
import { exact, measured, rootRho } from './readouts.ts';

export interface RowsAnswer {
  rho: number;
  scope: Scope;
  keyCount: number;
  result: RowsResult;
}

function bar(scope: 'none' | Scope, row: DotProductRows, inForce: boolean, rho: number, strings: Strings): TemplateResult {
  const weight = measured(row.maxWeight, row.maxWeightError, strings);
  const sigma = Math.sqrt(row.rowVariance);
  const spread = measured(sigma, sigma > 0 ? row.rowVarianceError / (2 * sigma) : 0, strings);
  const theory = row.rowVarianceKnown ? Math.sqrt(row.rowVarianceTheory) : undefined;
  return html`<tr class=${inForce ? 'in-force' : ''}>
    <th scope="row">${rich(strings, `dot-product.rows.${scope}`, { rho: strings.short(rho, 3) })}</th>
    <td>${datum({ name: `row-sigma-${scope}`, value: sigma, error: sigma > 0 ? row.rowVarianceError / (2 * sigma) : 0, theory: theory !== undefined && Number.isFinite(theory) ? theory : undefined }, spread.value)} ± ${spread.error}${theory === undefined ? nothing : html`<span class="dk-why">${strings.text('dot-product.rows.theory', { value: exact(theory, strings) })}</span>`}</td>
    <td><span class="dk-weight"><span class="dk-weight-bar" style="width: ${(100 * Math.min(1, row.maxWeight)).toFixed(1)}%"></span></span><span class="dk-weight-number">${datum({ name: `row-max-weight-${scope}`, value: row.maxWeight, error: row.maxWeightError }, weight.value)} ± ${weight.error}</span></td>
  </tr>`;
}

export function rowsPanel(model: ControlsModel, answer: RowsAnswer | undefined, actions: Actions, strings: Strings): TemplateResult {
  const title = html`<h4 class="dk-panel-question">${strings.text('dot-product.rows.title')}</h4>`;
  const keys = model.shows('keys') ? slider(paramSlider('keyCount', model.uid, model.params, actions, strings)) : nothing;
  if (!answer) return html`<div class="dk-panel dk-rows">${title}<div class="dk-blank" style="height: 190px"></div>${keys}</div>`;
  const { rho, scope, result, keyCount } = answer;
  return html`<div class="dk-panel dk-rows">
    ${title}
    <table class="dk-steps">
      <thead><tr><th scope="col">${strings.text('dot-product.rows.scope')}</th><th scope="col">${strings.text('dot-product.rows.sigma')}</th><th scope="col">${strings.text('dot-product.rows.weight')}</th></tr></thead>
      <tbody>
        ${bar('none', result.none, rho === 0, rho, strings)}
        ${rho === 0 ? nothing : [bar('one', result.one, scope === 'one', rho, strings), bar('all', result.all, scope === 'all', rho, strings)]}
      </tbody>
    </table>
    <p class="dk-note">${rich(strings, rho === 0 ? 'dot-product.rows.invite' : `dot-product.rows.say.${scope}`, { rootrho: rootRho, shrunk: exact(Math.sqrt(Math.max(0, 1 - rho * rho)), strings) })} ${rich(strings, result.keyCount < keyCount ? 'dot-product.rows.fewer' : 'dot-product.rows.drawn', { rows: String(result.rows), keys: String(result.keyCount) })}</p>
    ${keys}
  </div>`;
}
