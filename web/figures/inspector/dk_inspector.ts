// <dk-inspector>: the reader's own q and k (or logits), measured head by head. Files are read in a worker of this page and sent nowhere.
// Read-outs (data-name), of the head shown: those of numbers.ts (sigma · unit-divisor · entropy · effective-keys · saturated-share · largest-score ·
// max-weight · score-mean · score-std · query-std · key-std · correlation · independent-sigma · jacobian-trace · jacobian-fro · grad-ratio …;
// data-theory: independent logits of that spread); in the table of heads the same with the head's place behind it (sigma-3).
// Attributes: controls (source settings heads), number. Options (attributes, and address keys behind `inspector.`):
// divisor = root | a number · mask = none | causal · layout = heads | positions · split = 1 … 256. The file itself is in no address.
import type { TemplateResult } from 'lit';
import { InspectionProblem } from '../../inspector/problem.ts';
import type { Actions } from '../controls/actions.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import { OPTION_TABLE } from './options.ts';
import { shellView } from './shell_view.ts';
import type { SourceActions } from './source_view.ts';
import type { Host, Work } from './work.ts';
import './inspector.css';
import './inspector_heads.css';

export class DkInspector extends FigureElement<typeof OPTION_TABLE> {
  static override readonly figureName = 'inspector';
  static override readonly optionTable = OPTION_TABLE;

  /** What is done with a file: a part that is fetched with the first one. */
  #work: Work | undefined;
  #coming = false;
  #problem: InspectionProblem | undefined;
  #dragging = false;
  #turn = 0;
  #themes: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    const repaint = (): void => this.#work?.repaint();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    const chosen = new MutationObserver(repaint);
    // On the site the page has a theme, on other pages the element.
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    chosen.observe(this, { attributes: true, attributeFilter: ['theme'] });
    this.#themes = [() => dark.removeEventListener('change', repaint), () => chosen.disconnect()];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#themes.splice(0)) stop();
    if (this.#work?.busy) this.#work.stop();
  }

  get #host(): Host {
    const element = this;
    return {
      get services() {
        return element.services;
      },
      get options() {
        return element.options;
      },
      get root() {
        return element.renderRoot;
      },
      setOptions: (patch) => this.setOptions(patch),
      fail: (reason) => this.fail(reason),
      resetAll: () => this.resetAll(),
      redraw: () => this.requestUpdate(),
    };
  }

  protected override ask(): void {
    this.#work?.ask();
  }

  protected override isSettled(): boolean {
    return !this.#coming && !this.#work?.busy;
  }

  /** Fetches the work, and its sentences, and begins; unless the reader has begun something else, or stopped. */
  async #begin(services: Services, start: (actions: SourceActions) => void): Promise<void> {
    const turn = ++this.#turn;
    this.#coming = true;
    this.#problem = undefined;
    this.requestUpdate();
    try {
      const [{ Work }] = await Promise.all([import('./work.ts'), services.fetchSentences?.('inspector-report')]);
      if (turn !== this.#turn) return;
      this.#work ??= new Work(this.#host);
      start(this.#work.actions(services));
    } catch {
      if (turn === this.#turn) this.#problem = new InspectionProblem('part_missing');
    }
    if (turn === this.#turn) this.#coming = false;
    this.requestUpdate();
  }

  #first(services: Services): SourceActions {
    return {
      files: (files) => void this.#begin(services, (actions) => actions.files(files)),
      paste: (text) => void this.#begin(services, (actions) => actions.paste(text)),
      sample: () => void this.#begin(services, (actions) => actions.sample()),
      stop: () => this.#forget(),
      drag: (over) => {
        this.#dragging = over;
        this.requestUpdate();
      },
    };
  }

  #forget(): void {
    this.#turn += 1;
    this.#coming = false;
    this.#problem = undefined;
    this.requestUpdate();
  }

  protected override updated(): void {
    super.updated();
    this.#work?.painted();
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const common = this.common(services, actions);
    if (this.#work) return this.#work.draw({ ...common, said: this.#work.said }, services);
    const reset = (): void => {
      this.#forget();
      this.resetAll();
    };
    return shellView({ ...common, options: this.options, phase: this.#coming ? 'reading' : 'empty', progress: { of: 0, done: 0 }, problem: this.#problem, dragging: this.#dragging, waiting: false, reset }, undefined, this.#first(services), services.strings);
  }
}

if (!customElements.get('dk-inspector')) customElements.define('dk-inspector', DkInspector);
