// The histogram's numbers, for whoever does not see it or wants the digits.
import { html, type TemplateResult } from 'lit';
import type { Strings } from '../strings.ts';
import { BINS, isPlain } from './query.ts';
import type { Answer } from './readouts.ts';

export function tableOf({ params, options, request, result: { sample, law } }: Answer, strings: Strings): TemplateResult {
  const { histogramLow: low, histogramHigh: high, pairs } = request.sample;
  const step = (high - low) / BINS;
  const caption = strings.text('dot-product.table.caption', { dk: params.headDim, pairs: strings.count(pairs), seed: params.seed });
  if (sample.logits.length > 0) return html`<table><caption>${caption}</caption><thead><tr><th scope="col">${strings.text('dot-product.table.pair')}</th><th scope="col">${strings.text('dot-product.table.logit')}</th></tr></thead>
    <tbody>${Array.from(sample.logits, (logit, i) => html`<tr><th scope="row">${i + 1}</th><td>${strings.exact(logit, 4)}</td></tr>`)}</tbody></table>`;
  // The law is known at the points of its curve; the nearest one to a bin's middle serves.
  const pdfAt = (value: number): string => {
    const { x } = request.law;
    const index = Math.round(((value - x[0]!) / (x.at(-1)! - x[0]!)) * (x.length - 1));
    const pdf = law.pdf[index];
    return isPlain(options) && pdf !== undefined && Number.isFinite(pdf) ? strings.short(pdf, 3) : '—';
  };
  return html`<table>
    <caption>${caption}</caption>
    <thead><tr>${['from', 'to', 'count', 'density', 'exact'].map((key) => html`<th scope="col">${strings.text(`dot-product.table.${key}`)}</th>`)}</tr></thead>
    <tbody>${Array.from(sample.counts, (count, i) => html`<tr><th scope="row">${strings.short(low + i * step, 3)}</th><td>${strings.short(low + (i + 1) * step, 3)}</td><td>${strings.count(count)}</td><td>${strings.short(count / (pairs * step), 3)}</td><td>${pdfAt(low + (i + 0.5) * step)}</td></tr>`)}</tbody>
  </table>`;
}
