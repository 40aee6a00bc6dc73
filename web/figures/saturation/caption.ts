// The caption is bound to the state: its first sentence names it, the rest says what that does and what would change it.
import { html, nothing, type TemplateResult } from 'lit';
import { divisorOf, markOf, type Params } from '../../state/params.ts';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { AXIS, curveAt } from '../divisor_axis.ts';
import { ROOT_INDEX, type CurveResult, type StateResult } from './query.ts';
import type { Standing } from './state_words.ts';

export interface CaptionInput {
  params: Params;
  standing: Standing;
  state: StateResult;
  curve: CurveResult | undefined;
}

export function caption({ params, standing, state, curve }: CaptionInput, strings: Strings): TemplateResult {
  const { headDim, keyCount } = params;
  const divisor = divisorOf(params);
  const alpha = divisor / Math.sqrt(headDim);
  const strong = (text: string): TemplateResult => html`<b class="dk-hue">${text}</b>`;
  const kind = params.alpha !== undefined ? 'alpha' : (markOf(params) ?? 'number');
  const lead = rich(strings, `caption.lead.${kind}`, { headDim, keyCount, c: strings.short(divisor, 4), alpha: strings.short(alpha, 4) });

  const sentence = rich(strings, `caption.${standing.zone}`, {
    keyCount,
    max: strong(strings.exact(state.theory.maxWeight[0] ?? 0, 4)),
    effective: strong(strings.short(state.sample.effectiveKeysMean[0] ?? 0, 2)),
    equal: strings.exact(1 / keyCount, 3),
  });

  return html`<p class="dk-caption"><b>${lead}</b>${sentence}${curve ? whatIf(params, alpha, standing, curve, strings) : nothing}${
    state.sample.drawn === 'law' ? rich(strings, 'caption.law') : nothing
  }</p>`;
}

function whatIf(params: Params, alpha: number, standing: Standing, curve: CurveResult, strings: Strings): Piece[] {
  const { headDim, keyCount } = params;
  const values = {
    root: strings.short(Math.sqrt(headDim)),
    effectiveRoot: strings.short(curve.measured.effectiveKeysMean[ROOT_INDEX] ?? 0, keyCount < 100 ? 2 : 3),
    effectiveOne: strings.short(curveAt(curve.measured.effectiveKeysMean, -Math.log2(headDim) / 2), 2),
    maxFew: strings.fixed(curveAt(curve.contexts[0]!.maxWeight, Math.log2(alpha)), 2),
    maxMany: strings.exact(curveAt(curve.contexts[1]!.maxWeight, Math.log2(alpha)), 2),
  };
  const sentences: string[] = [];
  if (standing.zone === 'small' && alpha < 0.98) sentences.push('caption.to-root');
  if (standing.zone === 'large' && alpha > 1.02) sentences.push('caption.from-root');
  if (standing.zone === 'ok' && headDim >= 16 && alpha * Math.sqrt(headDim) > 1.5) sentences.push('caption.to-one');
  // Off the chart's axis the other curves aren't known.
  const onAxis = Math.abs(Math.log2(alpha)) <= AXIS;
  if (onAxis && standing.zone !== 'large' && keyCount < 2048) sentences.push('caption.more-keys');
  else if (onAxis && standing.zone !== 'large' && keyCount > 64) sentences.push('caption.fewer-keys');
  return sentences.flatMap((key) => rich(strings, key, values));
}
