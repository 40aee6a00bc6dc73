// <dk-saturation>: how peaked attention is, against d_k, the divisor and n.
// Read-outs (data-name): sigma · sigma-measured · max-weight · max-weight-exact · entropy · entropy-exact · effective-keys · state · axis · rows · seed ·
// row-max-weight · score-mean · score-variance. Attributes: dk, divisor, alpha, keys, seed (a state of its own), controls, number.
import type { TemplateResult } from 'lit';
import { alphaOf, type Params } from '../../state/params.ts';
import { answered, type Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { saturationView, standingSentence } from './view.ts';
import './saturation.css';

export class DkSaturation extends FigureElement {
  static override readonly figureName = 'saturation';
  static override readonly ofRows = true;

  #state = this.asking<Asked<StateRequest, Params>, StateResult>({ key: ({ request }) => stateKey(request), run: ({ engine }, { request }) => runState(engine, request) });
  #curve = this.asking<Asked<CurveRequest, Params>, CurveResult>({ key: ({ request }) => curveKey(request), run: ({ engine }, { request }) => runCurve(engine, request) });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const pace: Pace = moving ? 'moving' : 'resting';
    this.#state.ask({ request: queryState(params, pace), params });
    // A curve that was measured at rest also serves while only the divisor moves.
    const resting = { request: queryCurve(params, 'resting'), params };
    this.#curve.ask(this.#curve.shows(resting) ? resting : { request: queryCurve(params, pace), params });
  }

  protected override isSettled(): boolean {
    return this.#state.settled && this.#curve.settled;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { params } = services.store;
    const state = answered(this.#state.last);
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && state) this.said = standingSentence(state, services.strings);
    return saturationView(
      { ...this.common(services, actions), params, logAlpha: this.crossed(Math.log2(alphaOf(params))), state, curve: answered(this.#curve.last) },
      actions,
      services.strings,
    );
  }
}

if (!customElements.get('dk-saturation')) customElements.define('dk-saturation', DkSaturation);
