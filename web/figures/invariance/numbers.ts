// The rules beside one another at the reader's d_k, and the shape of the scores' law: exact values, and what was measured.
import { html, nothing, type TemplateResult } from 'lit';
import { divisorOf, type Params } from '../../state/params.ts';
import { rich, type Piece } from '../math.ts';
import { datum, readoutList } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { QUANTITIES, type Quantity } from './options.ts';
import type { Measured, RuleState, StateResult } from './query.ts';
import { RULE_ZONES, ruleOf } from './rules.ts';
import { ruleSign, valueText } from './words.ts';

/** `max-weight`, `grad-query-rms`, …: how read-outs call a quantity; a rule's is `max-weight-root`, the reader's own rule's `max-weight`. */
export const DATA_NAMES: Readonly<Record<Quantity, string>> = { maxWeight: 'max-weight', entropy: 'entropy', jacobianTrace: 'jacobian-trace', gradQuery: 'grad-query-rms' };

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

export function ruleTable(state: StateResult, params: Params, strings: Strings): TemplateResult {
  const inForce = ruleOf(params);
  const classes = ({ id }: RuleState): string => `${RULE_ZONES[id] ? `dk-zone-${RULE_ZONES[id]}` : ''} ${id === inForce ? 'in-force' : ''}`;
  const cell = (rule: RuleState, quantity: Quantity): TemplateResult => {
    const { theory, mean, error }: Measured = rule[quantity];
    const shown = Number.isFinite(mean) ? (error === 0 ? { value: valueText(mean, quantity, strings), error: '0' } : strings.measured(mean, error, 6)) : undefined;
    const data = { value: mean, error: finite(error), theory: finite(theory) };
    return html`<td class=${classes(rule)}><span class="dk-cell">${valueText(theory, quantity, strings)}</span>${shown
      ? html`<span class="dk-below">${rich(strings, 'invariance.measured', { value: datum({ name: `${DATA_NAMES[quantity]}-${rule.id}`, ...data }, shown.value), error: html`<span class="dk-nowrap">± ${shown.error}</span>` })}</span>`
      : nothing}${rule.id === inForce ? html`<span hidden data-name=${DATA_NAMES[quantity]} data-value=${finite(mean) ?? 'none'} data-error=${finite(error) ?? 'none'} data-theory=${finite(theory) ?? 'none'}></span>` : nothing}</td>`;
  };
  const spread = ({ divisor }: RuleState): number => Math.sqrt(params.headDim) / divisor;
  return html`<table class="dk-rule-table">
    <caption>${rich(strings, 'invariance.table-now', { headDim: String(params.headDim), keyCount: String(params.keyCount) })}</caption>
    <thead><tr><td></td>${state.rules.map((rule) => html`<th scope="col" class=${classes(rule)}>${ruleSign(rule.id, params, strings)}</th>`)}</tr></thead>
    <tbody>
      <tr><th scope="row">${rich(strings, 'invariance.sigma')}</th>${state.rules.map((rule) => html`<td class=${classes(rule)}><span class="dk-cell">${datum({ name: `sigma-${rule.id}`, value: spread(rule) }, strings.short(spread(rule), 3))}</span></td>`)}</tr>
      ${QUANTITIES.map((quantity) => html`<tr><th scope="row">${rich(strings, `invariance.quantity.${quantity}.row`)}</th>${state.rules.map((rule) => cell(rule, quantity))}</tr>`)}
    </tbody>
  </table>`;
}

/** Shape of the scores' law: variance of the logits, excess kurtosis against 6/d_k, distance to the normal law. */
export function shapeReadouts(state: StateResult, params: Params, strings: Strings): TemplateResult {
  const { sample } = state;
  const divisor = divisorOf(params);
  const scale = params.headDim / divisor ** 2;
  const variance = { name: 'variance', value: sample.variance * scale, error: sample.varianceError * scale, theory: sample.theoryVariance * scale };
  const below = (name: string, value: number, error: number, theory: number): Piece[] => {
    // Far from 1 the digits stand before a power of ten.
    const far = theory > 1e5 || (theory > 0 && theory < 1e-4);
    const shown = far ? { value: strings.short(value, 2), error: strings.short(error, 1) } : strings.measured(value, error, 6);
    return [html`<span class="dk-nowrap">${rich(strings, 'readout.measured', { value: datum({ name, value, error, theory }, shown.value), error: shown.error })}</span>`];
  };
  return readoutList([
    { label: rich(strings, 'invariance.variance'), large: datum({ name: 'variance-exact', value: variance.theory }, strings.short(variance.theory, 3)), below: below(variance.name, variance.value, variance.error, variance.theory) },
    {
      label: rich(strings, 'invariance.kurtosis'), large: datum({ name: 'excess-kurtosis-exact', value: state.excessKurtosis }, strings.short(state.excessKurtosis, 3)),
      below: [html`<span class="dk-nowrap">${rich(strings, 'invariance.kurtosis.law', { headDim: String(params.headDim) })}</span> `, ...below('excess-kurtosis', sample.excessKurtosis, sample.excessKurtosisError, state.excessKurtosis)],
    },
    {
      label: rich(strings, 'invariance.distance'), large: datum({ name: 'ks-distance', value: state.ksDistance }, strings.short(state.ksDistance, 3)),
      below: [html`<span class="dk-nowrap">${rich(strings, 'invariance.distance.law', { product: datum({ name: 'ks-times-dk', value: state.ksDistance * params.headDim }, strings.fixed(state.ksDistance * params.headDim, 4)), headDim: String(params.headDim) })}</span>`],
    },
  ]);
}
