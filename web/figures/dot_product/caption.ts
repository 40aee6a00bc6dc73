// The caption is bound to the state: what was assumed, what came out, what would change it.
import { html, type TemplateResult } from 'lit';
import { divisorOf, markOf } from '../../state/params.ts';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { isPlain, type DotProductOptions } from './query.ts';
import { exact, measured, rootRho, type Answer } from './readouts.ts';
import { relativeError, wordOf } from './standing.ts';

const strong = (piece: Piece): TemplateResult => html`<b class="dk-nowrap">${piece}</b>`;

/** What the assumptions make of theory: one sentence a departure from the text. */
function aboutAssumptions({ entries, mean, rho, scope }: DotProductOptions, values: Readonly<Record<string, Piece>>, strings: Strings): Piece[] {
  const sentences: string[] = [];
  if (rho !== 0) sentences.push(scope);
  if (mean !== 0) sentences.push('mean');
  if (entries !== 'normal' && rho === 0) sentences.push(entries === 'student3' ? 'student3' : 'entries');
  return sentences.flatMap((key) => rich(strings, `dot-product.caption.${key}`, { ...values, rootrho: rootRho, law: strings.text(`dot-product.entries.${entries}`), rho: strings.short(rho, 3), mu: strings.short(mean, 3) }));
}

export function caption({ params, options, request, result }: Answer, strings: Strings): TemplateResult {
  const { sample } = result;
  const { headDim } = params;
  const word = wordOf(sample);
  const c = divisorOf(params);
  const variance = measured(sample.variance, sample.varianceError, strings);
  const percent = (share: number): string => strings.text('dot-product.percent', { value: strings.short(100 * share, 2) });
  const values: Record<string, Piece> = {
    variance: strong(variance.value), error: variance.error, theory: strong(exact(sample.theoryVariance, strings)), sigma: strong(exact(Math.sqrt(sample.theoryVariance), strings)), expected: strong(exact(sample.theoryMean, strings)),
    kurtosis: exact(sample.theoryExcessKurtosis, strings), relative: strong(percent(sample.varianceRelativeError)), many: percent(relativeError(10_000)), doubled: exact(Math.sqrt(4 * headDim) / c, strings),
    headDim, c: strings.short(c, 4), pairs: strings.count(request.sample.pairs), others: exact(Math.sqrt(headDim) / c, strings),
  };
  const mark = markOf(params);
  const lead = rich(strings, `dot-product.caption.lead.${mark === 'root' || mark === '1' || mark === 'dk' ? mark : 'number'}`, values);
  const found = rich(strings, `dot-product.caption.${word}`, values);
  const scaling = word !== 'few' && isPlain(options) ? rich(strings, `dot-product.caption.plain.${mark === 'root' || mark === 'dk' ? mark : 'other'}`, values) : [];
  const departures = word === 'few' ? [] : aboutAssumptions(options, values, strings);
  return html`<p class="dk-caption"><b>${lead}</b>${found}${scaling}${departures}</p>`;
}

/** The state in one sentence, to be heard. */
export function heard({ request, result: { sample } }: Answer, strings: Strings): string {
  const variance = measured(sample.variance, sample.varianceError, strings);
  return strings.text('dot-product.heard', { state: strings.text(`dot-product.state.${wordOf(sample)}`), pairs: strings.count(request.sample.pairs), variance: variance.value, error: variance.error, theory: exact(sample.theoryVariance, strings) });
}
