// <dk-predict question="saturation">: a question answered by moving something, then the computed truth over the guess. Attributes: question, hold (the
// guess is only kept here; another card with the same question reveals it). Read-outs (data-name): the question's id, or id-0, id-1 … for several.
// It has no state in the address and leaves the reader's alone; guesses stay in state/progress.ts.
import { LitElement, html, type TemplateResult, nothing } from 'lit';
import { EngineError } from '../../engine/errors.ts';
import { progress } from '../../state/progress.ts';
import { onResize } from '../room.ts';
import { onServices, servicesOf } from '../services.ts';
import { differenceOf, guessOf, throughTouched } from './difference.ts';
import type { PredictModel } from './model.ts';
import { progressId, valueAt, type Question, type Truth } from './question.ts';
import { QUESTIONS, queryOf } from './questions.ts';
import { sharesOf } from './sketch.ts';
import { predictView, spokenAnswer } from './view.ts';
import '../figure.css';
import './predict.css';

let instances = 0;

/** Truths don't change: asked for once a page. */
const truths = new Map<string, Truth>();

export class DkPredict extends LitElement {
  readonly #uid = `dkp${++instances}`;
  #stops: (() => void)[] = [];
  #width = 0;
  /** While a finger is on it: not stored yet. */
  #draft: readonly number[] | undefined;
  #touched: (number | undefined)[] = [];
  #busy = false;
  #said = '';
  #error: EngineError | undefined;
  #before = [...this.childNodes];

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stops.push(onResize(this, () => this.#measure(), () => this.requestUpdate()), progress.subscribe(() => this.#changed()), onServices(() => this.requestUpdate()));
    this.#changed();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
  }

  get #question(): Question | undefined {
    return QUESTIONS[this.getAttribute('question') ?? ''];
  }

  get #entry() {
    return this.#question && progress.get(progressId(this.#question));
  }

  #changed(): void {
    const question = this.#question;
    if (!question) return;
    const guess = guessOf(question, this.#entry?.guess);
    if (this.#draft === undefined && question.kind === 'sketch') this.#touched = guess ? sharesOf(question, guess) : question.at.map(() => undefined);
    if (this.#entry?.done) void this.#ask(question);
    this.requestUpdate();
  }

  /** What the card has for a picture, its inside or the half of it where two columns fit; whether that has changed. */
  #measure(): boolean {
    const ask = this.querySelector('.dk-predict-ask');
    const width = Math.floor(ask?.getBoundingClientRect().width ?? 0);
    const other = width !== this.#width;
    this.#width = width;
    return other;
  }

  async #ask(question: Question): Promise<void> {
    const services = servicesOf(this);
    if (this.#busy || truths.has(question.id) || !services) return;
    this.#busy = true;
    this.#error = undefined;
    this.requestUpdate();
    try {
      const results = await Promise.all(queryOf(question).map(({ name, request }) => services.engine.call(name, request)));
      truths.set(question.id, question.read(results));
    } catch (reason) {
      this.#error = reason instanceof EngineError ? reason : new EngineError('engine_failed', String(reason));
    }
    this.#busy = false;
    this.requestUpdate();
  }

  #keep(guess: readonly number[] | undefined, done: boolean): void {
    this.#draft = undefined;
    if (this.#question) progress.set(progressId(this.#question), { done, ...(guess && { guess: [...guess] }) });
  }

  async #reveal(question: Question): Promise<void> {
    const guess = this.#draft ?? guessOf(question, this.#entry?.guess);
    await this.#ask(question);
    if (!truths.has(question.id)) return;
    this.#keep(guess, true);
    const services = servicesOf(this);
    this.#said = services ? spokenAnswer(this.#model(question), services.strings) : '';
    await this.updateComplete;
    // Who asked stands where the answer is.
    if (!this.contains(document.activeElement)) this.querySelector<HTMLElement>('[data-action=again]')?.focus({ preventScroll: true });
  }

  #again(question: Question): void {
    this.#said = '';
    this.#draft = undefined;
    progress.set(progressId(question), undefined);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('input, [data-action=show]')?.focus({ preventScroll: true }));
  }

  #model(question: Question): PredictModel {
    const entry = this.#entry;
    const truth = entry?.done ? truths.get(question.id) : undefined;
    const guess = this.#draft ?? guessOf(question, entry?.guess);
    const strings = servicesOf(this)!.strings;
    return {
      uid: this.#uid, question, width: this.#width, guess, touched: this.#touched, truth, busy: this.#busy, said: this.#said, hold: this.hasAttribute('hold'),
      difference: truth && guess && differenceOf(question, guess, truth),
      error: this.#error && html`<p class="dk-error" role="alert" data-code=${this.#error.code}>${strings.text(this.#error.code, { argument: this.#error.argument })}</p>`,
      actions: {
        guess: (values, resting) => {
          if (resting) this.#keep(values, false);
          else this.#draft = values;
          this.requestUpdate();
        },
        touch: (handle, share, resting) => {
          if (question.kind !== 'sketch') return;
          this.#touched = this.#touched.map((one, i) => (i === handle ? share : one));
          this.#draft = throughTouched(this.#touched)!.map((one) => valueAt(question.y, one));
          if (resting) {
            const touched = this.#touched;
            this.#keep(this.#draft, false);
            // Handles that still follow the others go on doing so until the page is left.
            this.#touched = touched;
          }
          this.requestUpdate();
        },
        reveal: () => void this.#reveal(question),
        again: () => this.#again(question),
      },
    };
  }

  override render(): TemplateResult | typeof nothing {
    const services = servicesOf(this);
    const question = this.#question;
    if (!services || !question) return nothing;
    for (const node of this.#before.splice(0)) (node as ChildNode).remove();
    return predictView(this.#model(question), services.strings);
  }

  protected override updated(): void {
    if (this.#measure()) this.requestUpdate();
    this.toggleAttribute('data-settled', !this.#busy && this.#width > 0);
  }
}

if (!customElements.get('dk-predict')) customElements.define('dk-predict', DkPredict);
