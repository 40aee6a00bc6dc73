// <dk-dot-product>: sampled dot products over their exact density, under other assumptions; the derivation line by line; what softmax sees of a row.
// Read-outs (data-name): state · pairs · relative-error · logit-mean, logit-variance, excess-kurtosis (with data-error, data-theory; and …-theory) · ks-law ·
// ks-times-dim · ks-distance · term-mean · term-variance · score-mean · score-variance · divided-variance · sigma-measured · row-sigma-none, -one, -all ·
// row-max-weight-none, -one, -all · seed. Attributes: dk, divisor, alpha, keys, seed (a state of its own), controls (divisor dk keys sample pairs entries mean
// rho), number. Options (attributes, and address keys behind `dot-product.`): entries = normal | uniform | sign | laplace | student5 | student3 ·
// mean = −2 … 2 · rho = −1 … 1 · scope = one | all · pairs = 4 … 100000.
import type { TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { typedNumber } from '../../state/typed_number.ts';
import type { Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import type { OptionActions } from './controls.ts';
import { DOT_PRODUCT_OPTIONS, queryRows, querySample, rowsKey, runRows, runSample, sampleKey, type DotProductOptions, type Pace, type RowsRequest, type RowsResult, type SampleRequest, type SampleResult } from './query.ts';
import { dotProductView, logAlphaOf, stateSentence } from './view.ts';
import './dot_product.css';

interface AskedWith<Request> extends Asked<Request, Params> {
  options: DotProductOptions;
}

export class DkDotProduct extends FigureElement<typeof DOT_PRODUCT_OPTIONS> {
  static override readonly figureName = 'dot-product';
  static override readonly ofRows = true;
  static override readonly optionTable = DOT_PRODUCT_OPTIONS;

  #sample = this.asking<AskedWith<SampleRequest>, SampleResult>({ key: ({ request }) => sampleKey(request), run: ({ engine }, { request }) => runSample(engine, request) });
  #rows = this.asking<AskedWith<RowsRequest>, RowsResult>({ key: ({ request }) => rowsKey(request), run: ({ engine }, { request }) => runRows(engine, request) });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const { options } = this;
    const pace: Pace = moving ? 'moving' : 'resting';
    this.#sample.ask({ request: querySample(params, options, pace), params, options });
    this.#rows.ask({ request: queryRows(params, options, pace), params, options });
  }

  protected override isSettled(): boolean {
    return this.#sample.settled && this.#rows.settled;
  }

  protected override crossing(): number | undefined {
    return this.services && logAlphaOf(this.services.store.params);
  }

  #optionActions({ store }: Services): OptionActions {
    return {
      change: (patch, moving = false) => this.setOptions(patch, { moving }),
      rest: () => store.rest(),
      type: (name, text) => {
        const typed = typedNumber(text);
        // What can't be read leaves the value as it was, and says so; what is out of range is brought into it, and told.
        if (Number.isNaN(typed)) return store.set({}, { notices: [{ kind: 'not_a_number', param: name, given: text.trim().slice(0, 40), used: '' }] });
        const { min, max } = DOT_PRODUCT_OPTIONS[name];
        const inside = Math.min(max, Math.max(min, typed));
        this.setOptions({ [name]: inside });
        if (inside !== typed) store.set({}, { notices: [{ kind: 'clamped', param: name, given: text.trim().slice(0, 40), used: String(inside) }] });
      },
    };
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { params } = store;
    const { options } = this;
    const answer = this.#sample.last && { ...this.#sample.last.request, result: this.#sample.last.result };
    const rows = this.#rows.last && { rho: this.#rows.last.request.options.rho, keyCount: this.#rows.last.request.params.keyCount, scope: options.scope, result: this.#rows.last.result };
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && answer) this.said = stateSentence(answer, strings);
    return dotProductView({ ...this.common(services, actions), params, options, logAlpha: this.crossed(logAlphaOf(params)), answer, rows }, actions, this.#optionActions(services), strings);
  }
}

if (!customElements.get('dk-dot-product')) customElements.define('dk-dot-product', DkDotProduct);
