// Sliders: name, gloss and field above, marks below. One over whole numbers on a logarithmic scale, whose arrow keys step by exactly 1, and one over
// any numbers on a linear one.
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

export interface LinearSlider extends Omit<Slider, 'now'> {
  /** The value as the field and the marks write it. */
  write(value: number): string;
  step: number;
}

/** What makes one slider differ from the other. */
interface Track {
  /** From a value to the native slider's own number, and back. */
  place(value: number): number;
  value(place: number): number;
  /** The nearest value that may be chosen. */
  snap(value: number): number;
  /** What one step of a key makes of a value. */
  fine(value: number, direction: 1 | -1): number;
  coarse(value: number, direction: 1 | -1): number;
  write(value: number): string;
  whole: boolean;
}

/** What a key does to a value, or undefined where the key isn't ours. */
export function keyed(event: KeyboardEvent, range: { min: number; max: number }, value: number, { fine, coarse }: Pick<Track, 'fine' | 'coarse'>): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return fine(value, 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return fine(value, -1);
    case 'PageUp':
      return coarse(value, 1);
    case 'PageDown':
      return coarse(value, -1);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    default:
      return undefined;
  }
}

export const within = (value: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, value));

const logarithmic = (s: Slider): Track => ({
  place: Math.log2, value: (place) => 2 ** place, snap: (value) => within(Math.round(value), s),
  fine: (value, direction) => value + direction, coarse: (value, direction) => value * 2 ** direction, write: String, whole: true,
});

const linear = (s: LinearSlider): Track => ({
  place: (value) => value, value: (place) => place, snap: (value) => within(Number((Math.round(value / s.step) * s.step).toFixed(6)), s),
  fine: (value, direction) => value + direction * s.step, coarse: (value, direction) => value + 5 * direction * s.step, write: s.write, whole: false,
});

const percent = (value: number, { min, max }: Slider, { place }: Track): string => `${(((place(value) - place(min)) / (place(max) - place(min))) * 100).toFixed(3)}%`;

function range(s: Slider, track: Track): TemplateResult {
  const { place } = track;
  const onKey = (event: KeyboardEvent): void => {
    const next = keyed(event, s, s.now(), track);
    if (next === undefined) return;
    event.preventDefault();
    s.move(track.snap(next));
  };
  return html`<input
    class="dk-range"
    id=${s.id}
    name=${s.name}
    type="range"
    min=${place(s.min)}
    max=${place(s.max)}
    step="any"
    autocomplete="off"
    style=${styleMap({ '--fill': percent(s.value, s, track) })}
    aria-valuetext=${s.spoken}
    .value=${live(String(place(s.value)))}
    @input=${(event: Event) => s.move(track.snap(track.value(Number((event.currentTarget as HTMLInputElement).value))))}
    @change=${s.rest}
    @pointerup=${s.rest}
    @keydown=${onKey}
    @keyup=${s.rest}
  />`;
}

const field = (s: Slider, track: Track): TemplateResult =>
  numberField({ name: s.name, label: s.fieldLabel, shown: track.write(s.value), whole: track.whole, commit: s.type, step: (direction) => s.choose(track.snap(track.fine(s.now(), direction))) });

function whole(s: Slider, track: Track): TemplateResult {
  return html`<div class="dk-slider" data-control=${s.name}>
    <div class="dk-control-head">
      <label for=${s.id}><span class="dk-symbol">${s.symbol}</span> <span class="dk-gloss">${s.gloss}</span></label>
      ${field(s, track)}
    </div>
    ${range(s, track)}
    <div class="dk-marks">
      ${s.marks.map((mark, i) => {
        const side = i === 0 ? 'first' : i === s.marks.length - 1 ? 'last' : '';
        return html`<button type="button" class="dk-mark ${side}" style=${styleMap({ '--at': percent(mark, s, track) })} aria-label=${s.markLabel(mark)} @click=${() => s.choose(mark)}>${track.write(mark)}</button>`;
      })}
    </div>
  </div>`;
}

export const slider = (s: Slider): TemplateResult => whole(s, logarithmic(s));

/** The native slider alone, for where its name and its field stand elsewhere. */
export const sliderRange = (s: Slider): TemplateResult => range(s, logarithmic(s));

/** The editable value that belongs to a slider. */
export const sliderField = (s: Slider): TemplateResult => field(s, logarithmic(s));

export const linearSlider = (s: LinearSlider): TemplateResult => whole({ ...s, now: () => s.value }, linear(s));
