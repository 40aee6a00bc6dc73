// State words and read-outs. Every number stands in an element with data-name and data-value (full precision), data-error and data-theory where there is one.
import { html, type TemplateResult } from 'lit';
import { rich, type Piece } from '../math.ts';
import { datum, readoutList, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { measured, significant } from './digits.ts';
import { rmsOf, type Gradient, type StateResult } from './query.ts';
import { nameOf } from './symbols.ts';
import { standingOf, valuesAt, wordKey } from './standing.ts';
import type { CaptionInput } from './caption.ts';

/** What the mean tends to, and where. */
function limitBelow(of: Gradient, { limits }: StateResult, strings: Strings): Piece[] {
  const value = of === 'scores' ? limits.uniformJacobianFro : of === 'value' ? limits.uniformWeightNorm : limits.meanPlateau;
  return rich(strings, `gradient.readout.limit.${of === 'key' ? 'query' : of}`, { value: datum({ name: `${nameOf(of)}-limit`, value }, strings.exact(value, 3)) });
}

export function readouts(input: CaptionInput, strings: Strings): TemplateResult {
  const { of, state } = input;
  const values = valuesAt(state, of, 0);
  const name = nameOf(of);
  const mean = measured(values.mean, values.error, strings);
  const theory = state.known ? rmsOf(state.limits, of)[0] : undefined;
  const error = of === 'query' ? state.rmsError[0] : undefined;
  const rms = measured(values.rms, error ?? 0, strings);
  const list: Readout[] = [
    { label: strings.text('gradient.readout.mean'), large: datum({ name: `${name}-mean`, value: values.mean, error: values.error }, mean.value), below: [...rich(strings, 'readout.error-only', { error: mean.error }), html`<br />`, ...limitBelow(of, state, strings)] },
    { label: strings.text('gradient.readout.median'), large: datum({ name: `${name}-median`, value: values.median }, significant(values.median, 2, strings)), below: [strings.text('gradient.readout.median.below')] },
    { label: strings.text('gradient.readout.p999'), large: datum({ name: `${name}-p999`, value: values.p999 }, significant(values.p999, 2, strings)), below: [strings.text('gradient.readout.p999.below')] },
    {
      label: strings.text('gradient.readout.rms'),
      large: datum({ name: `${name}-rms`, value: values.rms, error, theory }, error === undefined ? significant(values.rms, 3, strings) : rms.value),
      below: [
        ...(error === undefined ? [] : [...rich(strings, 'readout.error-only', { error: rms.error }), html`<br />`]),
        ...(theory === undefined ? [] : rich(strings, 'gradient.readout.theory', { value: significant(theory, 3, strings) })),
      ],
    },
  ];
  return readoutList(list);
}

/** The state in words; numbers that only tests and tables want stand by, unseen. */
export function stateWords(input: CaptionInput, strings: Strings): TemplateResult {
  const { params, of, state } = input;
  const here = valuesAt(state, of, 0);
  const root = valuesAt(state, of, 1);
  const { word } = standingOf(params, of, state);
  const name = nameOf(of);
  return html`<p class="dk-state"><span class="dk-state-word dk-hue" data-name="state" data-value=${word}>${strings.text(wordKey(of, word))}</span> <span class="dk-state-words">${strings.text(`gradient.name.${of}`)}</span></p>
    <span hidden>${datum({ name: `${name}-mean-root`, value: root.mean, error: root.error }, '')}${here.p99 === undefined || root.p99 === undefined ? '' : [datum({ name: `${name}-p99`, value: here.p99 }, ''), datum({ name: `${name}-p99-root`, value: root.p99 }, '')]}</span>`;
}
