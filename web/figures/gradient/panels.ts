// Below the chart: what makes the gradient small, taken apart; and whether a key that equals the query still stands out.
import { html, type TemplateResult } from 'lit';
import { sigmaOf, zoneOf } from '../../state/params.ts';
import { rich } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { layoutFactors, layoutPlanted } from './layout_panels.ts';
import { panelPicture } from './picture.ts';
import type { GradientModel } from './view.ts';
import { measured, significant } from './digits.ts';
import { symbolOf } from './symbols.ts';

const GAP = 64;
const PLOT = { wide: 216, narrow: 190 } as const;

export function panels(model: GradientModel, wide: boolean, strings: Strings): TemplateResult {
  const left = wide ? Math.round((model.width - GAP) * 0.58) : model.width;
  const right = wide ? model.width - GAP - left : model.width;
  const plot = wide ? PLOT.wide : PLOT.narrow;
  return html`<div class="dk-apart" style="--left: ${left}px; --right: ${right}px">
    ${factorsPanel(model, { width: left, plot }, strings)}
    ${plantedPanel(model, { width: right, plot }, strings)}
  </div>`;
}

const blank = (height: number): TemplateResult => html`<div class="dk-blank" style="height: ${height}px"></div>`;

function factorsPanel({ state, curve }: GradientModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  const title = html`<h4 class="dk-panel-question">${rich(strings, 'gradient.factor.title')}</h4>`;
  if (!state || !curve) return html`<div class="dk-panel dk-factors">${title}${blank(size.plot + 80)}</div>`;
  const { statistics, alpha, known } = state.result;
  const limits = known ? state.result.limits : undefined;
  const trace = { value: statistics.jacobianTrace.mean[0] ?? 0, error: statistics.jacobianTrace.error[0] ?? 0 };
  const frobenius = Math.sqrt(statistics.jacobianFro.meanSquare[0] ?? 0);
  const { keyCount } = state.params;
  const zone = zoneOf(sigmaOf(state.params), keyCount);
  const layout = layoutFactors(curve.result, { alpha, keyCount, trace: trace.value, frobenius, factor: 1 / alpha }, size, strings);
  const shown = measured(trace.value, trace.error, strings);
  const values = {
    trace: datum({ name: 'jacobian-trace', ...trace, theory: limits?.jacobianTrace[0] }, shown.value), error: shown.error,
    frobenius: datum({ name: 'jacobian-fro', value: frobenius, theory: limits?.jacobianRms[0] }, significant(frobenius, 3, strings)),
    factor: datum({ name: 'chain-factor', value: 1 / alpha }, significant(1 / alpha, 3, strings)),
    dq: symbolOf('query'),
    product: datum({ name: 'factor-product', value: frobenius / alpha, theory: limits?.rmsGradQuery[0] }, significant(frobenius / alpha, 3, strings)),
  };
  const spoken = strings.text('gradient.factor.spoken', { trace: shown.value, frobenius: significant(frobenius, 3, strings), factor: significant(1 / alpha, 3, strings) });
  return html`<div class="dk-panel dk-factors dk-in-${zone}">
    ${title}
    <p class="dk-panel-title">${keys(strings)}</p>
    ${panelPicture(layout, spoken)}
    <p class="dk-note">${rich(strings, 'gradient.factor.now', values)} ${rich(strings, `gradient.factor.${zone}`)}</p>
  </div>`;
}

const keys = (strings: Strings): TemplateResult => html`<span class="dk-key"><svg width="26" height="10" aria-hidden="true"><path class="dk-theory" d="M0 5H26" /></svg>${strings.text('gradient.theory')}</span>
  <span class="dk-key"><svg width="11" height="11" aria-hidden="true"><circle class="dk-dots" cx="5.5" cy="5.5" r="4" /></svg>${strings.text('gradient.measured')}</span>`;

function plantedPanel({ state, curve }: GradientModel, size: { width: number; plot: number }, strings: Strings): TemplateResult {
  const title = html`<h4 class="dk-panel-question">${rich(strings, 'gradient.planted.title')}</h4>`;
  if (!state || !curve) return html`<div class="dk-panel dk-planted">${title}${blank(size.plot + 80)}</div>`;
  const { keyCount } = state.params;
  const zone = zoneOf(sigmaOf(state.params), keyCount);
  const { weight, error, accuracy } = state.result.planted;
  const now = { value: weight[0] ?? 0, error: error[0] ?? 0 };
  const shown = measured(now.value, now.error, strings);
  const layout = layoutPlanted(curve.result, { alpha: state.result.alpha, keyCount, weight: now.value }, size, strings);
  const percent = strings.text('gradient.percent', { value: strings.short(100 * accuracy, 4) });
  const values = {
    weight: datum({ name: 'planted-weight', ...now }, shown.value), error: shown.error, equal: strings.exact(1 / keyCount, 3),
    accuracy: datum({ name: 'planted-accuracy', value: accuracy }, percent),
  };
  return html`<div class="dk-panel dk-planted dk-in-${zone}">
    ${title}
    <p class="dk-panel-title"><span>${strings.text('gradient.planted.axis')}</span></p>
    ${panelPicture(layout, strings.text('gradient.planted.spoken', { weight: shown.value, equal: strings.exact(1 / keyCount, 3), accuracy: percent }))}
    <p class="dk-note">${rich(strings, 'gradient.planted.now', values)}</p>
  </div>`;
}
