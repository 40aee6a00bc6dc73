// The caption, bound to the state: the chosen rule and where it stands; whether the reader's divisor is still there; how many rules keep √d_k.
import { html, type TemplateResult } from 'lit';
import { alphaOf, zoneOf, type Params } from '../../state/params.ts';
import { rich } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { chosenOf } from './card.ts';
import { MODELS, type ModelsResult } from './query.ts';

/** Rules whose α is within a tenth of 1. */
export const nearRoot = ({ rows }: ModelsResult): number => rows.filter(({ scaling }) => Math.abs(scaling.alpha - 1) <= 0.1).length;

/** Whether the reader's slider stands where the chosen rule does. */
export const standsThere = (result: ModelsResult, params: Params): boolean => Math.abs(Math.log(alphaOf(params) / chosenOf(result).scaling.alpha)) < 0.005;

const lead = (result: ModelsResult, params: Params, strings: Strings): [string, Record<string, string>] => {
  const { model, scaling } = chosenOf(result);
  const zone = zoneOf(1 / scaling.alpha, params.keyCount);
  return ['models.caption.lead', { name: strings.text(`models.${model.name}.name`), divisor: strings.short(scaling.divisor, 4), value: strings.short(scaling.alpha), zone: strings.text(`zone.${zone}`), keyCount: String(params.keyCount) }];
};

export function caption(result: ModelsResult, params: Params, strings: Strings): TemplateResult {
  const near = nearRoot(result);
  return html`<p class="dk-caption"><b>${rich(strings, ...lead(result, params, strings))}</b>${
    standsThere(result, params) ? rich(strings, 'models.caption.there') : rich(strings, 'models.caption.elsewhere', { here: strings.short(alphaOf(params)), name: strings.text(`models.${result.request.model}.name`) })
  }${rich(strings, 'models.caption.near', { near: datum({ name: 'near-root', value: near }, html`<b>${near}</b>`), of: String(MODELS.length) })}</p>`;
}

/** The choice in one sentence, to be heard. */
export function heard(result: ModelsResult, params: Params, strings: Strings): string {
  const [key, values] = lead(result, params, strings);
  return strings.text(key, { ...values, alpha: 'α', n: 'n', c: 'c' });
}
