// State words, read-outs, and the derivation line by line. Every number stands in an element with data-name and data-value, data-error and data-theory.
import { html, type TemplateResult } from 'lit';
import type { DotProductSample } from '../../engine/protocol_dot_product.ts';
import { divisorOf, type Params } from '../../state/params.ts';
import { rich, root, SYMBOLS, variable, type Piece } from '../math.ts';
import { datum, readoutList, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { isPlain, type DotProductOptions, type SampleRequest, type SampleResult } from './query.ts';
import { wordOf } from './standing.ts';

export interface Answer {
  params: Params;
  options: DotProductOptions;
  request: SampleRequest;
  result: SampleResult;
}

/** A value and its error with about three digits of the value, whatever its size. */
export function measured(value: number, error: number, strings: Strings): { value: string; error: string } {
  const size = Math.max(Math.abs(value), error);
  if (!(size > 0)) return { value: '0', error: '0' };
  if (size < 1e-3 || size >= 1e5) return { value: strings.short(value, 3), error: strings.short(error, 1) };
  return strings.measured(value, error, Math.max(0, 3 - Math.floor(Math.log10(size))));
}

/** √(1 − ρ²): what all keys have in common has cancelled. */
export const rootRho = root(html`1−${variable('ρ')}²`, '√(1 − ρ²)');

/** Exact numbers without a tail of zeros; +∞ in words. */
export const exact = (value: number, strings: Strings): string => (Number.isFinite(value) ? strings.short(value, 4) : strings.text('dot-product.endless'));

const percent = (share: number, strings: Strings): string => strings.text('dot-product.percent', { value: strings.short(100 * share, 2) });

interface Moment {
  name: string;
  value: number;
  error: number;
  theory: number;
  known: boolean;
}

/** Theory large, the measurement below; where theory has nothing to say, the measurement large. */
function momentReadout(label: string, { name, value, error, theory, known }: Moment, extra: Piece[], strings: Strings): Readout {
  const shown = measured(value, error, strings);
  const number = datum({ name, value, error, theory: known && Number.isFinite(theory) ? theory : undefined }, shown.value);
  return known
    ? { label: strings.text(label), large: datum({ name: `${name}-theory`, value: theory }, exact(theory, strings)), below: [...rich(strings, 'readout.measured', { value: number, error: shown.error }), ...extra] }
    : { label: strings.text(label), large: number, below: [...rich(strings, 'readout.error-only', { error: shown.error }), ...extra] };
}

export function readouts({ options, request, result }: Answer, strings: Strings): TemplateResult {
  const { sample, law } = result;
  const { headDim = 64 } = request.sample;
  const mean = { name: 'logit-mean', value: sample.mean, error: sample.meanError, theory: sample.theoryMean, known: sample.theoryMeanKnown };
  const variance = { name: 'logit-variance', value: sample.variance, error: sample.varianceError, theory: sample.theoryVariance, known: sample.theoryVarianceKnown };
  const kurtosis = { name: 'excess-kurtosis', value: sample.excessKurtosis, error: sample.excessKurtosisError, theory: sample.theoryExcessKurtosis, known: sample.theoryExcessKurtosisKnown };
  const relative = datum({ name: 'relative-error', value: sample.varianceRelativeError }, percent(sample.varianceRelativeError, strings));
  const distance = datum({ name: 'ks-distance', value: sample.ksDistance, theory: isPlain(options) ? law.ksDistance : undefined }, strings.exact(sample.ksDistance, 4));
  const p = sample.ksPValue < 1e-3 ? `p < ${strings.fixed(1e-3, 3)}` : `p = ${strings.exact(sample.ksPValue, 2)}`;
  const ks: Readout = isPlain(options)
    ? { label: strings.text('dot-product.readout.ks'), large: datum({ name: 'ks-law', value: law.ksDistance }, strings.exact(law.ksDistance, 5)), below: [...rich(strings, 'dot-product.readout.ks.law', { constant: datum({ name: 'ks-times-dim', value: law.ksDistance * headDim }, strings.fixed(law.ksDistance * headDim, 4)) }), html`<br />`, ...rich(strings, 'dot-product.readout.ks.measured', { value: distance, p })] }
    : { label: strings.text('dot-product.readout.ks'), large: distance, below: rich(strings, 'dot-product.readout.ks.plain', { p }) };
  return readoutList([
    momentReadout('dot-product.readout.mean', mean, [], strings),
    // The relative error is that of tails like the normal law's.
    momentReadout('dot-product.readout.variance', variance, kurtosis.known && Number.isFinite(kurtosis.theory) ? [html`<br />`, ...rich(strings, 'dot-product.readout.relative', { value: relative })] : [], strings),
    momentReadout('dot-product.readout.kurtosis', kurtosis, isPlain(options) ? [html`<br />`, ...rich(strings, 'dot-product.readout.kurtosis.law')] : [], strings),
    ks,
  ]);
}

export function stateWords({ request, result }: Answer, strings: Strings): TemplateResult {
  const word = wordOf(result.sample);
  const { pairs } = request.sample;
  return html`<p class="dk-state"><span class="dk-state-word" data-name="state" data-value=${word}>${strings.text(`dot-product.state.${word}`)}</span>
    <span class="dk-state-words">${rich(strings, pairs < request.wanted ? 'dot-product.fewer' : 'dot-product.drawn', { pairs: datum({ name: 'pairs', value: pairs }, strings.count(pairs)), wanted: strings.count(request.wanted) })}</span></p>`;
}

/** What the lines of the derivation are written with. */
const SIGNS: Readonly<Record<string, Piece>> = {
  qi: html`<span class="dk-hue-q">${variable('q', 'i')}</span>`, ki: html`<span class="dk-hue-k">${variable('k', 'i')}</span>`, s: variable('s'), rho: variable('ρ'), mu: variable('μ'),
  rootvar: root(html`Var[${variable('s')}/${variable('c')}]`, '√Var[s/c]'), dk: SYMBOLS['dk']!,
};

interface Step {
  id: string;
  name: string;
  value: number;
  error: number;
  theory: number;
  known: boolean;
}

/** The lines of the derivation, each bound to a theory and a measurement. */
export function steps(params: Params, { sample, term }: SampleResult): Step[] {
  const c = divisorOf(params);
  const mean = (s: DotProductSample, scale: number) => ({ value: s.mean * scale, error: s.meanError * scale, theory: s.theoryMean * scale, known: s.theoryMeanKnown });
  const variance = (s: DotProductSample, scale: number) => ({ value: s.variance * scale, error: s.varianceError * scale, theory: s.theoryVariance * scale, known: s.theoryVarianceKnown });
  const deviation = Math.sqrt(sample.variance);
  return [
    { id: 'term-mean', name: 'term-mean', ...mean(term, 1) },
    { id: 'term-variance', name: 'term-variance', ...variance(term, 1) },
    { id: 'score-mean', name: 'score-mean', ...mean(sample, c) },
    { id: 'score-variance', name: 'score-variance', ...variance(sample, c * c) },
    { id: 'divided', name: 'divided-variance', ...variance(sample, 1) },
    { id: 'sigma', name: 'sigma-measured', value: deviation, error: deviation > 0 ? sample.varianceError / (2 * deviation) : 0, theory: Math.sqrt(sample.theoryVariance), known: sample.theoryVarianceKnown },
  ];
}

export function derivation({ params, options, result }: Answer, strings: Strings): TemplateResult {
  const independent = options.rho === 0;
  const line = ({ id, name, value, error, theory, known }: Step): TemplateResult => {
    const shown = measured(value, error, strings);
    const why = id === 'term-mean' || id === 'term-variance' ? `${id}.${independent ? 'independent' : 'dependent'}` : id;
    return html`<tr>
      <th scope="row"><span class="dk-formula">${rich(strings, `dot-product.step.${id}`, SIGNS)}</span><span class="dk-why">${rich(strings, `dot-product.why.${why}`, SIGNS)}</span></th>
      <td>${known ? exact(theory, strings) : '—'}</td>
      <td>${datum({ name, value, error, theory: known && Number.isFinite(theory) ? theory : undefined }, shown.value)} ± ${shown.error}</td>
    </tr>`;
  };
  return html`<div class="dk-panel dk-derivation">
    <h4 class="dk-panel-question">${strings.text('dot-product.derivation')}</h4>
    <table class="dk-steps">
      <thead><tr><th scope="col">${strings.text('dot-product.line')}</th><th scope="col">${strings.text('table.theory')}</th><th scope="col">${strings.text('table.measured')}</th></tr></thead>
      <tbody>${steps(params, result).map(line)}</tbody>
    </table>
  </div>`;
}
