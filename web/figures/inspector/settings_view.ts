// How the file is understood: which tensors, in which layout, divided by what, masked how.
import { html, nothing, type TemplateResult } from 'lit';
import { choices } from '../controls/choices.ts';
import { numberField } from '../controls/number_field.ts';
import type { Catalogue } from '../../inspector/session.ts';
import type { Pair } from '../../inspector/pairs.ts';
import { shapeText } from '../../inspector/tensor.ts';
import { SYMBOLS, rich } from '../math.ts';
import type { Strings } from '../strings.ts';
import { LAYOUTS, MASKS, parseDivisor, type InspectorOptions } from './options.ts';

/** Which of the pairs found are measured: all, one, or two tensors that the reader names. */
export type Choice = 'all' | number | { query: number; key: number | 'logits' };

export const pairsOf = ({ found }: Catalogue, choice: Choice): Pair[] => {
  if (choice === 'all') return found.pairs;
  if (typeof choice === 'number') return found.pairs.slice(choice, choice + 1);
  return [choice.key === 'logits' ? { label: '', logits: choice.query } : { label: '', query: choice.query, key: choice.key }];
};

export interface SettingsModel {
  uid: string;
  catalogue: Catalogue;
  choice: Choice;
  options: InspectorOptions;
  /** The divisor of the head shown, and the one that would give σ = 1. */
  divisor: number | undefined;
  unitDivisor: number | undefined;
  /** Logits alone are divided already. */
  logits: boolean;
}

export interface SettingsActions {
  choose(choice: Choice): void;
  change(patch: Partial<InspectorOptions>): void;
  /** What can't be a divisor is told. */
  typeDivisor(text: string): void;
}

export function settingsView(model: SettingsModel, actions: SettingsActions, strings: Strings): TemplateResult {
  const { uid, catalogue, options, logits } = model;
  const four = catalogue.tensors.some(({ shape }) => shape.length > 2);
  const splittable = !logits && catalogue.tensors.some(({ shape }) => (shape.at(-1) ?? 1) > 1);
  return html`<div class="dk-settings" data-live>
    ${what(model, actions, strings)}
    <div class="dk-setting">
      <p class="dk-panel-title" id="${uid}-divisor-title"><span>${rich(strings, logits ? 'inspector.divisor.again' : 'inspector.divisor')}</span></p>
      <div class="dk-divisor-row">${divisorChips(model, actions, strings)}
        ${numberField({ name: 'divisor', label: strings.text('param.field', { name: strings.text('param.divisor') }), shown: model.divisor === undefined ? '' : String(Number(model.divisor.toPrecision(6))), whole: false, commit: actions.typeDivisor, step: (direction) => model.divisor !== undefined && actions.typeDivisor(String(Number((model.divisor * 1.01 ** direction).toPrecision(4)))) })}
      </div>
    </div>
    <div class="dk-setting">
      <p class="dk-panel-title"><span>${strings.text('inspector.mask')}</span></p>
      ${choices({ name: 'mask', label: strings.text('inspector.mask'), current: options.mask, choose: (mask) => actions.change({ mask }), choices: MASKS.map((value) => ({ value, face: strings.text(`inspector.mask.${value}`) })) })}
    </div>
    ${four && options.split === 1
      ? html`<div class="dk-setting"><p class="dk-panel-title"><span>${strings.text('inspector.layout')}</span></p>
          ${choices({ name: 'layout', label: strings.text('inspector.layout'), current: options.layout, choose: (layout) => actions.change({ layout }), choices: LAYOUTS.map((value) => ({ value, face: strings.text(`inspector.layout.${value}`) })) })}</div>`
      : nothing}
    ${splittable
      ? html`<div class="dk-setting"><p class="dk-panel-title"><span>${strings.text('inspector.split')}</span></p>
          ${numberField({ name: 'split', label: strings.text('inspector.split'), shown: String(options.split), whole: true, commit: (text) => actions.change({ split: Math.min(256, Math.max(1, Math.round(Number(text)) || 1)) }), step: (direction) => actions.change({ split: Math.min(256, Math.max(1, options.split + direction)) }) })}</div>`
      : nothing}
  </div>`;
}

