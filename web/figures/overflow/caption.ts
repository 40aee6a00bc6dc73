// The caption is bound to the state: what is computed how, how many rows overflow and why, and what cures it; then saturation, which is another matter.
import { html, type TemplateResult } from 'lit';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { zoneAt } from './layout.ts';
import type { Chance, Setting, StateResult } from './query.ts';
import { SIGNS, chanceText, largestText, withPowers } from './words.ts';

export interface CaptionInput {
  setting: Setting;
  divisor: number;
  state: StateResult;
}

/** How likely it is that a row overflows, as a word. */
export function rarity(value: number): 'all' | 'many' | 'rare' | 'never' {
  return value > 0.995 ? 'all' : value >= 0.005 ? 'many' : value >= 1e-9 ? 'rare' : 'never';
}

/** The share of the chart: exact where the law is known, else measured. */
export function chartShare({ exact, share }: StateResult): Chance {
  return exact ?? { value: share.any.share, log10: Math.log10(share.any.share) };
}

export function caption({ setting, divisor, state }: CaptionInput, strings: Strings): TemplateResult {
  const { format, algorithm, order, entryStd } = setting;
  const chance = chartShare(state);
  const word = rarity(chance.value);
  const zone = zoneAt(divisor / Math.sqrt(setting.headDim), setting);
  const values: Record<string, Piece> = {
    ...SIGNS, format, headDim: String(setting.headDim), keyCount: String(setting.keyCount), entries: String(entryStd), c: strings.short(divisor, 4),
    percent: `${strings.short(chance.value * 100, 2)} %`, chance: withPowers(chanceText(chance, strings)), largest: withPowers(largestText(state.thresholds.maxFinite, strings)), threshold: strings.fixed(state.thresholds.overflowExpReal, 2),
    max: html`<b class="dk-hue">${strings.exact(state.maxWeight.exact, 4)}</b>`,
  };
  const keys: string[] = [];
  const raw = (state.rawExact?.value ?? 1) > 1e-6;
  keys.push(`overflow.caption.${word}`);
  if (algorithm === 'naive') keys.push(word === 'never' ? 'overflow.caption.naive-fine' : 'overflow.caption.naive');
  else if (!raw) keys.push('overflow.caption.stable');
  if (raw) keys.push(state.rawExact === undefined ? 'overflow.caption.entries' : order === 'after' ? 'overflow.caption.raw' : 'overflow.caption.raw-first');
  else if (format === 'float16' && entryStd > 8 && order !== 'after') keys.push('overflow.caption.raw-cured');
  if (zone === 'small') keys.push(algorithm !== 'naive' && word === 'never' ? 'overflow.caption.saturated' : 'overflow.caption.saturated-too');
  if (format === 'bfloat16') keys.push('overflow.caption.bfloat16');
  const lead = rich(strings, 'overflow.caption.lead', { ...values, algorithm: strings.text(`overflow.algorithm.${algorithm}.plain`), order: strings.text(`overflow.order.${order}.plain`) });
  const sentences: Piece[] = keys.flatMap((key) => rich(strings, key, values));
  return html`<p class="dk-caption"><b>${lead}</b>${sentences}</p>`;
}

/** The state in one sentence, to be heard. */
export function heard({ setting, state }: CaptionInput, strings: Strings): string {
  return strings.text('overflow.heard', {
    format: setting.format, algorithm: strings.text(`overflow.algorithm.${setting.algorithm}.plain`), chance: chanceText(chartShare(state), strings), max: strings.exact(state.maxWeight.exact, 3),
  });
}
