// <dk-saturation>: how peaked attention is, against d_k, the divisor and n.
// Read-outs (data-name): sigma · sigma-measured · max-weight · max-weight-exact · entropy · entropy-exact · effective-keys · state · axis · rows · seed ·
// row-max-weight · score-mean · score-variance. Attributes: dk, divisor, alpha, keys, seed (a state of its own), controls, number.
import type { TemplateResult } from 'lit';
import { alphaOf, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { saturationView, standingSentence, type Answered } from './view.ts';
import './saturation.css';

interface Asked<Request> {
  request: Request;
  params: Params;
}

export class DkSaturation extends FigureElement {
  static override readonly figureName = 'saturation';

  #state: Answered<StateResult> | undefined;
  #curve: Answered<CurveResult> | undefined;
  #tableOpen = false;
  #said = '';
  #wanted = { state: '', curve: '' };
  #shown = { state: '', curve: '' };

  #stateLane = this.lane<Asked<StateRequest>, StateResult>({
    key: ({ request }) => stateKey(request),
    run: ({ engine }, { request }) => runState(engine, request),
    done: ({ request: { request, params }, result }) => {
      this.#state = { params, result };
      this.#shown.state = stateKey(request);
    },
  });

  #curveLane = this.lane<Asked<CurveRequest>, CurveResult>({
    key: ({ request }) => curveKey(request),
    run: ({ engine }, { request }) => runCurve(engine, request),
    done: ({ request: { request, params }, result }) => {
      this.#curve = { params, result };
      this.#shown.curve = curveKey(request);
    },
  });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const pace: Pace = moving ? 'moving' : 'resting';
    const state = queryState(params, pace);
    // A curve that was measured at rest also serves while only the divisor moves.
    const resting = queryCurve(params, 'resting');
    const curve = this.#shown.curve === curveKey(resting) ? resting : queryCurve(params, pace);
    this.#wanted = { state: stateKey(state), curve: curveKey(curve) };
    this.#stateLane.ask({ request: state, params });
    this.#curveLane.ask({ request: curve, params });
  }

  protected override isSettled(): boolean {
    return this.#wanted.state !== '' && this.#wanted.state === this.#shown.state && this.#wanted.curve === this.#shown.curve;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { params } = store;
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && this.#state) this.#said = standingSentence(this.#state, strings);
    return saturationView(
      {
        uid: this.uid,
        number: this.getAttribute('number'),
        params,
        logAlpha: this.crossed(Math.log2(alphaOf(params))),
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
        newSample: () => actions.choose({ seed: (actions.now().seed + 1) % 2 ** 32 }),
      },
      actions,
      strings,
    );
  }
}

if (!customElements.get('dk-saturation')) customElements.define('dk-saturation', DkSaturation);
