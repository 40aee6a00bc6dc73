// <dk-claims>: the article's 34 claims, measured anew in the worker, claim by claim, each judged by the rule beside it. Nothing runs before the
// reader says so; until then the article's verdicts stand there, pale.
// Read-outs (data-name): phase · claims-done · seed · verdict-<id> (holds, conditional, imprecise, partly, wrong) and for each measured number
// claim-<id>-<name> (with data-error, data-theory). data-settled stands while nothing is being measured.
// Attributes: seed (a state of its own), controls (board sample), number. Option (attribute, and address key behind `claims.`):
// section = all | 1 | 2 | 3.1 | 3.2 | 3.3 | 3.4 | 4.1 | 4.2 | 5.
import { html, type TemplateResult } from 'lit';
import type { Claim } from '../../engine/protocol_claims.ts';
import { DEFAULTS } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { CLAIMS_OPTIONS, askClaims, groupOf, rowsOf } from './query.ts';
import { Survey } from './survey.ts';
import { claimsView, type SurveyActions } from './view.ts';
import './claims.css';

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

export class DkClaims extends FigureElement<typeof CLAIMS_OPTIONS> {
  static override readonly figureName = 'claims';
  static override readonly optionTable = CLAIMS_OPTIONS;

  #claims: readonly Claim[] = [];
  #survey: Survey | undefined;
  #onScreen = false;
  #picked: number | undefined;

  #list = this.lane<null, Claim[]>({
    run: ({ engine }) => askClaims(engine),
    key: () => 'claims',
    done: ({ result }) => {
      this.#claims = result;
      if (this.services) this.#follow(this.services);
    },
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#survey?.stop();
  }

  protected override ask(services: Services): void {
    if (this.#claims.length === 0) return this.#list.ask(null);
    const survey = this.#follow(services);
    // Asked once more after a failure: the measuring goes on where it was.
    if (survey.phase === 'failed') survey.run();
  }

  protected override seen(visible: boolean): void {
    this.#onScreen = visible;
    this.#survey?.see(visible);
  }

  protected override isSettled(): boolean {
    return this.#claims.length > 0 && this.#survey?.phase !== 'running';
  }

  /** Puts a survey with the reader's seed in place of one with another. */
  #follow({ store, engine }: Services): Survey {
    const { seed } = store.params;
    if (this.#survey?.seed === seed) return this.#survey;
    this.#leave();
    this.#survey = new Survey(
      this.#claims,
      seed,
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
    return this.#survey;
  }

  #leave(): void {
    this.#survey?.leave();
    this.#survey = undefined;
    this.fail(undefined);
  }

  #show(id: number): void {
    const claim = this.#claims.find((one) => one.id === id);
    if (!claim) return;
    this.#picked = id;
    if (this.options.section !== 'all' && this.options.section !== groupOf(claim)) this.setOptions({ section: groupOf(claim) });
    this.requestUpdate();
    void nextFrame().then(() => this.updateComplete).then(() => this.querySelector<HTMLElement>(`#${this.uid}-claim-${id}`)?.focus());
  }

  #actions(services: Services): SurveyActions {
    return {
      run: () => {
        this.fail(undefined);
        this.#follow(services).run();
      },
      stop: () => this.#survey?.stop(),
      choose: (section) => {
        this.#picked = undefined;
        this.setOptions({ section });
      },
      pick: (id) => this.#show(id),
    };
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { seed } = store.params;
    // Between a change elsewhere and being seen, the survey is still of the old seed.
    const survey = this.#survey?.seed === seed ? this.#survey : undefined;
    const phase = survey?.phase ?? 'ready';
    const rows = rowsOf(this.#claims, survey?.results ?? new Map(), survey?.measuring);
    if (phase !== 'done') this.said = '';
    else if (this.said === '') this.said = heard(rows, seed, strings);
    const { section } = this.options;
    return html`${claimsView(
      {
        ...this.common(services, actions),
        rows,
        phase,
        measuring: survey?.measuring,
        seed,
        section,
        picked: this.#picked,
        untouched: phase === 'ready' && seed === DEFAULTS.seed && section === CLAIMS_OPTIONS.section.default,
        newSample: () => {
          const begun = phase !== 'ready';
          actions.choose({ seed: (seed + 1) % 2 ** 32 });
          if (begun) this.#follow(services).run();
        },
        reset: () => {
          this.resetAll();
          this.#leave();
          this.#picked = undefined;
          this.#follow(services);
        },
      },
      this.#actions(services),
      strings,
    )}`;
  }
}

if (!customElements.get('dk-claims')) customElements.define('dk-claims', DkClaims);
