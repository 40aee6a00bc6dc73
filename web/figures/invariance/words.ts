// What a rule is called, in charts (plain text, where chartText sets variables) and in tables.
import { html, type TemplateResult } from 'lit';
import { divisorOf, markOf, type Params } from '../../state/params.ts';
import { SYMBOLS, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Quantity } from './options.ts';
import type { RuleId } from './rules.ts';

/** The kind of the reader's divisor, by which sentences are chosen. */
export function kindOf(params: Params): 'alpha' | 'number' | NonNullable<ReturnType<typeof markOf>> {
  return params.alpha !== undefined ? 'alpha' : (markOf(params) ?? 'number');
}

export function ruleText(id: RuleId, params: Params, strings: Strings): string {
  if (id === '1') return '÷ 1';
  if (id === 'root') return '÷ √d_k';
  if (id === 'dk') return '÷ d_k';
  const kind = kindOf(params);
  if (kind === 'alpha') return `÷ ${strings.short(params.alpha ?? 1)} √d_k`;
  if (kind === 'root4') return '÷ √√d_k';
  if (kind === 'rootmodel') return '÷ √d_model';
  return `÷ ${strings.short(divisorOf(params), 4)}`;
}

export function ruleSign(id: RuleId, params: Params, strings: Strings): TemplateResult {
  const kind = kindOf(params);
  const sign: Piece =
    id === '1' ? '1'
    : id === 'root' ? SYMBOLS['rootdk']!
    : id === 'dk' ? SYMBOLS['dk']!
    : kind === 'alpha' ? html`${strings.short(params.alpha ?? 1)} ${SYMBOLS['rootdk']}`
    : kind === 'root4' ? SYMBOLS['root4dk']!
    : kind === 'rootmodel' ? SYMBOLS['rootdmodel']!
    : strings.short(divisorOf(params), 4);
  return html`<span class="dk-nowrap">÷ ${sign}</span>`;
}

/** A value of the quantity: as many digits as it deserves. */
export function valueText(value: number, quantity: Quantity, strings: Strings): string {
  if (!Number.isFinite(value)) return '–';
  return quantity === 'gradQuery' ? strings.short(value, 3) : strings.exact(value, quantity === 'entropy' ? 2 : 3);
}
