// The controls that a challenge names, made of those that the figures have.
import { html, type TemplateResult } from 'lit';
import { alphaOf } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices } from '../controls/choices.ts';
import { divisorTrack } from '../controls/divisor_track.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { linearSlider, slider } from '../controls/slider.ts';
import { rich, root, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { CHALLENGE_OPTIONS, CLIP, RACE_ALPHAS, RATES, type ChallengeOptions } from './options.ts';
import type { Control, State } from './types.ts';

export interface OptionActions {
  change(patch: Partial<ChallengeOptions>, moving?: boolean): void;
  type(name: 'rho', text: string): void;
}

interface Place {
  uid: string;
  width: number;
}

export const ROOT_C: Readonly<Record<string, Piece>> = { rootc: root(variable('c'), '√c') };
const RHO_MARKS = [0, 0.25, 0.5, 0.75, 0.95];
const alphaText = (alpha: number): string => (alpha < 1 ? `1/${Math.round(1 / alpha)}` : String(alpha));

export function control(name: Control, state: State, { uid, width }: Place, actions: Actions, change: OptionActions, strings: Strings): TemplateResult {
  const { params, options } = state;
  const label = strings.text(`challenge.control.${name}`, { c: 'c', rootdk: '√d_k' });
  const titled = (body: TemplateResult): TemplateResult => html`<div class="dk-challenge-choice"><p class="dk-panel-title"><span>${rich(strings, `challenge.control.${name}`)}</span></p>${body}</div>`;
  switch (name) {
    case 'dk':
      return slider(paramSlider('headDim', uid, params, actions, strings));
    case 'keys':
      return slider(paramSlider('keyCount', uid, params, actions, strings));
    case 'divisor':
      return html`<div class="dk-challenge-divisor">${divisorTrack({ id: `${uid}-divisor`, params, position: Math.log2(alphaOf(params)), actions, strings }, width)}</div>`;
    case 'race-alpha':
      return titled(choices({
        name, label, current: String(alphaOf(params)), choose: (alpha) => actions.choose(Number(alpha) === 1 ? { alpha: undefined, divisor: 'root' } : { alpha: Number(alpha), divisor: 'root' }),
        choices: RACE_ALPHAS.map((alpha) => ({ value: String(alpha), face: alphaText(alpha) })),
      }));
    case 'lr':
      return titled(choices({ name, label, current: String(options.lr), choose: (lr) => change.change({ lr: Number(lr) }), choices: RATES.map((rate) => ({ value: String(rate), face: strings.short(rate) })) }));
    case 'rho':
      return linearSlider({
        id: `${uid}-rho`, name, symbol: variable('ρ'), gloss: label, fieldLabel: strings.text('param.field', { name: label }), value: options.rho, write: (value) => strings.short(value),
        min: CHALLENGE_OPTIONS.rho.min, max: CHALLENGE_OPTIONS.rho.max, step: 0.05, marks: RHO_MARKS, markLabel: (value) => strings.text('param.set', { name: label, value: strings.short(value) }), spoken: strings.short(options.rho),
        move: (rho) => change.change({ rho }, true), choose: (rho) => change.change({ rho }), type: (text) => change.type('rho', text), rest: actions.rest,
      });
    case 'clip':
    case 'qk-norm':
      return html`<button type="button" class="dk-switch" role="switch" data-option=${name} aria-checked=${options[name] ? 'true' : 'false'} @click=${() => change.change({ [name]: !options[name] })}><span class="dk-switch-track" aria-hidden="true"></span><span>${strings.text(`challenge.control.${name}`, { clip: strings.short(CLIP) })}</span></button>`;
    default:
      return titled(choices<string>({ name, label, current: options[name], choose: (value) => change.change({ [name]: value }), choices: CHALLENGE_OPTIONS[name].values.map((value) => ({ value, face: rich(strings, `challenge.${name}.${value}`, ROOT_C) })) }));
  }
}
