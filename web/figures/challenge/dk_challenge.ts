// <dk-challenge challenge="eight-keys">: a task that the engine's numbers judge, with hints and a solution; what is solved is kept (state/progress.ts).
// Read-outs (data-name): those of the challenge's targets · solved. Every figure that is asked of has a state of its own, from its attributes:
// dk, divisor, alpha, keys, seed and the options of options.ts. data-settled: the digits are those of the state.
import { html, type TemplateResult } from 'lit';
import { progress } from '../../state/progress.ts';
import { typedNumber } from '../../state/typed_number.ts';
import { runAsks, type AnyAnswers } from '../asks.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import type { OptionActions } from './controls.ts';
import { challengeOf } from './list.ts';
import { CHALLENGE_OPTIONS } from './options.ts';
import { questionKey, questionOf, type Question } from './query.ts';
import { NOTHING, isMet, type Challenge, type Judged, type Memory, type State } from './types.ts';
import { MOST_HINTS, challengeView } from './view.ts';
import { distanceWords } from './words.ts';
import './challenge.css';

/** How long the numbers must stand before they are told to whoever listens. */
const SAY_AFTER_MS = 700;

export class DkChallenge extends FigureElement<typeof CHALLENGE_OPTIONS> {
  static override readonly figureName = 'challenge';
  static override readonly optionTable = CHALLENGE_OPTIONS;

  #challenge: Challenge | undefined;
  #question = this.asking<Question, AnyAnswers>({ key: questionKey, run: ({ engine }, question) => runAsks(engine, question.asks) });
  #memory: Memory = NOTHING;
  /** The question whose answer the way's memory has. */
  #remembered = '';
  #taken = 0;
  #sayTimer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    this.#challenge = challengeOf(this.getAttribute('challenge'));
    this.#stop = progress.subscribe(() => this.requestUpdate());
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    clearTimeout(this.#sayTimer);
  }

  /** A challenge is not shared or embedded. */
  protected override get shares(): boolean {
    return false;
  }

  get #id(): string {
    return `challenge/${this.#challenge?.id}`;
  }

  get #hints(): number {
    return progress.get(this.#id)?.hints ?? 0;
  }

  #note(change: { done?: boolean; hints?: number }): void {
    const known = progress.get(this.#id);
    const hints = change.hints ?? known?.hints;
    progress.set(this.#id, { done: change.done ?? known?.done ?? false, ...(hints === undefined ? {} : { hints }) });
  }

  #state({ store }: Services): State {
    return { params: store.params, options: this.options };
  }

  protected override ask(services: Services): void {
    if (this.#challenge) this.#question.ask(questionOf(this.#challenge, this.#state(services)));
  }

  protected override isSettled(): boolean {
    return this.#question.settled;
  }

  #judged(): { judged: Judged; key: string } | undefined {
    const { last } = this.#question;
    return last && { judged: last.request.challenge.judge(last.result as never, last.request.state, this.#memory), key: questionKey(last.request) };
  }

  protected override updated(): void {
    super.updated();
    if (!this.hasAttribute('data-settled')) return;
    const last = this.#judged();
    if (!last || last.key === this.#remembered) return;
    this.#remembered = last.key;
    this.#memory = last.judged.memory ?? NOTHING;
    if (isMet(last.judged) && !progress.get(this.#id)?.done) this.#note({ done: true });
    clearTimeout(this.#sayTimer);
    this.#sayTimer = setTimeout(() => this.#say(), SAY_AFTER_MS);
    this.requestUpdate();
  }

  #say(): void {
    const last = this.#judged();
    if (!last || !this.#challenge || !this.services) return;
    this.said = distanceWords(last.judged, this.#challenge, this.services.strings);
    this.requestUpdate();
  }

  #options(): OptionActions {
    return {
      change: (patch, moving = false) => this.setOptions(patch, { moving }),
      type: (name, text) => {
        const value = typedNumber(text);
        if (Number.isNaN(value)) this.services?.store.set({}, { notices: [{ kind: 'not_a_number', param: name, given: text.trim().slice(0, 40), used: '' }] });
        else this.setOptions({ [name]: value });
      },
    };
  }

  /** The next step of the solution, from the start. */
  #take(): void {
    const { solution } = this.#challenge!;
    const step = solution[this.#taken % solution.length]!;
    if (this.#taken % solution.length === 0) this.#startAnew();
    this.#taken += 1;
    this.services?.store.set(step.params ?? {});
    this.setOptions(step.options ?? {});
  }

  #startAnew(): void {
    this.resetAll();
    this.#memory = NOTHING;
    this.#remembered = '';
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { strings } = services;
    const challenge = this.#challenge;
    if (!challenge) return html`<p>${strings.text('challenge.unknown')}</p>`;
    return challengeView(
      {
        ...this.common(services, actions), challenge, state: this.#state(services), judged: this.#judged()?.judged, solved: progress.get(this.#id)?.done ?? false,
        hints: this.#hints, taken: this.#taken,
        more: () => this.#note({ hints: Math.min(MOST_HINTS, this.#hints + 1) }),
        take: () => this.#take(),
        reset: () => {
          this.#taken = 0;
          this.#startAnew();
        },
        untouched: this.untouched && this.#memory.done.length === 0,
      },
      actions, this.#options(), strings,
    );
  }
}

if (!customElements.get('dk-challenge')) customElements.define('dk-challenge', DkChallenge);
