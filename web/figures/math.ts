// Variables, radicals and sentences that hold them, as templates. Variables are italic, numbers upright, the radical is drawn.
import { html, svg, type TemplateResult } from 'lit';
import type { Strings } from './strings.ts';

export type Piece = string | number | TemplateResult;

export const variable = (name: string, below?: string): TemplateResult =>
  below === undefined ? html`<i class="dk-var">${name}</i>` : html`<span class="dk-var-sub"><i class="dk-var">${name}</i><sub>${below}</sub></span>`;

/** A radical whose sign stretches with what is under it. */
export const root = (inside: Piece, spoken: string): TemplateResult =>
  html`<span class="dk-root" role="img" aria-label=${spoken}><svg viewBox="0 0 10 24" preserveAspectRatio="none" aria-hidden="true"><path d="M0.6 14.4 L2.8 12.6 L5.8 22.6 L10 0.8" /></svg><span aria-hidden="true">${inside}</span></span>`;

const DK = variable('d', 'k');

/** What a {placeholder} of this name becomes where the caller gives nothing else. */
export const SYMBOLS: Readonly<Record<string, Piece>> = {
  dk: DK,
  n: variable('n'),
  c: variable('c'),
  q: variable('q'),
  k: variable('k'),
  sigma: variable('σ'),
  alpha: variable('α'),
  rootdk: root(DK, '√d_k'),
  root4dk: html`<span class="dk-var-sub">${DK}<sup>1/4</sup></span>`,
  rootdmodel: root(variable('d', 'model'), '√d_model'),
  law: html`<span class="dk-nowrap">N(0, |<i class="dk-var">q</i>|²)</span>`,
};

/** A sentence with placeholders and **bold** parts as a list of pieces. */
export function rich(strings: Strings, key: string, values: Readonly<Record<string, Piece>> = {}): Piece[] {
  const fill = (part: string): Piece[] =>
    part.split(/\{([\w-]+)\}/).map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? SYMBOLS[piece] ?? `{${piece}}`)));
  return strings
    .raw(key)
    .split('**')
    .flatMap((part, index) => (index % 2 === 0 ? fill(part) : [html`<b>${fill(part)}</b>`]));
}

/** SVG text with its single Greek and Latin variables italic: `σ = √(2 ln n) = 3.53`; `d_k` and `d_model` get their index. */
export function chartText(text: string): TemplateResult[] {
  const piece = (part: string): TemplateResult => {
    if (part.startsWith('d_')) return svg`<tspan class="dk-var">d</tspan><tspan class="dk-var dk-below" dy="0.22em" font-size="0.76em">${part.slice(2)}</tspan><tspan class="dk-below" dy="-0.17em">\u200b</tspan>`;
    return svg`<tspan class=${/^[σnαcgρ]$/u.test(part) ? 'dk-var' : part === '√' ? 'dk-sign' : ''}>${part}</tspan>`;
  };
  return text.split(/(d_(?:k|model)|(?<![a-z])[σnαcgρ](?![a-z])|√)/u).filter((part) => part !== '').map(piece);
}
