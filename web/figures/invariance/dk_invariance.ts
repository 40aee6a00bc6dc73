// <dk-invariance>: what stays the same at every d_k, and what does not: the largest weight, entropy and gradients against d_k under three
// divisors and the reader's own; densities of the logits at d_k = 8, 64, 512 laid over one another.
// Read-outs (data-name), for each rule r of 1 · root · dk · own: sigma-r · max-weight-r · entropy-r · jacobian-trace-r · grad-query-rms-r (measured,
// with data-error and data-theory); for the rule in force also without -r. variance · variance-exact · excess-kurtosis · excess-kurtosis-exact ·
// ks-distance · ks-times-dk · rows · gradient-rows · seed.
// Attributes: dk, divisor, alpha, keys, heads, seed (a state of its own), controls (divisor dk keys sample quantity), number.
// Options (attributes, and address keys behind `invariance.`): quantity = maxWeight | entropy | jacobianTrace | gradQuery.
import type { TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { answered, type Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { OPTION_TABLE } from './options.ts';
import { curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { invarianceView } from './view.ts';
import './invariance.css';

export class DkInvariance extends FigureElement<typeof OPTION_TABLE> {
  static override readonly figureName = 'invariance';
  static override readonly ofRows = true;
  static override readonly optionTable = OPTION_TABLE;

  #state = this.asking<StateRequest, StateResult>({ key: stateKey, run: ({ engine }, request) => runState(engine, request) });
  #curve = this.asking<Asked<CurveRequest, Params>, CurveResult>({ key: ({ request }) => curveKey(request), run: ({ engine }, { request }) => runCurve(engine, request) });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const { quantity } = this.options;
    const pace: Pace = moving ? 'moving' : 'resting';
    this.#state.ask(queryState(params, pace));
    // A curve that was measured at rest also serves while only d_k moves.
    const resting = { request: queryCurve(params, quantity, 'resting'), params };
    this.#curve.ask(this.#curve.shows(resting) ? resting : { request: queryCurve(params, quantity, pace), params });
  }

  protected override isSettled(): boolean {
    return this.#state.settled && this.#curve.settled;
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { options } = this;
    const state = this.#state.last && { params: this.#state.last.request.params, result: this.#state.last.result };
    const curve = this.#curve.last && { ...answered(this.#curve.last)!, quantity: this.#curve.last.request.request.quantity };
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && state) this.said = heard({ params: state.params, quantity: options.quantity, state: state.result }, strings);
    return invarianceView(
      { ...this.common(services, actions), params: store.params, options, state, curve, choose: (quantity) => this.setOptions({ quantity }) },
      actions,
      strings,
    );
  }
}

if (!customElements.get('dk-invariance')) customElements.define('dk-invariance', DkInvariance);