function divisorChips({ options, unitDivisor, logits }: SettingsModel, actions: SettingsActions, strings: Strings): TemplateResult {
  const now = parseDivisor(options.divisor);
  const unit = unitDivisor !== undefined && Number.isFinite(unitDivisor) && unitDivisor >= 1e-9 && unitDivisor <= 1e9 ? Number(unitDivisor.toPrecision(4)) : undefined;
  const current = now === 'root' ? 'root' : now === unit ? 'unit' : now === 1 ? 'one' : 'other';
  const list = [
    ...(logits ? [{ value: 'root', face: strings.text('inspector.divisor.given') }] : [{ value: 'root', face: SYMBOLS['rootdk']!, spoken: '√d_k' }, { value: 'one', face: '1' }]),
    ...(unit === undefined ? [] : [{ value: 'unit', face: html`<span class="dk-nowrap">${SYMBOLS['sigma']} = 1</span>`, spoken: strings.text('inspector.divisor.unit', { value: unit }) }]),
  ];
  return choices({ name: 'divisor', label: strings.text('inspector.divisor.spoken'), current, choose: (value: string) => (value === 'root' ? actions.change({ divisor: 'root' }) : actions.typeDivisor(String(value === 'one' ? 1 : unit))), choices: list });
}

function what({ uid, catalogue, choice }: SettingsModel, actions: SettingsActions, strings: Strings): TemplateResult | typeof nothing {
  const { tensors, found } = catalogue;
  const own = typeof choice === 'object';
  if (tensors.length === 1 && !own) return nothing;
  const take = (value: string): void => {
    if (value !== 'own') return actions.choose(value === 'all' ? 'all' : Number(value));
    const [pair] = found.pairs;
    actions.choose(pair && 'query' in pair ? { query: pair.query, key: pair.key } : { query: 0, key: tensors.length > 1 ? 1 : 'logits' });
  };
  const option = (value: string, text: string, selected: boolean): TemplateResult => html`<option value=${value} ?selected=${selected}>${text}</option>`;
  const list = (role: 'query' | 'key', now: number | 'logits'): TemplateResult => html`<label class="dk-tensor" for="${uid}-${role}">${strings.text(`inspector.tensor.${role}`)}
    <select class="dk-select" id="${uid}-${role}" name=${role} @change=${(event: Event) => {
      const value = (event.currentTarget as HTMLSelectElement).value;
      if (own) actions.choose({ ...choice, [role]: value === 'logits' ? value : Number(value) });
    }}>
      ${role === 'key' ? option('logits', strings.text('inspector.tensor.logits'), now === 'logits') : nothing}
      ${tensors.map(({ name, shape, dtype }, index) => option(String(index), `${name} ${shapeText(shape)} ${dtype}`, now === index))}
    </select></label>`;
  return html`<div class="dk-setting dk-what"><p class="dk-panel-title"><label for="${uid}-what">${strings.text('inspector.what')}</label></p>
    <select class="dk-select" id="${uid}-what" name="what" @change=${(event: Event) => take((event.currentTarget as HTMLSelectElement).value)}>
      ${found.pairs.length > 1 ? option('all', strings.text('inspector.what.all', { count: found.pairs.length }), choice === 'all') : nothing}
      ${found.pairs.map(({ label }, index) => option(String(index), label, choice === index || (choice === 'all' && found.pairs.length === 1)))}
      ${option('own', strings.text('inspector.what.own'), own)}
    </select>
    ${own ? html`<div class="dk-tensors">${list('query', choice.query)}${list('key', choice.key)}</div>` : nothing}
  </div>`;
}
