// <dk-dot-product>: sampled dot products over their exact density, under other assumptions; the derivation line by line; what softmax sees of a row.
// Read-outs (data-name): state · pairs · relative-error · logit-mean, logit-variance, excess-kurtosis (with data-error, data-theory; and …-theory) · ks-law ·
// ks-times-dim · ks-distance · term-mean · term-variance · score-mean · score-variance · divided-variance · sigma-measured · row-sigma-none, -one, -all ·
// row-max-weight-none, -one, -all · seed. Attributes: dk, divisor, alpha, keys, seed (a state of its own), controls (divisor dk keys sample pairs entries mean
// rho), number. Options (attributes, and address keys behind `dot-product.`): entries = normal | uniform | sign | laplace | student5 | student3 ·
// mean = −2 … 2 · rho = −1 … 1 · scope = one | all · pairs = 4 … 100000.
import type { TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { typedNumber } from '../../state/typed_number.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import type { OptionActions } from './controls.ts';
import { DOT_PRODUCT_OPTIONS, queryRows, querySample, rowsKey, runRows, runSample, sampleKey, type DotProductOptions, type Pace, type RowsRequest, type RowsResult, type SampleRequest, type SampleResult } from './query.ts';
import type { Answer } from './readouts.ts';
import type { RowsAnswer } from './rows_panel.ts';
import { dotProductView, logAlphaOf, stateSentence } from './view.ts';
import './dot_product.css';

interface Asked<Request> {
  request: Request;
  params: Params;
  options: DotProductOptions;
}

export class DkDotProduct extends FigureElement<typeof DOT_PRODUCT_OPTIONS> {
  static override readonly figureName = 'dot-product';
  static override readonly optionTable = DOT_PRODUCT_OPTIONS;

  #answer: Answer | undefined;
  #rows: Omit<RowsAnswer, 'scope'> | undefined;
  #tableOpen = false;
  #said = '';
  #wanted = { sample: '', rows: '' };
  #shown = { sample: '', rows: '' };

  #sampleLane = this.lane<Asked<SampleRequest>, SampleResult>({
    key: ({ request }) => sampleKey(request),
    run: ({ engine }, { request }) => runSample(engine, request),
    done: ({ request: { request, params, options }, result }) => {
      this.#answer = { params, options, request, result };
      this.#shown.sample = sampleKey(request);
    },
  });

  #rowsLane = this.lane<Asked<RowsRequest>, RowsResult>({
    key: ({ request }) => rowsKey(request),
    run: ({ engine }, { request }) => runRows(engine, request),
    done: ({ request: { request, params, options }, result }) => {
      this.#rows = { rho: options.rho, keyCount: params.keyCount, result };
      this.#shown.rows = rowsKey(request);
    },
  });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const { options } = this;
    const pace: Pace = moving ? 'moving' : 'resting';
    const sample = querySample(params, options, pace);
    const rows = queryRows(params, options, pace);
    this.#wanted = { sample: sampleKey(sample), rows: rowsKey(rows) };
    this.#sampleLane.ask({ request: sample, params, options });
    this.#rowsLane.ask({ request: rows, params, options });
  }

  protected override isSettled(): boolean {
    return this.#wanted.sample !== '' && this.#wanted.sample === this.#shown.sample && this.#wanted.rows === this.#shown.rows;
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
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && this.#answer) this.#said = stateSentence(this.#answer, strings);
    return dotProductView(
      {
        uid: this.uid,
        number: this.getAttribute('number'),
        params,
        options,
        logAlpha: this.crossed(logAlphaOf(params)),
        answer: this.#answer,
        rows: this.#rows && { ...this.#rows, scope: options.scope },
        width: this.width,
        moving: store.moving,
        said: this.#said,
        shows: (control) => this.shows(control),
        waiting: this.waiting || this.error !== undefined,
        tableOpen: this.#tableOpen,
        untouched: this.untouched,
        showTable: (open) => {
          this.#tableOpen = open;
          this.requestUpdate();
        },
        notes: this.notes(services),
        newSample: () => actions.choose({ seed: (actions.now().seed + 1) % 2 ** 32 }),
        reset: () => this.resetAll(),
      },
      actions,
      this.#optionActions(services),
      strings,
    );
  }
}

if (!customElements.get('dk-dot-product')) customElements.define('dk-dot-product', DkDotProduct);
