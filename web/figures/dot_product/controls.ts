// What the reader can change: the size, the entries' law, how many pairs, what q and k have to do with each other.
import { html, nothing, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices } from '../controls/choices.ts';
import { paramSlider } from '../controls/param_slider.ts';
import { linearSlider, slider } from '../controls/slider.ts';
import { rich, variable } from '../math.ts';
import type { Strings } from '../strings.ts';
import { DOT_PRODUCT_OPTIONS, ENTRY_LAWS, PAIRS, SCOPES, type DotProductOptions } from './query.ts';

export interface OptionActions {
  change(patch: Partial<DotProductOptions>, moving?: boolean): void;
  /** Takes what was typed for an option that is a number. */
  type(name: 'mean' | 'rho', text: string): void;
  rest(): void;
}

export interface ControlsModel {
  uid: string;
  params: Params;
  options: DotProductOptions;
  shows(control: string): boolean;
}

function optionSlider(name: 'mean' | 'rho', model: ControlsModel, actions: OptionActions, strings: Strings): TemplateResult {
  const { min, max } = DOT_PRODUCT_OPTIONS[name];
  const value = model.options[name];
  const gloss = strings.text(`dot-product.${name}`);
  return linearSlider({
    id: `${model.uid}-${name}`, name, symbol: name === 'rho' ? variable('ρ') : variable('μ'), gloss, fieldLabel: strings.text('param.field', { name: gloss }),
    value, write: (shown) => strings.short(shown, 3), min, max, step: name === 'rho' ? 0.05 : 0.1, marks: name === 'rho' ? [-1, -0.5, 0, 0.5, 1] : [-2, -1, 0, 1, 2],
    markLabel: (mark) => strings.text('param.set', { name: gloss, value: strings.short(mark, 3) }), spoken: strings.short(value, 3),
    move: (chosen) => actions.change({ [name]: chosen }, true), choose: (chosen) => actions.change({ [name]: chosen }), type: (text) => actions.type(name, text), rest: actions.rest,
  });
}

export function controls(model: ControlsModel, actions: Actions, change: OptionActions, strings: Strings): TemplateResult {
  const { options, shows } = model;
  return html`<div class="dk-panel dk-assumptions">
    ${shows('dk') ? slider(paramSlider('headDim', model.uid, model.params, actions, strings)) : nothing}
    ${shows('pairs') ? html`<p class="dk-panel-title">${strings.text('dot-product.pairs')}</p>
      ${choices({ name: 'pairs', label: strings.text('dot-product.pairs'), current: String(options.pairs), choose: (value) => change.change({ pairs: Number(value) }), choices: PAIRS.map((pairs) => ({ value: String(pairs), face: strings.count(pairs) })) })}` : nothing}
    ${shows('entries') ? html`<p class="dk-panel-title">${rich(strings, 'dot-product.entries')}</p>
      ${choices({ name: 'entries', label: strings.text('dot-product.entries'), current: options.entries, choose: (entries) => change.change({ entries }), choices: ENTRY_LAWS.map((law) => ({ value: law, face: strings.text(`dot-product.entries.${law}`) })) })}` : nothing}
    ${shows('mean') ? optionSlider('mean', model, change, strings) : nothing}
    ${shows('rho') ? optionSlider('rho', model, change, strings) : nothing}
    ${shows('rho') ? choices({ name: 'scope', label: strings.text('dot-product.scope'), current: options.scope, choose: (scope) => change.change({ scope }), choices: SCOPES.map((scope) => ({ value: scope, face: strings.text(`dot-product.scope.${scope}`) })) }) : nothing}
  </div>`;
}
