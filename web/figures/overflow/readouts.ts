// The three matters, each with its own number: exponentials that overflow, scores that the format cannot hold, saturation; and what vanishes.
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { rich, type Piece } from '../math.ts';
import { datum, readoutList, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { type Setting, type StateResult } from './query.ts';
import { SIGNS, chanceText, largestText, withPowers } from './words.ts';

/**
 * Read-outs (data-name): exp-overflow-exact · exp-overflow (measured, with data-error, data-theory) · raw-overflow-exact · raw-overflow · raw-score ·
 * max-weight-exact · max-weight · flushed-share · any-share.
 */
export function readouts(state: StateResult, setting: Setting, strings: Strings): TemplateResult {
  const { share, stable, exact, rawExact, raw, thresholds } = state;
  const naive = setting.algorithm === 'naive';
  const measured = (name: string, value: number, error: number, theory?: number): Piece => {
    // None or all of the rows have no standard error to tell: they are counted.
    if (error === 0 && name !== 'max-weight') return html`<span class="dk-nowrap">${rich(strings, 'overflow.readout.counted', { value: datum({ name, value, error, theory }, strings.count(Math.round(value * share.rows))), rows: strings.count(share.rows) })}</span>`;
    const shown = strings.measured(value, error);
    return html`<span class="dk-nowrap">${rich(strings, 'readout.measured', { value: datum({ name, value, error, theory }, shown.value), error: shown.error })}</span>`;
  };
  // Subtracting the maximum leaves no exponent above 0: there the law of exponentials is plain 0.
  const exp = naive ? exact : { value: 0, log10: Number.NEGATIVE_INFINITY };
  const { share: flushed, error: flushedError } = share.flushedWeights;
  const flushedShown = flushedError === 0 ? { value: strings.short(flushed), error: '0' } : strings.measured(flushed, flushedError);
  const list: Readout[] = [
    {
      label: rich(strings, 'overflow.readout.exp', SIGNS),
      large: exp ? datum({ name: 'exp-overflow-exact', value: exp.value }, withPowers(chanceText(exp, strings))) : html`${strings.measured(share.expInf.share, share.expInf.error).value}`,
      below: [measured('exp-overflow', share.expInf.share, share.expInf.error, exp?.value)],
    },
    {
      label: rich(strings, 'overflow.readout.raw', SIGNS),
      large: rawExact ? datum({ name: 'raw-overflow-exact', value: rawExact.value }, withPowers(chanceText(rawExact, strings))) : html`${strings.measured(stable.nan.share, stable.nan.error).value}`,
      below: [measured('raw-overflow', stable.nan.share, stable.nan.error, rawExact?.value), html`<br />`, rawBelow(rawExact && raw, setting, largestText(thresholds.maxFinite, strings), strings)],
    },
    {
      label: rich(strings, 'overflow.readout.max-weight'),
      large: datum({ name: 'max-weight-exact', value: state.maxWeight.exact }, strings.exact(state.maxWeight.exact, 4)),
      below: [measured('max-weight', state.maxWeight.sample.maxWeightMean[0] ?? 0, state.maxWeight.sample.maxWeightError[0] ?? 0, state.maxWeight.exact)],
    },
    {
      label: rich(strings, 'overflow.readout.flushed'),
      large: datum({ name: 'flushed-share', value: flushed, error: flushedError }, flushedShown.value),
      below: [strings.text('readout.error-only', { error: flushedShown.error })],
    },
  ];
  return readoutList(list);
}

/** How likely one score is beyond float16; the other formats hold any score. */
function rawBelow(raw: StateResult['raw'], setting: Setting, largest: string, strings: Strings): Piece {
  if (setting.format === 'float16' && !raw) return '';
  if (!raw) return html`${rich(strings, 'overflow.readout.raw.fits', { format: setting.format, largest: withPowers(largest) })}`;
  const chance = setting.order === 'after' ? { value: raw.raw, log10: raw.log10Raw } : { value: raw.scaledFirst, log10: raw.log10ScaledFirst };
  return html`<span class="dk-nowrap">${rich(strings, 'overflow.readout.raw.score', { chance: datum({ name: 'raw-score', value: chance.value }, withPowers(chanceText(chance, strings))) })}</span>`;
}

/** Below the read-outs: rows drawn, and any harm at all, a sum's overflow and 0 ÷ 0 included. */
export function rowsNote({ share }: StateResult, strings: Strings): Piece[] {
  return rich(strings, 'overflow.rows', {
    rows: html`<span data-name="rows" data-value=${share.rows}>${strings.count(share.rows)}</span>`,
    any: datum({ name: 'any-share', value: share.any.share, error: share.any.error }, strings.count(Math.round(share.any.share * share.rows))),
  });
}
