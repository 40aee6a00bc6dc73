// The caption is bound to the state: its first sentence names it, the rest says what the rows' gradients do, and what they do beside √d_k.
import { html, type TemplateResult } from 'lit';
import { divisorOf, markOf, type Params } from '../../state/params.ts';
import { rich, type Piece } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { MEASURABLE, measuredAlpha, type Gradient, type StateResult } from './query.ts';
import { standingOf, valuesAt, type Standing, type Values } from './standing.ts';

export interface CaptionInput {
  params: Params;
  of: Gradient;
  state: StateResult;
}

const strong = (piece: Piece): TemplateResult => html`<b class="dk-hue">${piece}</b>`;

/** "17.9", "1.4": how many times. */
const times = (ratio: number, strings: Strings): string => strings.short(ratio, ratio < 10 ? 2 : 3);

function besideRoot(of: Gradient, word: Standing['word'], here: Values, root: Values, strings: Strings): Piece[] {
  const ratio = here.mean / root.mean;
  const sentences: Piece[] = [];
  if (word === 'silent' && here.p99 !== undefined && root.p99 !== undefined && here.median < root.median) {
    sentences.push(...rich(strings, 'gradient.caption.both', { median: strings.short(here.median, 2), rootMedian: strings.short(root.median, 2), times: datum({ name: 'grad-query-p99-ratio', value: here.p99 / root.p99 }, times(here.p99 / root.p99, strings)) }));
  } else if (ratio < 0.95 || ratio > 1.05) {
    const key = ratio < 1 ? 'less' : 'more';
    sentences.push(...rich(strings, `gradient.caption.${key}`, { times: datum({ name: `grad-${of}-root-ratio`, value: root.mean / here.mean }, times(ratio < 1 ? 1 / ratio : ratio, strings)) }));
  }
  return sentences;
}

export function caption({ params, of, state }: CaptionInput, strings: Strings): TemplateResult {
  const { headDim, keyCount } = params;
  const divisor = divisorOf(params);
  const alpha = divisor / Math.sqrt(headDim);
  const here = valuesAt(state, of, 0);
  const root = valuesAt(state, of, 1);
  const { word } = standingOf(params, here);
  const kind = params.alpha !== undefined ? 'alpha' : (markOf(params) ?? 'number');
  const lead = rich(strings, `caption.lead.${kind}`, { headDim, keyCount, c: strings.short(divisor, 4), alpha: strings.short(alpha, 4) });
  const family = of === 'key' ? 'query' : of;
  const sentence = rich(strings, `gradient.caption.${family}.${word}`, {
    mean: strong(strings.short(here.mean, 3)), median: strong(strings.short(here.median, 2)), p999: strong(strings.short(here.p999, 2)),
    share: strings.fixed(100 * here.topShare, 0), limit: strings.exact(Math.sqrt(keyCount - 1) / keyCount, 3), equal: strings.exact(1 / Math.sqrt(keyCount), 3),
  });
  const held = alpha < MEASURABLE.min || alpha > MEASURABLE.max ? rich(strings, 'gradient.caption.held', { alpha: strings.short(measuredAlpha(params)) }) : [];
  return html`<p class="dk-caption"><b>${lead}</b>${sentence}${besideRoot(of, word, here, root, strings)}${held}</p>`;
}

/** The state in one sentence, to be heard. */
export function heard({ params, of, state }: CaptionInput, strings: Strings): string {
  const values = valuesAt(state, of, 0);
  const { word } = standingOf(params, values);
  return strings.text('gradient.heard', {
    state: strings.text(`gradient.state.${word}`), what: strings.text(`gradient.name.${of}`), mean: strings.short(values.mean, 3), median: strings.short(values.median, 2), p999: strings.short(values.p999, 2),
  });
}
