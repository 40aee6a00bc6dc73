// <dk-gradient>: how gradients are spread over rows, against the divisor; the softmax's Jacobian and the factor 1/c apart; a planted key.
// Read-outs (data-name): state · rows · seed · grad-query-mean (with data-error), -median, -p999, -rms (with data-error, data-theory), -limit,
// -mean-root, -p99, -p99-root, -root-ratio, -p99-ratio (of the gradient chosen: grad-query, grad-key, grad-scores, weight-norm) · jacobian-trace ·
// jacobian-fro · chain-factor · factor-product · planted-weight · planted-accuracy. Attributes: dk, divisor, alpha, keys, seed (a state of its own),
// controls (of divisor dk keys sample), number. Option (attribute, and address key behind `gradient.`): of = query | key | scores | value.
import type { TemplateResult } from 'lit';
import { alphaOf, type Params } from '../../state/params.ts';
import type { Lane } from '../../state/queries.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { GRADIENT_OPTIONS, curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { gradientView, standingSentence, type Answered } from './view.ts';
import './gradient.css';

interface Asked<Request> {
  request: Request;
  params: Params;
}

export class DkGradient extends FigureElement<typeof GRADIENT_OPTIONS> {
  static override readonly figureName = 'gradient';
  static override readonly optionTable = GRADIENT_OPTIONS;

  #state: Answered<StateResult> | undefined;
  #curve: Answered<CurveResult> | undefined;
  #tableOpen = false;
  #said = '';
  #wanted = { state: '', curve: '' };
  #shown = { state: '', curve: '' };

  #stateLane: Lane<Asked<StateRequest>, StateResult> = this.lane<Asked<StateRequest>, StateResult>({
    key: ({ request }) => stateKey(request),
    run: ({ engine }, asked) => runState(engine, asked.request, () => this.#stateLane.isNewest(asked)),
    done: ({ request: { request, params }, result }) => {
      this.#state = { params, result };
      this.#shown.state = stateKey(request);
    },
  });

  #curveLane: Lane<Asked<CurveRequest>, CurveResult> = this.lane<Asked<CurveRequest>, CurveResult>({
    key: ({ request }) => curveKey(request),
    run: ({ engine }, asked) => runCurve(engine, asked.request, () => this.#curveLane.isNewest(asked)),
    done: ({ request: { request, params }, result }) => {
      this.#curve = { params, result };
      this.#shown.curve = curveKey(request);
    },
    cacheSize: 8,
  });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const pace: Pace = moving ? 'moving' : 'resting';
    const state = queryState(params, pace);
    // Curves that were measured at rest also serve while only the divisor moves.
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
    const { of } = this.options;
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && this.#state) this.#said = standingSentence(this.#state, of, strings);
    return gradientView(
      {
        uid: this.uid,
        number: this.getAttribute('number'),
        params,
        of,
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
        choose: (chosen) => this.setOptions({ of: chosen }),
        reset: () => this.resetAll(),
      },
      actions,
      strings,
    );
  }
}

if (!customElements.get('dk-gradient')) customElements.define('dk-gradient', DkGradient);
