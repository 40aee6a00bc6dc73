// <dk-invariance>: what stays the same at every d_k, and what does not: the largest weight, entropy and gradients against d_k under three
// divisors and the reader's own; densities of the logits at d_k = 8, 64, 512 laid over one another.
// Read-outs (data-name), for each rule r of 1 · root · dk · own: sigma-r · max-weight-r · entropy-r · jacobian-trace-r · grad-query-rms-r (measured,
// with data-error and data-theory); for the rule in force also without -r. variance · variance-exact · excess-kurtosis · excess-kurtosis-exact ·
// ks-distance · ks-times-dk · rows · gradient-rows · seed.
// Attributes: dk, divisor, alpha, keys, heads, seed (a state of its own), controls (divisor dk keys sample quantity), number.
// Options (attributes, and address keys behind `invariance.`): quantity = maxWeight | entropy | jacobianTrace | gradQuery.
import type { TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { OPTION_TABLE, type Quantity } from './options.ts';
import { curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { invarianceView, type Answered } from './view.ts';
import './invariance.css';

export class DkInvariance extends FigureElement<typeof OPTION_TABLE> {
  static override readonly figureName = 'invariance';
  static override readonly optionTable = OPTION_TABLE;

  #state: Answered<StateResult> | undefined;
  #curve: (Answered<CurveResult> & { quantity: Quantity }) | undefined;
  #tableOpen = false;
  #said = '';
  #wanted = { state: '', curve: '' };
  #shown = { state: '', curve: '' };

  #stateLane = this.lane<StateRequest, StateResult>({
    key: stateKey,
    run: ({ engine }, request) => runState(engine, request),
    done: ({ request, result }) => {
      this.#state = { params: request.params, result };
      this.#shown.state = stateKey(request);
    },
  });

  #curveLane = this.lane<{ request: CurveRequest; params: Params }, CurveResult>({
    key: ({ request }) => curveKey(request),
    run: ({ engine }, { request }) => runCurve(engine, request),
    done: ({ request: { request, params }, result }) => {
      this.#curve = { params, result, quantity: request.quantity };
      this.#shown.curve = curveKey(request);
    },
  });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const { quantity } = this.options;
    const pace: Pace = moving ? 'moving' : 'resting';
    const state = queryState(params, pace);
    // A curve that was measured at rest also serves while only d_k moves.
    const resting = queryCurve(params, quantity, 'resting');
    const curve = this.#shown.curve === curveKey(resting) ? resting : queryCurve(params, quantity, pace);
    this.#wanted = { state: stateKey(state), curve: curveKey(curve) };
    this.#stateLane.ask(state);
    this.#curveLane.ask({ request: curve, params });
  }

  protected override isSettled(): boolean {
    return this.#wanted.state !== '' && this.#wanted.state === this.#shown.state && this.#wanted.curve === this.#shown.curve;
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { options } = this;
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && this.#state) this.#said = heard({ params: this.#state.params, quantity: options.quantity, state: this.#state.result }, strings);
    return invarianceView(
      {
        uid: this.uid,
        number: this.getAttribute('number'),
        params: store.params,
        options,
        state: this.#state,
        curve: this.#curve,
        width: this.width,
        roomAtRight: this.roomAtRight,
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
        choose: (quantity) => this.setOptions({ quantity }),
        newSample: () => actions.choose({ seed: (actions.now().seed + 1) % 2 ** 32 }),
        reset: () => this.resetAll(),
      },
      actions,
      strings,
    );
  }
}

if (!customElements.get('dk-invariance')) customElements.define('dk-invariance', DkInvariance);
