// <dk-bug-hunt bug="no-scale">: a short program with one wrong line; the reader picks it, the engine computes what it does. What is found is kept (state/progress.ts).
// Read-outs (data-name): wrong-1 … wrong-8, right-1 … right-8 · solved.
import { html, type TemplateResult } from 'lit';
import { progress } from '../../state/progress.ts';
import { runAsks, type AnyAnswers } from '../asks.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { bugOf, type Bug } from './bugs.ts';
import { loadProgram } from './programs.ts';
import { bugView } from './view.ts';
import './bug_hunt.css';

export class DkBugHunt extends FigureElement {
  static override readonly figureName = 'bug-hunt';

  #bug: Bug | undefined;
  #effect = this.asking<Bug, AnyAnswers>({ key: ({ id }) => id, run: ({ engine }, bug) => runAsks(engine, bug.query()) });
  #picked: number | undefined;
  #tried: number | undefined;
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    this.#bug = bugOf(this.getAttribute('bug'));
    this.#stop = progress.subscribe(() => this.requestUpdate());
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  /** An exercise is not shared or embedded. */
  protected override get shares(): boolean {
    return false;
  }

  protected override ask(): void {
    if (this.#bug) this.#effect.ask(this.#bug);
  }

  protected override isSettled(): boolean {
    return this.#effect.settled;
  }

  #found(bug: Bug): void {
    progress.set(`bug/${bug.id}`, { done: true });
    // The buttons are gone: what was found is where the reader goes on.
    void this.updateComplete.then(() => {
      const line = this.querySelector<HTMLElement>('.dk-line-found');
      if (!line) return;
      line.tabIndex = -1;
      line.focus({ preventScroll: true });
    });
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { strings } = services;
    const bug = this.#bug;
    if (!bug) return html`<p>${strings.text('bug-hunt.unknown')}</p>`;
    const program = loadProgram(bug);
    const { last } = this.#effect;
    return bugView(
      {
        ...this.common(services, actions), bug, program, effect: last && bug.effect(last.result as never), picked: this.#picked, tried: this.#tried, found: progress.get(`bug/${bug.id}`)?.done ?? false,
        pick: (line) => {
          this.#picked = line;
          this.requestUpdate();
        },
        check: () => {
          this.#tried = this.#picked;
          if (this.#picked === program.at) this.#found(bug);
          this.requestUpdate();
        },
        show: () => this.#found(bug),
      },
      strings,
    );
  }
}

if (!customElements.get('dk-bug-hunt')) customElements.define('dk-bug-hunt', DkBugHunt);
