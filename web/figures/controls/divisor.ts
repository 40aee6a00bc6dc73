// The divisor's controls: the slider that lies under the chart on the chart's own axis, five marks joined to where they truly are, follow, field.
import { html, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  DIVISOR_MARKS, RANGES, alphaOf, divisorOf, followsHeadDim, fourDigits, markOf, markValue, withDivisor, withFollow, type DivisorMark, type Params,
} from '../../state/params.ts';
import { SYMBOLS, rich, variable, root, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Actions } from './actions.ts';
import { numberField } from './number_field.ts';
import { keyed, within } from './slider.ts';

export interface DivisorControl {
  id: string;
  params: Params;
  /** Half the length of the axis in octaves of α. */
  octaves: number;
  /** Where the thumb is drawn: log₂ α, on its way while a mark is crossed to. */
  position: number;
  actions: Actions;
  strings: Strings;
}

/** "8.00, 1.00 times √64" */
export function spokenDivisor(params: Params, strings: Strings): string {
  const alpha = alphaOf(params);
  return strings.text('param.divisor.spoken', { c: strings.divisor(divisorOf(params)), alpha: alpha < 0.995 ? strings.short(alpha) : strings.exact(alpha, 2), dk: params.headDim });
}

/** One step of 1 %, always at least one unit of the fourth digit. */
function stepped(value: number, factor: number): number {
  return fourDigits(value * factor);
}

/** Half an octave of α up or down; from a half octave on exactly to the next, so that two ways lead back. */
function halfOctave(value: number, direction: 1 | -1, rootDim: number): number {
  const halves = 2 * Math.log2(value / rootDim);
  const exact = Math.abs(halves - Math.round(halves)) < 0.005 ? Math.round(halves) : halves;
  return fourDigits(rootDim * 2 ** ((exact + direction) / 2));
}

/** The native slider, laid over the track that the chart draws. */
export function divisorRange(c: DivisorControl): TemplateResult {
  const { params, octaves, actions } = c;
  const rootDim = Math.sqrt(params.headDim);
  const position = Math.min(octaves, Math.max(-octaves, c.position));
  const move = (divisor: number): void => actions.move(withDivisor(actions.now(), within(divisor, RANGES.divisor)));
  const onKey = (event: KeyboardEvent): void => {
    const range = { min: 2 ** -octaves * rootDim, max: 2 ** octaves * rootDim };
    const now = divisorOf(actions.now());
    const next = keyed(event, range, now, {
      fine: (value, direction) => stepped(value, direction > 0 ? 1.01 : 1 / 1.01),
      coarse: (value, direction) => halfOctave(value, direction, rootDim),
    });
    if (next === undefined) return;
    event.preventDefault();
    // Keys end where the track ends; what was typed past it moves on from there.
    move(now === within(now, range) ? within(next, range) : next);
  };
  return html`<input
    class="dk-range dk-divisor-range"
    id=${c.id}
    name="divisor"
    type="range"
    min=${-octaves}
    max=${octaves}
    step="any"
    autocomplete="off"
    aria-label=${c.strings.text('param.divisor')}
    aria-valuetext=${spokenDivisor(params, c.strings)}
    .value=${live(String(position))}
    @input=${(event: Event) => move(2 ** Number((event.currentTarget as HTMLInputElement).value) * rootDim)}
    @change=${actions.rest}
    @pointerup=${actions.rest}
    @keydown=${onKey}
    @keyup=${actions.rest}
  />`;
}

const MARK_FACES: Record<DivisorMark, Piece> = {
  '1': '1',
  root4: SYMBOLS['root4dk']!,
  root: SYMBOLS['rootdk']!,
  rootmodel: root(html`<span class="dk-var-sub">${variable('d')}<sub><i>model</i></sub></span>`, '√d_model'),
  dk: SYMBOLS['dk']!,
};

/** The five marks as equal chips. */
export function divisorMarks(c: DivisorControl): TemplateResult {
  const { params, strings, actions } = c;
  const inForce = markOf(params);
  return html`<div class="dk-chips" role="group" aria-label=${strings.text('param.marks')}>
    ${DIVISOR_MARKS.map((mark) => {
      const value = strings.short(markValue(mark, params));
      const spoken = strings.text(`mark.${mark}.spoken`, { value, model: params.headDim * params.headCount });
      return html`<button type="button" class="dk-chip" data-mark=${mark} aria-pressed=${mark === inForce ? 'true' : 'false'} aria-label=${spoken} @click=${() => actions.choose({ divisor: mark, alpha: undefined })}>
        <span class="dk-chip-face">${MARK_FACES[mark]}</span><span class="dk-chip-value">${mark === '1' ? strings.text('mark.1') : value}</span>
      </button>`;
    })}
  </div>`;
}

/** From each mark's true place on the track down to its chip. */
export function markLeaders(params: Params, place: { width: number; from: number; to: number; xOf(alpha: number): number }): TemplateResult {
  const { width, from, to } = place;
  const rootDim = Math.sqrt(params.headDim);
  const inForce = markOf(params);
  const leader = (mark: DivisorMark, i: number): TemplateResult => {
    const x = place.xOf(markValue(mark, params) / rootDim);
    const chip = ((i + 0.5) * width) / DIVISOR_MARKS.length;
    const start = mark === inForce ? from + 8 : from;
    const path = `M${x.toFixed(1)} ${start}C${x.toFixed(1)} ${(start + (to - start) * 0.85).toFixed(1)} ${chip.toFixed(1)} ${(start + (to - start) * 0.25).toFixed(1)} ${chip.toFixed(1)} ${to}`;
    return svg`<path class=${mark === inForce ? 'dk-leader in-force' : 'dk-leader'} d=${path} />`;
  };
  return svg`${DIVISOR_MARKS.map(leader)}`;
}

/** The editable value of the divisor. */
export function divisorField({ params, strings, actions }: DivisorControl): TemplateResult {
  return numberField({
    name: 'divisor',
    label: strings.text('param.field', { name: strings.text('param.divisor') }),
    shown: strings.divisor(divisorOf(params)),
    whole: false,
    commit: (text) => actions.type('divisor', text, (value) => withDivisor(actions.now(), value)),
    step: (direction) => actions.choose(withDivisor(actions.now(), stepped(divisorOf(actions.now()), direction > 0 ? 1.01 : 1 / 1.01))),
  });
}

/** Name, follow switch and field, on one line. */
export function divisorFoot(c: DivisorControl): TemplateResult {
  return foot(c, html`<label for=${c.id}>${divisorName(c)}</label>`);
}

/** The same where no slider of the divisor is shown. */
export function divisorFootAlone(c: DivisorControl): TemplateResult {
  return foot(c, html`<span class="dk-divisor-name">${divisorName(c)}</span>`);
}

const divisorName = ({ strings }: DivisorControl): TemplateResult => html`<span class="dk-symbol">${variable('c')}</span> <span class="dk-gloss">${strings.text('param.divisor.gloss')}</span>`;

function foot(c: DivisorControl, name: TemplateResult): TemplateResult {
  const { params, strings, actions } = c;
  const follow = followsHeadDim(params);
  return html`<div class="dk-control-head dk-divisor-foot">
    ${name}
    <button type="button" class="dk-switch" role="switch" aria-checked=${follow ? 'true' : 'false'} aria-label=${strings.text('param.follow.spoken')} @click=${() => actions.choose(withFollow(actions.now(), !follow))}>
      <span class="dk-switch-track" aria-hidden="true"></span><span>${rich(strings, 'param.follow')}</span>
    </button>
    ${divisorField(c)}
  </div>`;
}
