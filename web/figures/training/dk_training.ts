// <dk-training>: nine divisors race on a 16-key look-up, live in the worker, slice by slice. Nothing runs before the reader says so.
// Read-outs (data-name): phase · steps-done · pattern · learnt · seed, and for each α (0.0625 … 16): state-α · final-loss-α (with data-error) ·
// steps-α · max-grad-α · weight-ratio-α · max-weight-α. data-settled stands when the race is over (done, or stopped by the reader).
// Attributes: seed (a state of its own), controls (recipe sample), number. Options (attributes, and address keys behind `training.`):
// optimiser = sgd | adam · lr = 1e-5 … 100 · lr-times-alpha = on | off · loss = mse | ce · clip = 0 … 100 (0: none) · qk-norm = on | off.
import type { PropertyValues, TemplateResult } from 'lit';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { TRAINING_OPTIONS, recipeKey, recipeOf, type Recipe } from './query.ts';
import { Race } from './race.ts';
import type { RecipeActions } from './recipe_controls.ts';
import { outcomeSentence, trainingView } from './view.ts';
import { typedNumber } from '../../state/typed_number.ts';
import './training.css';

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

export class DkTraining extends FigureElement<typeof TRAINING_OPTIONS> {
  static override readonly figureName = 'training';
  static override readonly optionTable = TRAINING_OPTIONS;

  #race: Race | undefined;
  #onScreen = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#race?.pause();
  }

  protected override ask(services: Services): void {
    this.#follow(services);
    // Asked once more after a failure: the race goes on from its last slice.
    if (this.#race?.phase === 'failed') this.#race.run();
  }

  protected override seen(visible: boolean): void {
    this.#onScreen = visible;
    this.#race?.see(visible);
  }

  protected override isSettled(): boolean {
    return this.#race?.phase === 'done' || this.#race?.phase === 'stopped';
  }

  protected override updated(_changed?: PropertyValues): void {
    super.updated();
    // A race that waits for the reader is not busy.
    this.setAttribute('aria-busy', this.#race?.phase === 'running' ? 'true' : 'false');
  }

  /** Puts a race of the reader's recipe in place of one of another. */
  #follow({ store, engine }: Services): Race {
    const recipe = recipeOf(this.options, store.params.seed);
    if (this.#race?.key === recipeKey(recipe)) return this.#race;
    this.#race?.leave();
    this.fail(undefined);
    this.said = '';
    this.#race = new Race(
      recipe,
      {
        engine,
        breath: nextFrame,
        changed: () => this.requestUpdate(),
        failed: (reason) => {
          this.fail(reason);
          this.requestUpdate();
        },
      },
      this.#onScreen,
    );
    this.requestUpdate();
    return this.#race;
  }

  /** After a change by the reader's own hand: a race that had begun begins anew with it. */
  #changedByHand(services: Services, start = false): void {
    const begun = this.#race !== undefined && this.#race.phase !== 'ready';
    const race = this.#follow(services);
    if (start || (begun && race.phase === 'ready')) race.run();
  }

  #actions(services: Services): RecipeActions {
    const { store } = services;
    return {
      run: () => {
        this.fail(undefined);
        this.#follow(services).run();
      },
      pause: () => this.#race?.pause(),
      stop: () => this.#race?.stop(),
      choosePreset: ({ optimiser, lr, timesAlpha }) => {
        this.setOptions({ optimiser, lr, 'lr-times-alpha': timesAlpha });
        this.#changedByHand(services, true);
      },
      change: (patch) => {
        this.setOptions(patch);
        this.#changedByHand(services);
      },
      typeRate: (text) => {
        const typed = typedNumber(text);
        // What can't be read leaves the rate as it was, and says so.
        if (Number.isNaN(typed)) return store.set({}, { notices: [{ kind: 'not_a_number', param: 'lr', given: text.trim().slice(0, 40), used: '' }] });
        this.setOptions({ lr: typed });
        this.#changedByHand(services);
      },
    };
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const recipe: Recipe = recipeOf(this.options, store.params.seed);
    // Between a change elsewhere and being seen, the race is still of the old recipe.
    const race = this.#race?.key === recipeKey(recipe) ? this.#race : undefined;
    if (race?.phase !== 'done') this.said = '';
    else if (this.said === '' && race.result) this.said = outcomeSentence(recipe, race.result, strings);
    return trainingView(
      {
        ...this.common(services, actions),
        recipe,
        phase: race?.phase ?? 'ready',
        result: race?.result,
        newSample: () => {
          actions.choose({ seed: (store.params.seed + 1) % 2 ** 32 });
          this.#changedByHand(services);
        },
        reset: () => {
          this.resetAll();
          this.#race?.leave();
          this.#race = undefined;
          this.#follow(services);
        },
      },
      this.#actions(services),
      strings,
    );
  }
}

if (!customElements.get('dk-training')) customElements.define('dk-training', DkTraining);
