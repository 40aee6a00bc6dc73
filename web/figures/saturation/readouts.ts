// Gauge and read-outs. Every number stands in an element with data-name and data-value (full precision), data-error and data-theory where there is one.
import { html, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { alphaOf, divisorOf, sigmaOf, zoneLimits, type Params } from '../../state/params.ts';
import { rich, root, type Piece } from '../math.ts';
import { datum, readoutList, type Datum, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { AXIS } from '../divisor_axis.ts';
import type { StateResult } from './query.ts';
import type { Standing } from './state_words.ts';

export interface ReadoutInput {
  params: Params;
  state: StateResult;
  standing: Standing;
}

/** Where the needle stands, 0 … 1: three thirds, each linear in log α, broken at the limits of the zones. */
export function needlePosition(alpha: number, keyCount: number): number {
  const limits = zoneLimits(keyCount);
  const stops = [-AXIS, Math.log2(1 / limits.saturated), Math.log2(1 / limits.flat), AXIS];
  const at = Math.min(AXIS, Math.max(-AXIS, Math.log2(alpha)));
  const third = at < stops[1]! ? 0 : at < stops[2]! ? 1 : 2;
  return (third + (at - stops[third]!) / (stops[third + 1]! - stops[third]!)) / 3;
}

/** "512 keys, fewer than 3 with a share": what the standing means in keys. */
export function standingWords({ params, state, standing }: ReadoutInput, strings: Strings): string {
  const effective = state.sample.effectiveKeysMean[0] ?? 0;
  const n = params.keyCount;
  if (standing.axis === 'saturated') return strings.text('axis.saturated', { n });
  // A row may be uniform by its entropy while the divisor is still just right.
  if (standing.axis === 'uniform') return strings.text(standing.zone === 'large' ? 'axis.uniform' : 'axis.even', { n, count: strings.short(effective, effective < 100 ? 2 : 3) });
  if (standing.zone === 'small') return strings.text('axis.leaning-few', { n, ceil: strings.count(Math.ceil(effective)) });
  return strings.text('axis.between', { n, count: strings.short(effective, effective < 100 ? 2 : 3) });
}

export function gauge(input: ReadoutInput, strings: Strings): TemplateResult {
  const { params, standing } = input;
  const word = strings.text(`state.${standing.word}`);
  const words = standingWords(input, strings);
  const position = needlePosition(alphaOf(params), params.keyCount);
  return html`<div class="dk-gauge">
    <p class="dk-state"><span class="dk-state-word dk-hue" data-name="state" data-value=${standing.word}>${word}</span> <span class="dk-state-words" data-name="axis" data-value=${standing.axis}>${words}</span></p>
    <div class="dk-gauge-track" role="img" aria-label=${strings.text('gauge.spoken', { state: `${word} — ${words}` })}>
      <span class="dk-needle" style=${styleMap({ left: `${(position * 100).toFixed(2)}%` })}></span>
    </div>
    <div class="dk-gauge-words" aria-hidden="true">
      ${(['small', 'ok', 'large'] as const).map((zone) => html`<span class=${zone === standing.zone ? `dk-zone-${zone} in-force` : ''}>${strings.text(`gauge.${zone}`)}</span>`)}
    </div>
  </div>`;
}

/**
 * The four read-outs: sigma · max-weight · entropy · effective-keys.
 * `max-weight` and `entropy` are the measured means (with data-error and data-theory) and stand small below `max-weight-exact` and
 * `entropy-exact`; `sigma` is exact, with `sigma-measured` below; of `effective-keys` only a measured mean is known.
 */
export function readouts({ params, state }: ReadoutInput, strings: Strings): TemplateResult {
  const { sample, theory } = state;
  const divisor = divisorOf(params);
  const sigma = sigmaOf(params);
  const sigmaDecimals = sigma < 1 ? 3 : 2;
  const measuredSigma = Math.sqrt(Math.max(0, sample.scoreVariance)) / divisor;
  const below = (data: Datum): Piece[] => {
    const { value, error } = strings.measured(data.value, data.error ?? 0);
    return [html`<span class="dk-nowrap">${rich(strings, 'readout.measured', { value: datum(data, value), error })}</span>`];
  };
  const maxWeight = { name: 'max-weight', value: sample.maxWeightMean[0] ?? 0, error: sample.maxWeightError[0] ?? 0, theory: theory.maxWeight[0] ?? 0 };
  const entropy = { name: 'entropy', value: sample.entropyMean[0] ?? 0, error: sample.entropyError[0] ?? 0, theory: theory.entropy[0] ?? 0 };
  const keys = { name: 'effective-keys', value: sample.effectiveKeysMean[0] ?? 0, error: sample.effectiveKeysError[0] ?? 0 };
  const keysShown = strings.measured(keys.value, keys.error, Math.max(1, 3 - Math.floor(Math.log10(keys.value))));
  const list: Readout[] = [
    {
      label: rich(strings, 'readout.sigma'),
      large: datum({ name: 'sigma', value: sigma, theory: sigma }, strings.exact(sigma, sigmaDecimals)),
      below: [
        html`<span class="dk-nowrap">= ${root(String(params.headDim), `√${params.headDim}`)} ÷ ${strings.short(divisor, 4)}</span>\u2002`,
        html`<span class="dk-nowrap">${rich(strings, 'readout.measured-plain', { value: datum({ name: 'sigma-measured', value: measuredSigma, theory: sigma }, strings.exact(measuredSigma, sigmaDecimals)) })}</span>`,
      ],
    },
    {
      label: strings.text('readout.max-weight'),
      large: datum({ name: 'max-weight-exact', value: maxWeight.theory }, strings.exact(maxWeight.theory, 4)),
      below: below(maxWeight),
    },
    {
      label: strings.text('readout.entropy'),
      large: datum({ name: 'entropy-exact', value: entropy.theory }, strings.exact(entropy.theory, 3)),
      of: strings.fixed(Math.log(params.keyCount), 3),
      below: below(entropy),
    },
    {
      label: strings.text('readout.effective-keys'),
      large: datum(keys, keysShown.value),
      of: String(params.keyCount),
      below: [strings.text('readout.error-only', { error: keysShown.error })],
    },
  ];
  return readoutList(list);
}
