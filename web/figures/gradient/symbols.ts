// The gradients' names: |dQ| as it is written, each letter in its own hue, and what the read-outs' names begin with.
import { html, type TemplateResult } from 'lit';
import type { Gradient } from './query.ts';

export function symbolOf(of: Gradient): TemplateResult {
  const letter = (name: string, hue: string): TemplateResult => html`<span class="dk-nowrap">|d<i class="dk-var ${hue}">${name}</i>|</span>`;
  if (of === 'query') return letter('Q', 'dk-hue-q');
  if (of === 'key') return letter('K', 'dk-hue-k');
  return of === 'value' ? letter('V', 'dk-hue-v') : letter('S', '');
}

/** `grad-query-…`, `grad-key-…`, `grad-scores-…`, `weight-norm-…` */
export const nameOf = (of: Gradient): string => (of === 'value' ? 'weight-norm' : `grad-${of}`);
