// The picture's numbers, for whoever does not see it or wants the digits.
import { html, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import type { Strings } from '../strings.ts';
import { PLANTED_ALPHAS, THEORY_ALPHAS, normOf, rmsOf, type CurveResult, type Gradient } from './query.ts';
import { measured, significant } from './digits.ts';

export function tableOf({ params, result }: { params: Params; result: CurveResult }, of: Gradient, strings: Strings): TemplateResult {
  const { alphas, statistics, limits, planted } = result;
  const norm = normOf(statistics, of);
  const rms = rmsOf(limits, of);
  const root = Math.sqrt(params.headDim);
  const theoryStep = (THEORY_ALPHAS.length - 1) / (alphas.length - 1);
  const plantedStep = (alphas.length - 1) / (PLANTED_ALPHAS.length - 1);
  const short = (value: number | undefined): string => significant(value ?? 0, 3, strings);
  const row = (alpha: number, i: number): TemplateResult => {
    const mean = measured(norm.mean[i] ?? 0, norm.error[i] ?? 0, strings);
    return html`<tr>
      <th scope="row">${strings.short(alpha, 4)}</th><td>${strings.short(alpha * root, 4)}</td><td>${mean.value} ± ${mean.error}</td><td>${short(norm.median[i])}</td><td>${short(norm.p999[i])}</td>
      <td>${short(Math.sqrt(norm.meanSquare[i] ?? 0))}</td><td>${short(rms[i * theoryStep])}</td>
      <td>${short(statistics.jacobianTrace.mean[i])}</td><td>${short(limits.jacobianTrace[i * theoryStep])}</td><td>${short(Math.sqrt(statistics.jacobianFro.meanSquare[i] ?? 0))}</td><td>${short(limits.jacobianRms[i * theoryStep])}</td>
      <td>${i % plantedStep === 0 ? short(planted.weight[i / plantedStep]) : ''}</td>
    </tr>`;
  };
  const heads = ['mean', 'median', 'p999', 'rms', 'rms-theory', 'trace', 'trace-theory', 'fro', 'fro-theory', 'planted'];
  return html`<table>
    <caption>${strings.text('gradient.table.caption', { what: strings.text(`gradient.name.${of}`), dk: params.headDim, n: params.keyCount, seed: params.seed, rows: strings.count(statistics.rows) })}</caption>
    <thead><tr>${['alpha', 'divisor'].map((key) => html`<th scope="col">${strings.text(`table.${key}`)}</th>`)}${heads.map((key) => html`<th scope="col">${strings.text(`gradient.table.${key}`)}</th>`)}</tr></thead>
    <tbody>${Array.from(alphas, row)}</tbody>
  </table>`;
}
