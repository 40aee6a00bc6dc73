// The caption is bound to the state: its first sentence names it, the rest says what the rows' gradients do, and what they do beside √d_k.
import { html, type TemplateResult } from 'lit';
import { divisorOf, markOf, type Params } from '../../state/params.ts';
import { rich, root, variable, type Piece } from '../math.ts';
import { datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { significant, times } from './digits.ts';
import { MEASURABLE, measuredAlpha, type Gradient, type StateResult } from './query.ts';
import { standingOf, valuesAt, wordKey, type Values, type Word } from './standing.ts';
import { nameOf } from './symbols.ts';

export interface CaptionInput {
  params: Params;
  of: Gradient;
  state: StateResult;
}

const strong = (piece: Piece): TemplateResult => html`<b class="dk-hue dk-nowrap">${piece}</b>`;

/** A number that stays on one line. */
const whole = (text: string): TemplateResult => html`<span class="dk-nowrap">${text}</span>`;

function besideRoot(of: Gradient, word: Word, here: Values, atRoot: Values, strings: Strings): Piece[] {
  const ratio = here.mean / atRoot.mean;
  const sentences: Piece[] = [];
  if (word === 'unseen') return sentences;
  if (word === 'silent' && here.p99 !== undefined && atRoot.p99 !== undefined && here.median < atRoot.median / 2) {
    sentences.push(...rich(strings, 'gradient.caption.both', { median: whole(significant(here.median, 2, strings)), rootMedian: whole(significant(atRoot.median, 2, strings)), times: datum({ name: 'grad-query-p99-ratio', value: here.p99 / atRoot.p99 }, times(here.p99 / atRoot.p99, strings)) }));
  } else if (ratio < 0.95 || ratio > 1.05) {
    const key = ratio > 1 ? 'more' : ratio > 0.5 ? 'share' : 'less';
    const shown = key === 'share' ? strings.text('gradient.percent', { value: strings.fixed(100 * ratio, 0) }) : times(ratio < 1 ? 1 / ratio : ratio, strings);
    sentences.push(...rich(strings, `gradient.caption.${key}`, { times: datum({ name: `${nameOf(of)}-root-ratio`, value: atRoot.mean / here.mean }, shown) }));
  }
  return sentences;
}

export function caption({ params, of, state }: CaptionInput, strings: Strings): TemplateResult {
  const { headDim, keyCount } = params;
  const divisor = divisorOf(params);
  const alpha = divisor / Math.sqrt(headDim);
  const here = valuesAt(state, of, 0);
  const atRoot = valuesAt(state, of, 1);
  const { word } = standingOf(params, of, state);
  const kind = params.alpha !== undefined ? 'alpha' : (markOf(params) ?? 'number');
  const lead = rich(strings, `caption.lead.${kind}`, { headDim, keyCount, c: strings.short(divisor, 4), alpha: strings.short(alpha, 4) });
  const family = of === 'key' ? 'query' : of;
  const sentence = rich(strings, `gradient.caption.${family}.${word}`, {
    mean: strong(significant(here.mean, 3, strings)), median: strong(significant(here.median, 2, strings)), p999: strong(significant(here.p999, 2, strings)),
    rootn: root(variable('n'), '√n'), rootn1: root(html`${variable('n')}−1`, '√(n − 1)'),
    rows: strings.count(state.statistics.rows), plateau: strings.exact(state.limits.meanPlateau, 3),
    share: strings.fixed(100 * here.topShare, 0), limit: strings.exact(Math.sqrt(keyCount - 1) / keyCount, 3), equal: strings.exact(1 / Math.sqrt(keyCount), 3),
  });
  const held = alpha < MEASURABLE.min || alpha > MEASURABLE.max ? rich(strings, 'gradient.caption.held', { alpha: strings.short(measuredAlpha(params)) }) : [];
  return html`<p class="dk-caption"><b>${lead}</b>${sentence}${besideRoot(of, word, here, atRoot, strings)}${held}</p>`;
}

/** The state in one sentence, to be heard. */
export function heard({ params, of, state }: CaptionInput, strings: Strings): string {
  const values = valuesAt(state, of, 0);
  const { word } = standingOf(params, of, state);
  return strings.text('gradient.heard', {
    state: strings.text(wordKey(of, word)), what: strings.text(`gradient.name.${of}`), mean: significant(values.mean, 3, strings), median: significant(values.median, 2, strings), p999: significant(values.p999, 2, strings),
  });
}
