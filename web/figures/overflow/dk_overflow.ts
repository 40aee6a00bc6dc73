// <dk-overflow>: how many rows of softmax overflow in four number formats, and what cures that; and one row worked through.
// Read-outs (data-name): exp-overflow-exact · exp-overflow · raw-overflow-exact · raw-overflow · raw-score (one score; float16) · max-weight-exact · max-weight ·
// flushed-share · any-share · rows · seed. Of the row: score-j · logit-j · exponent-j · exp-j · weight-j (j = key) · sum; these alone may be Infinity or NaN.
// Attributes: dk, divisor, alpha, keys, seed (a state of its own), controls (divisor dk keys entries sample format algorithm order row), number.
// Options (attributes, and address keys behind `overflow.`): format · algorithm = naive | maxSubtracted · order = after | beforeOnQuery | beforeOnBoth ·
// entry-std = 1 … 64 · row = sample | typed | forties · logits (up to eight numbers).
import type { TemplateResult } from 'lit';
import { alphaOf, divisorOf, type Params } from '../../state/params.ts';
import type { Outcome } from '../../state/queries.ts';
import { typedNumber } from '../../state/typed_number.ts';
import type { Asked } from '../asking.ts';
import type { Actions } from '../controls/actions.ts';
import { noticeBar } from '../controls/notice.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { OPTION_TABLE, TYPED_PRESETS, parseLogits, writeLogits } from './options.ts';
import { curveKey, queryCurve, queryState, runCurve, runState, stateKey, type CurveRequest, type CurveResult, type Pace, type StateRequest, type StateResult } from './query.ts';
import { overflowView, type Answered, type OverflowActions } from './view.ts';
import './overflow.css';

const settingAnswered = <Result>(last: Outcome<Asked<CurveRequest, Params>, Result> | undefined): Answered<Result> | undefined =>
  last && { params: last.request.params, setting: last.request.request.setting, result: last.result };

export class DkOverflow extends FigureElement<typeof OPTION_TABLE> {
  static override readonly figureName = 'overflow';
  static override readonly ofRows = true;
  static override readonly optionTable = OPTION_TABLE;

  #state = this.asking<Asked<StateRequest, Params>, StateResult>({ key: ({ request }) => stateKey(request), run: ({ engine }, { request }) => runState(engine, request) });
  #curve = this.asking<Asked<CurveRequest, Params>, CurveResult>({ key: ({ request }) => curveKey(request), run: ({ engine }, { request }) => runCurve(engine, request) });

  protected override ask(services: Services, moving: boolean): void {
    const { params } = services.store;
    const pace: Pace = moving ? 'moving' : 'resting';
    this.#state.ask({ request: queryState(params, this.options, pace), params });
    // A curve that was measured at rest also serves while only the divisor moves.
    const resting = { request: queryCurve(params, this.options, 'resting'), params };
    this.#curve.ask(this.#curve.shows(resting) ? resting : { request: queryCurve(params, this.options, pace), params });
  }

  protected override isSettled(): boolean {
    return this.#state.settled && this.#curve.settled;
  }

  protected override crossing(): number | undefined {
    return this.services && Math.log2(alphaOf(this.services.store.params));
  }

  #actions({ store }: Services): OverflowActions {
    const refuse = (param: string, text: string): void => store.set({}, { notices: [{ kind: 'not_a_number', param, given: text.trim().slice(0, 40), used: '' }] });
    return {
      change: (patch) => this.setOptions(patch),
      moveEntries: (value) => this.setOptions({ 'entry-std': value }, { moving: true }),
      typeEntries: (text) => {
        const typed = typedNumber(text);
        if (Number.isNaN(typed)) refuse('entry-std', text);
        else this.setOptions({ 'entry-std': typed });
      },
      typeLogits: (text) => {
        const logits = parseLogits(text);
        if (logits) this.setOptions({ row: 'typed', logits: writeLogits(logits) });
        else refuse('logits', text);
      },
    };
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { params } = store;
    const { options } = this;
    const state = settingAnswered(this.#state.last);
    // Said once the digits are final, not at every step of a drag.
    if (this.settled && state) this.said = heard({ setting: state.setting, divisor: divisorOf(state.params), state: state.result }, strings);
    const unread = parseLogits(options.logits) ? [] : [{ kind: 'not_a_number' as const, param: 'logits', given: options.logits.slice(0, 40), used: TYPED_PRESETS[0] }];
    return overflowView(
      {
        ...this.common(services, actions), params, options, logAlpha: this.crossed(Math.log2(alphaOf(params))), state, curve: settingAnswered(this.#curve.last),
        notes: [this.notes(services), noticeBar(unread, strings, () => this.setOptions({ logits: TYPED_PRESETS[0] }))],
      },
      actions,
      this.#actions(services),
      strings,
    );
  }
}

if (!customElements.get('dk-overflow')) customElements.define('dk-overflow', DkOverflow);
