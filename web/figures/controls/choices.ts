// One of a few: chips of equal size, the one in force solid.
import { html, nothing, type TemplateResult } from 'lit';
import type { Piece } from '../math.ts';

export interface Choice<Value extends string> {
  value: Value;
  face: Piece | Piece[];
  word?: Piece | Piece[];
  /** Where the face is a formula. */
  spoken?: string;
}

export interface Choices<Value extends string> {
  name: string;
  label: string;
  choices: readonly Choice<Value>[];
  current: Value;
  choose(value: Value): void;
}

export function choices<Value extends string>(c: Choices<Value>): TemplateResult {
  return html`<div class="dk-chips dk-choices" role="group" aria-label=${c.label} data-control=${c.name} style="--count: ${c.choices.length}">
    ${c.choices.map(({ value, face, word, spoken }) => html`<button type="button" class="dk-chip" data-choice=${value} aria-pressed=${value === c.current ? 'true' : 'false'} aria-label=${spoken ?? nothing} @click=${() => c.choose(value)}>
      <span class="dk-chip-face">${face}</span>${word === undefined ? nothing : html`<span class="dk-chip-value">${word}</span>`}
    </button>`)}
  </div>`;
}
