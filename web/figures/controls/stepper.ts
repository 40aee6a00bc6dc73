// A small whole number: one less, the value to type, one more.
import { html, type TemplateResult } from 'lit';
import type { Piece } from '../math.ts';
import { numberField } from './number_field.ts';

export interface Stepper {
  name: string;
  symbol: Piece;
  gloss: string;
  fieldLabel: string;
  less: string;
  more: string;
  value: number;
  min: number;
  max: number;
  choose(value: number): void;
  type(text: string): void;
}

export function stepper(s: Stepper): TemplateResult {
  const inside = (value: number): number => Math.min(s.max, Math.max(s.min, value));
  const button = (step: 1 | -1): TemplateResult => html`<button type="button" class="dk-button dk-step-by" data-step=${step} aria-label=${step < 0 ? s.less : s.more} ?disabled=${inside(s.value + step) === s.value} @click=${() => s.choose(inside(s.value + step))}>
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d=${step < 0 ? 'M4 10h12' : 'M4 10h12M10 4v12'} /></svg>
  </button>`;
  return html`<div class="dk-stepper" data-control=${s.name}>
    <p class="dk-stepper-name"><span class="dk-symbol">${s.symbol}</span> <span class="dk-gloss">${s.gloss}</span></p>
    <div class="dk-stepper-row">${button(-1)}${numberField({ name: s.name, label: s.fieldLabel, shown: String(s.value), whole: true, commit: s.type, step: (direction) => s.choose(inside(s.value + direction)) })}${button(1)}</div>
  </div>`;
}
