// A slider over a plain number on a linear scale, with its name, field and marks. Arrow keys move by one step.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Piece } from '../math.ts';
import { numberField } from './number_field.ts';
import { keyed } from './slider.ts';

export interface LinearSlider {
  id: string;
  name: string;
  symbol: Piece;
  gloss: string;
  fieldLabel: string;
  value: number;
  /** The value as the field and the marks write it. */
  write(value: number): string;
  min: number;
  max: number;
  step: number;
  marks: readonly number[];
  markLabel(value: number): string;
  spoken: string;
  move(value: number): void;
  choose(value: number): void;
  type(text: string): void;
  rest(): void;
}

export function linearSlider(s: LinearSlider): TemplateResult {
  const share = (value: number): number => (value - s.min) / (s.max - s.min);
  const toStep = (value: number): number => Math.min(s.max, Math.max(s.min, Number((Math.round(value / s.step) * s.step).toFixed(6))));
  const onKey = (event: KeyboardEvent): void => {
    const next = keyed(event, s, s.value, { fine: (value, direction) => value + direction * s.step, coarse: (value, direction) => value + 5 * direction * s.step });
    if (next === undefined) return;
    event.preventDefault();
    s.move(toStep(next));
  };
  return html`<div class="dk-slider" data-control=${s.name}>
    <div class="dk-control-head">
      <label for=${s.id}><span class="dk-symbol">${s.symbol}</span> <span class="dk-gloss">${s.gloss}</span></label>
      ${numberField({ name: s.name, label: s.fieldLabel, shown: s.write(s.value), whole: false, commit: s.type, step: (direction) => s.choose(toStep(s.value + direction * s.step)) })}
    </div>
    <input
      class="dk-range"
      id=${s.id}
      name=${s.name}
      type="range"
      min=${s.min}
      max=${s.max}
      step="any"
      autocomplete="off"
      style=${styleMap({ '--fill': `${(share(s.value) * 100).toFixed(3)}%` })}
      aria-valuetext=${s.spoken}
      .value=${live(String(s.value))}
      @input=${(event: Event) => s.move(toStep(Number((event.currentTarget as HTMLInputElement).value)))}
      @change=${s.rest}
      @pointerup=${s.rest}
      @keydown=${onKey}
      @keyup=${s.rest}
    />
    <div class="dk-marks">
      ${s.marks.map((mark, i) => {
        const side = i === 0 ? 'first' : i === s.marks.length - 1 ? 'last' : '';
        return html`<button type="button" class="dk-mark ${side}" style=${styleMap({ '--at': `${(share(mark) * 100).toFixed(3)}%` })} aria-label=${s.markLabel(mark)} @click=${() => s.choose(mark)}>${s.write(mark)}</button>`;
      })}
    </div>
  </div>`;
}
