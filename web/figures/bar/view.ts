// The bar as a pure function: d_k, c, n and the state in one row; on a phone one track, and four tabs that say whose it is.
import { html, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { alphaOf, divisorOf, sigmaOf, zoneLimits, zoneOf, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { divisorField, divisorRange, type DivisorControl } from '../controls/divisor.ts';
import { paramSlider, type SizeKey } from '../controls/param_slider.ts';
import { sliderField, sliderRange } from '../controls/slider.ts';
import { AXIS, zoneSpans } from '../divisor_axis.ts';
import { SYMBOLS, rich } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';

/** Whose the phone's track is. */
export const TABS = ['headDim', 'divisor', 'keyCount', 'state'] as const;
export type Tab = (typeof TABS)[number];

export interface BarModel {
  uid: string;
  params: Params;
  /** One row with everything, or (on a phone) one track and tabs. */
  wide: boolean;
  tab: Tab;
  choose(tab: Tab): void;
}

const control = (model: BarModel, actions: Actions, strings: Strings): DivisorControl =>
  ({ id: `${model.uid}-divisor`, params: model.params, octaves: AXIS, position: Math.log2(alphaOf(model.params)), actions, strings });

export function barView(model: BarModel, actions: Actions, strings: Strings): TemplateResult {
  return model.wide ? row(model, actions, strings) : tabs(model, actions, strings);
}

/** The divisor's slider over its three zones. */
function divisorTrack(model: BarModel, actions: Actions, strings: Strings): TemplateResult {
  const [small, ok] = zoneSpans(model.params.keyCount, 100);
  return html`<div class="dk-bar-track dk-bar-zones" style=${styleMap({ '--small-to': `${small.to.toFixed(2)}%`, '--ok-to': `${ok.to.toFixed(2)}%` })}>${divisorRange(control(model, actions, strings))}</div>`;
}

function row(model: BarModel, actions: Actions, strings: Strings): TemplateResult {
  const { params } = model;
  const one = (key: SizeKey): TemplateResult => {
    const size = paramSlider(key, model.uid, params, actions, strings);
    return html`<div class="dk-bar-one" data-control=${size.name}>
      <label for=${size.id}><span class="dk-symbol">${size.symbol}</span><span class="dk-unseen">${size.gloss}</span></label>
      <div class="dk-bar-track">${sliderRange(size)}</div>${sliderField(size)}
    </div>`;
  };
  return html`<div class="dk-bar-row">
    ${one('headDim')}
    <div class="dk-bar-one dk-bar-divisor" data-control="divisor">
      <label for="${model.uid}-divisor"><span class="dk-symbol">${SYMBOLS['c']}</span></label>
      ${divisorTrack(model, actions, strings)}${divisorField(control(model, actions, strings))}
      <span class="dk-bar-alpha">${rich(strings, 'bar.alpha', { value: datum({ name: 'alpha', value: alphaOf(params) }, strings.short(alphaOf(params))) })}</span>
    </div>
    ${one('keyCount')}
    <p class="dk-bar-state">${stateWord(params, strings)}</p>
  </div>`;
}

function stateWord(params: Params, strings: Strings): TemplateResult {
  const zone = zoneOf(sigmaOf(params), params.keyCount);
  return html`<span class="dk-bar-zone dk-zone-${zone}" data-name="zone" data-value=${zone}>${strings.text(`zone.${zone}.short`)}</span>`;
}

/** What the state's tab says: the spread, and the limit that it passes or keeps. */
function stateSentence(params: Params, strings: Strings): TemplateResult {
  const zone = zoneOf(sigmaOf(params), params.keyCount);
  const { saturated, flat } = zoneLimits(params.keyCount);
  return html`<p class="dk-bar-sentence">${rich(strings, `bar.state.${zone}`, { value: strings.exact(sigmaOf(params), 2), saturated: strings.fixed(saturated, 2), flat: strings.fixed(flat, 2) })}</p>`;
}

function tabs(model: BarModel, actions: Actions, strings: Strings): TemplateResult {
  const { params, tab } = model;
  const values: Record<Tab, unknown> = { headDim: params.headDim, divisor: strings.divisor(divisorOf(params)), keyCount: params.keyCount, state: stateWord(params, strings) };
  const size = tab === 'headDim' || tab === 'keyCount' ? paramSlider(tab, model.uid, params, actions, strings) : undefined;
  return html`<div class="dk-bar-tabs">
    <div class="dk-bar-panel" data-control=${tab}>
      ${tab === 'divisor' ? divisorTrack(model, actions, strings) : size ? html`<label class="dk-unseen" for=${size.id}>${size.gloss}</label><div class="dk-bar-track">${sliderRange(size)}</div>` : stateSentence(params, strings)}
    </div>
    <div class="dk-bar-names" role="group" aria-label=${strings.text('bar.tabs')}>
      ${TABS.map((name) => html`<button type="button" class="dk-bar-tab" data-tab=${name} aria-pressed=${name === tab ? 'true' : 'false'} @click=${() => model.choose(name)}>
        <span class="dk-bar-name">${rich(strings, `bar.${name}`)}</span><span class="dk-bar-value">${values[name]}</span>
      </button>`)}
    </div>
  </div>`;
}
