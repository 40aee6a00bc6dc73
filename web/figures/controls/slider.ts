// A slider over whole numbers on a logarithmic scale: name, gloss and field above, marks below. Arrow keys step by exactly 1.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Piece } from '../math.ts';
import { numberField } from './number_field.ts';

export interface Slider {
  id: string;
  name: string;
  symbol: Piece;
  gloss: string;
  fieldLabel: string;
  value: number;
  /** The value this very moment: keys may come faster than frames. */
  now(): number;
  min: number;
  max: number;
  marks: readonly number[];
  markLabel(value: number): string;
  spoken: string;
  move(value: number): void;
  choose(value: number): void;
  type(text: string): void;
  rest(): void;
}

/** What a key does to a value, or undefined where the key isn't ours. `fine` and `coarse` take one step. */
export function keyed(
  event: KeyboardEvent,
  range: { min: number; max: number },
  value: number,
  steps: { fine(value: number, direction: 1 | -1): number; coarse(value: number, direction: 1 | -1): number },
): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return steps.fine(value, 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return steps.fine(value, -1);
    case 'PageUp':
      return steps.coarse(value, 1);
    case 'PageDown':
      return steps.coarse(value, -1);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    default:
      return undefined;
  }
}

const log = Math.log2;
const clampOf = (s: Slider) => (value: number): number => Math.min(s.max, Math.max(s.min, Math.round(value)));

/** The native slider alone, for where its name and its field stand elsewhere. */
export function sliderRange(s: Slider): TemplateResult {
  const span = log(s.max) - log(s.min);
  const position = (log(s.value) - log(s.min)) / span;
  const clamp = clampOf(s);
  const onInput = (event: Event): void => s.move(clamp(2 ** Number((event.currentTarget as HTMLInputElement).value)));
  const onKey = (event: KeyboardEvent): void => {
    const next = keyed(event, s, s.now(), { fine: (value, direction) => value + direction, coarse: (value, direction) => (direction > 0 ? value * 2 : value / 2) });
    if (next === undefined) return;
    event.preventDefault();
    s.move(clamp(next));
  };
  return html`<input
    class="dk-range"
    id=${s.id}
    name=${s.name}
    type="range"
    min=${log(s.min)}
    max=${log(s.max)}
    step="any"
    autocomplete="off"
    style=${styleMap({ '--fill': `${(position * 100).toFixed(3)}%` })}
    aria-valuetext=${s.spoken}
    .value=${live(String(log(s.value)))}
    @input=${onInput}
    @change=${s.rest}
    @pointerup=${s.rest}
    @keydown=${onKey}
    @keyup=${s.rest}
  />`;
}

/** The editable value that belongs to a slider. */
export function sliderField(s: Slider): TemplateResult {
  return numberField({ name: s.name, label: s.fieldLabel, shown: String(s.value), whole: true, commit: s.type, step: (direction) => s.choose(clampOf(s)(s.now() + direction)) });
}

export function slider(s: Slider): TemplateResult {
  const span = log(s.max) - log(s.min);
  return html`<div class="dk-slider" data-control=${s.name}>
    <div class="dk-control-head">
      <label for=${s.id}><span class="dk-symbol">${s.symbol}</span> <span class="dk-gloss">${s.gloss}</span></label>
      ${sliderField(s)}
    </div>
    ${sliderRange(s)}
    <div class="dk-marks">
      ${s.marks.map((mark, i) => {
        const at = (log(mark) - log(s.min)) / span;
        const side = i === 0 ? 'first' : i === s.marks.length - 1 ? 'last' : '';
        return html`<button type="button" class="dk-mark ${side}" style=${styleMap({ '--at': `${(at * 100).toFixed(3)}%` })} aria-label=${s.markLabel(mark)} @click=${() => s.choose(mark)}>${mark}</button>`;
      })}
    </div>
  </div>`;
}
