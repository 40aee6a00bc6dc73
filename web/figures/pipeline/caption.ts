// Read-outs and caption, bound to the state.
import { html, nothing, type TemplateResult } from 'lit';
import { rich, root, variable, type Piece } from '../math.ts';
import { datum, readoutList, type Readout } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { divisorFormula, matrixName, vector } from './arithmetic.ts';
import type { PipelineOptions } from './options.ts';
import type { PipelineResult } from './query.ts';

export interface StateInput {
  options: PipelineOptions;
  headCount: number;
  result: PipelineResult;
}

/** Below this, two weights differ by rounding alone. */
const ROUNDING = 1e-6;

const largestOf = (data: Float32Array): number => data.reduce((most, value) => Math.max(most, value), 0);

/** divisor · logit-spread · max-weight · difference */
export function readouts({ options, headCount, result }: StateInput, strings: Strings): TemplateResult {
  const { divisor, moments, weights } = result.forward;
  const spread = Math.sqrt(moments.variance);
  const max = largestOf(weights.data);
  const model = options.width * headCount;
  const list: Readout[] = [
    {
      label: [...rich(strings, 'pipeline.readout.divisor')],
      large: datum({ name: 'divisor', value: divisor }, strings.divisor(divisor)),
      below: [
        html`<span class="dk-nowrap">${options.divide === 'none' ? rich(strings, 'pipeline.readout.nothing') : ['= ', root(String(options.divide === 'rootmodel' ? model : options.width), `√${options.divide === 'rootmodel' ? model : options.width}`)]}</span>`,
        ...(options.divide === 'one' ? [' ', ...rich(strings, 'pipeline.readout.half')] : []),
      ],
    },
    {
      label: strings.text('pipeline.readout.spread'),
      large: datum({ name: 'logit-spread', value: spread }, strings.exact(spread, 3)),
      below: [strings.text('pipeline.readout.count', { count: moments.count })],
    },
    {
      label: strings.text('pipeline.readout.max'),
      large: datum({ name: 'max-weight', value: max }, strings.exact(max, 3)),
      below: [strings.text('pipeline.readout.equal', { equal: strings.short(1 / options.n, 3) })],
    },
    {
      label: [...rich(strings, 'pipeline.readout.difference', { rootdk: divisorFormula('root') })],
      large: datum({ name: 'difference', value: result.difference }, strings.short(result.difference, 2)),
      below: [strings.text(result.difference === 0 ? 'pipeline.readout.identical' : result.difference <= ROUNDING ? 'pipeline.readout.same' : 'pipeline.readout.differs')],
    },
  ];
  return readoutList(list);
}

export function caption({ options, headCount, result }: StateInput, strings: Strings): TemplateResult {
  const { divide, mask, step, nq, n, width } = options;
  const c = strings.short(result.forward.divisor, 4);
  const strong = (text: string): TemplateResult => html`<b>${text}</b>`;
  const names = { Q: matrixName('q'), K: matrixName('k'), V: matrixName('v') };
  const lead: Piece[] = [
    ...rich(strings, 'pipeline.lead', { nq, n, width }),
    ...rich(strings, `pipeline.lead.${divide}`, { c, heads: headCount, model: width * headCount, rootdmodel: divisorFormula('rootmodel') }),
    ...rich(strings, `pipeline.lead.mask.${mask}`),
  ];
  const hidden = [...result.forward.fullyMasked].flatMap((full, i) => (full ? [i] : []));
  const same = result.difference <= ROUNDING;
  const equivalent = divide === 'both' || divide === 'folded';
  // At d_k = 1 (√1 = 1), with one head, or at the extremes, other ways of dividing don't differ either.
  const about = divide === 'root' ? [] : equivalent ? [`pipeline.caption.${divide}`, result.difference === 0 ? 'pipeline.caption.exact' : 'pipeline.caption.rounding'] : [same ? 'pipeline.caption.same' : `pipeline.caption.${divide}`];
  return html`<p class="dk-caption"><b>${lead}</b>${rich(strings, `pipeline.caption.${step}`, names)}${
    about.map((key) => rich(strings, key, { difference: strong(strings.short(result.difference, 2)), scope: html`<span class="dk-nowrap"><i class="dk-var">W</i><sub class="dk-sub">q</sub></span>` }))
  }${hidden.length > 0 ? rich(strings, 'pipeline.caption.hidden', { rows: html`${hidden.map((i) => html`${vector('q', i)} `)}` }) : nothing}${
    result.valueChange === undefined
      ? rich(strings, 'pipeline.caption.value', names)
      : rich(strings, 'pipeline.caption.value-edited', { ...names, change: html`<b>${datum({ name: 'value-change', value: result.valueChange }, strings.short(result.valueChange, 2))}</b>`, p: variable('P') })
  }</p>`;
}
