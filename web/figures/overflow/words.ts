// How this figure writes its numbers: probabilities down to 10⁻³⁰⁸, members of a format, ∞ and NaN.
import { html, type TemplateResult } from 'lit';
import { root, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Chance } from './query.ts';

/** A probability; one that no double can hold is told by its power of ten. */
export function chanceText({ value, log10 }: Chance, strings: Strings): string {
  if (value > 0) return strings.exact(value, 3);
  if (log10 === Number.NEGATIVE_INFINITY) return '0';
  return `10${[...String(Math.round(log10))].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('')}`;
}

/** The same text with its powers of ten set as such: few faces have all raised digits in one size. */
export const withPowers = (text: string): TemplateResult => {
  const [before = '', power, after = ''] = text.split(/([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/);
  return power === undefined ? html`${text}` : html`<span class="dk-nowrap">${before}<sup>${power.normalize('NFKC').replace(/[\u2212-]/g, '−')}</sup>${after}</span>`;
};

/** Any number of a row that is worked through, ∞ and NaN included. */
export function memberText(value: number, strings: Strings, digits = 4): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return strings.short(value, digits);
}

/** The largest number of a format. */
export const largestText = (value: number, strings: Strings): string => (value < 1e6 ? strings.count(value) : strings.short(value, 2));

const power = (exponent: Piece | Piece[]): TemplateResult => html`<span class="dk-nowrap">e<sup>${exponent}</sup></span>`;

/** What this figure's sentences call by placeholders. */
export const SIGNS: Readonly<Record<string, Piece>> = {
  ex: power(variable('x')),
  exm: power([variable('x'), '−', variable('m')]),
  e0: html`<span class="dk-nowrap">e<sup>0</sup> = 1</span>`,
  x: variable('x'),
  m: variable('m'),
  rootc: root(variable('c'), '√c'),
  qk: html`<span class="dk-nowrap"><i class="dk-var">QK</i><sup>⊤</sup></span>`,
};
