// The gradients as they are written: |dQ|, each letter in its own hue.
import { html, type TemplateResult } from 'lit';
import type { Gradient } from './query.ts';

export function symbolOf(of: Gradient): TemplateResult {
  const letter = (name: string, hue: string): TemplateResult => html`<span class="dk-nowrap">|d<i class="dk-var ${hue}">${name}</i>|</span>`;
  if (of === 'query') return letter('Q', 'dk-hue-q');
  if (of === 'key') return letter('K', 'dk-hue-k');
  return of === 'value' ? letter('V', 'dk-hue-v') : letter('S', '');
}
