// <dk-gradient>: how gradients are spread over rows, against the divisor; the softmax's Jacobian and the factor 1/c apart; a planted key.
// Read-outs (data-name): state · rows · seed · grad-query-mean (with data-error), -median, -p999, -rms (with data-error, data-theory), -limit,
// -mean-root, -p99, -p99-root, -root-ratio, -p99-ratio (of the gradient chosen: grad-query, grad-key, grad-scores, weight-norm) · jacobian-trace ·
// jacobian-fro · chain-factor · factor-product · planted-weight · planted-accuracy. Attributes: dk, divisor, alpha, keys, seed (a state of its own),
// controls (of divisor dk keys sample), number. Option (attribute, and address key behind `gradient.`): of = query | key | scores | value.
import type { TemplateResult } from 'lit';
import { alphaOf, type Params } from '../../state/params.ts';
import { answered, type Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { GRADIENT_OPTIONS, curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { gradientView, standingSentence } from './view.ts';
import './gradient.css';

export class DkGradient extends FigureElement<typeof GRADIENT_OPTIONS> {
  static override readonly figureName = 'gradient';
  static override readonly ofRows = true;
  static override readonly optionTable = GRADIENT_OPTIONS;

  #state = this.asking<Asked<StateRequest, Params>, StateResult>({ key: ({ request }) => stateKey(request), run: ({ engine }, { request }, wanted) => runState(engine, request, wanted) });
  #curve = this.asking<Asked<CurveRequest, Params>, CurveResult>({ key: ({ request }) => curveKey(request), run: ({ engine }, { request }, wanted) => runCurve(engine, request, wanted), cacheSize: 8 });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const pace: Pace = moving ? 'moving' : 'resting';
    this.#state.ask({ request: queryState(params, pace), params });
    // Curves that were measured at rest also serve while only the divisor moves.
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
    const { of } = this.options;
    const state = answered(this.#state.last);
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && state) this.said = standingSentence(state, of, services.strings);
    return gradientView(
      {
        ...this.common(services, actions), params, of, logAlpha: this.crossed(Math.log2(alphaOf(params))), state, curve: answered(this.#curve.last),
        choose: (chosen) => this.setOptions({ of: chosen }),
      },
      actions,
      services.strings,
    );
  }
}

if (!customElements.get('dk-gradient')) customElements.define('dk-gradient', DkGradient);
