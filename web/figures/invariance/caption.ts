// The caption is bound to the state: what is divided by what, what that does to the largest weight from 8 to 512 dimensions, and what shape is left.
import { html, type TemplateResult } from 'lit';
import { RANGES, divisorOf, sigmaOf, type Params } from '../../state/params.ts';
import { rich } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Quantity } from './options.ts';
import type { StateResult } from './query.ts';
import { ruleOf } from './rules.ts';
import { kindOf } from './words.ts';

export interface CaptionInput {
  params: Params;
  quantity: Quantity;
  state: StateResult;
}

export function caption({ params, quantity, state }: CaptionInput, strings: Strings): TemplateResult {
  const { headDim, keyCount } = params;
  const divisor = divisorOf(params);
  const kind = kindOf(params);
  const lead = rich(strings, `caption.lead.${kind}`, { headDim, keyCount, c: strings.short(divisor, 4), alpha: strings.short(divisor / Math.sqrt(headDim), 4) });
  const strong = (text: string): TemplateResult => html`<b class="dk-hue">${text}</b>`;
  const [few = 0, , many = 0] = state.ends;
  const values = {
    few: strong(strings.exact(few, 3)), many: strong(strings.exact(many, 3)), c: strings.short(divisor, 4), sigma: strings.exact(sigmaOf(params), 2), square: strings.short(divisor ** 2, 3),
    kurtosis: strings.short(state.excessKurtosis, 2), distance: strings.short(state.ksDistance, 2), headDim: String(headDim), equal: strings.exact(1 / keyCount, 3),
  };
  // A fixed divisor fits one dimension, if that.
  const sentence = kind === 'number' && (divisor ** 2 < 1 || divisor ** 2 > RANGES.headDim.max) ? 'number-off' : kind;
  const gradient = quantity === 'gradQuery' || quantity === 'jacobianTrace';
  return html`<p class="dk-caption"><b>${lead}</b>${rich(strings, `invariance.caption.${sentence}`, values)}${rich(strings, headDim >= 256 ? 'invariance.caption.shape-large' : 'invariance.caption.shape', values)}${gradient ? rich(strings, `invariance.caption.${quantity}`) : ''}</p>`;
}

/** The state in one sentence, to be heard. */
export function heard({ params, state }: CaptionInput, strings: Strings): string {
  const now = state.rules.find(({ id }) => id === ruleOf(params));
  return strings.text('invariance.heard', { dk: params.headDim, c: strings.divisor(divisorOf(params)), sigma: strings.exact(sigmaOf(params), 2), max: strings.exact(now?.maxWeight.theory ?? 0, 3) });
}
