// The diagnosis in plain words: where σ stands, what makes it so, what softmax does with it, and what would bring it to 1.
import { html, type TemplateResult } from 'lit';
import type { HeadReport } from '../../inspector/measure.ts';
import { zoneLimits, type Zone } from '../../state/params.ts';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Theory } from './theory.ts';

/** How many keys rows see, in the middle: what σ's limits are taken at. */
export const usualKeys = ({ lengths }: Pick<HeadReport, 'lengths'>): number => Math.max(2, Math.round(Math.exp(lengths.reduce((sum, { keys, share }) => sum + share * Math.log(keys), 0))));

export function zoneOfHead(report: Pick<HeadReport, 'sigma' | 'lengths'>): Zone {
  const limits = zoneLimits(usualKeys(report));
  return report.sigma > limits.saturated ? 'small' : report.sigma < limits.flat ? 'large' : 'ok';
}

export interface Diagnosed {
  report: HeadReport;
  theory: Theory | undefined;
  float16: number;
}

/** The sentences that apply, by their keys. */
export function findings({ report, theory, float16 }: Diagnosed): string[] {
  const { sigma, entries, scoreMean, rowStd, largestScore, entropy, unitDivisor, divisor } = report;
  if (Number.isNaN(sigma)) return ['no-spread'];
  const keys: string[] = [`zone.${zoneOfHead(report)}`];
  if (entries && sigma > 0) {
    const own = sigma / entries.independentSigma;
    keys.push(own > 1.25 ? 'aligned' : own < 0.8 ? 'avoiding' : entries.independentSigma > 1.25 || entries.independentSigma < 0.8 ? 'entries' : 'as-text');
  }
  if (Math.abs(scoreMean) > 2 * rowStd && rowStd > 0) keys.push('shifted');
  if (theory && theory.entropy > 0.02) {
    const less = theory.entropy - entropy;
    if (Math.abs(less) > Math.max(0.15, 0.1 * theory.entropy)) keys.push(less > 0 ? 'sharper' : 'flatter');
  }
  if (largestScore > float16) keys.push('float16-over');
  else if (largestScore > float16 / 4) keys.push('float16-near');
  const far = unitDivisor / divisor;
  if (sigma === 0) keys.push('equal');
  else keys.push(far > 1.1 || far < 0.9 ? 'advice' : 'advice-none');
  return keys;
}

function values({ report, theory, float16 }: Diagnosed, strings: Strings): Record<string, Piece> {
  const { entries } = report;
  const limits = zoneLimits(usualKeys(report));
  return {
    head: report.label, sigmaValue: strings.short(report.sigma, 3), c: strings.short(report.divisor, 4), saturated: strings.fixed(limits.saturated, 2), flat: strings.fixed(limits.flat, 2), usual: usualKeys(report),
    queryStd: strings.short(entries?.queryStd ?? 0, 3), keyStd: strings.short(entries?.keyStd ?? 0, 3), independent: strings.short(entries?.independentSigma ?? 0, 3), mean: strings.short(report.scoreMean, 3), spread: strings.short(report.rowStd, 3),
    entropy: strings.fixed(report.entropy, 3), iid: strings.fixed(theory?.entropy ?? 0, 3), largest: strings.short(report.largestScore, 4), float16: strings.fixed(float16, 0),
    unit: html`<b class="dk-hue">${strings.short(report.unitDivisor, 4)}</b>`,
  };
}

export function diagnosis(diagnosed: Diagnosed, strings: Strings): TemplateResult {
  const filled = values(diagnosed, strings);
  const logits = diagnosed.report.headDim === undefined ? 'lead-logits' : 'lead';
  return html`<p class="dk-caption"><b>${rich(strings, `inspector.diagnosis.${Number.isNaN(diagnosed.report.sigma) ? 'lead-plain' : logits}`, filled)}</b>${findings(diagnosed).flatMap((key) => rich(strings, `inspector.diagnosis.${key}`, filled))}</p>`;
}

/** The first finding in words alone, to be heard. */
export function heard(diagnosed: Diagnosed, count: number, strings: Strings): string {
  const { label: head, sigma, unitDivisor } = diagnosed.report;
  if (Number.isNaN(sigma)) return strings.text('inspector.heard.lone', { count, head });
  return strings.text('inspector.heard', { count, head, sigma: strings.short(sigma, 3), zone: strings.text(`zone.${zoneOfHead(diagnosed.report)}`), unit: unitDivisor > 0 ? strings.short(unitDivisor, 4) : '–' });
}
