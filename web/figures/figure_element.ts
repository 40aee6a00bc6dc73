// What all figures share: services, the reader's state, lanes to the engine, sleeping off screen, errors in words, the settled mark.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { EngineError } from '../engine/errors.ts';
import { optionText, readOptions, writeOption, type OptionTable, type OptionValues } from '../state/options.ts';
import { DEFAULTS, PARAM_KEYS, RANGES, divisorOf, readParams, type Notice } from '../state/params.ts';
import { Lane, type Outcome } from '../state/queries.ts';
import { Store } from '../state/store.ts';
import { actionsOf, type Actions } from './controls/actions.ts';
import { noticeBar } from './controls/notice.ts';
import { onServices, rootOf, servicesOf, type Services } from './services.ts';
import { shareRow } from './share/row.ts';
import type { ProgramData } from './share/program.ts';
import type { SharedFigure } from './share/shared.ts';
import type { Strings } from './strings.ts';
import './figure.css';

/** A waiting picture keeps its last state, dimmed, after this long. */
const DIM_AFTER_MS = 150;
/** How long a mark, a preset or a reset takes to cross. */
const CROSS_MS = 180;

/** On paper a live figure has its wide form, made smaller by figure.css to fit A4 and Letter. */
const PAPER_WIDTH = 860;

let instances = 0;

/** Options of no figure: for those that have none of their own. */
export const NO_OPTIONS = {} as const satisfies OptionTable;

export abstract class FigureElement<Table extends OptionTable = typeof NO_OPTIONS> extends LitElement {
  /** The figure's own options; their names are attributes, and address keys behind the figure's name (`training.lr`). */
  static readonly optionTable: OptionTable = NO_OPTIONS;
  /** The element's name without `dk-`. */
  static readonly figureName: string = '';

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...PARAM_KEYS.map((key) => RANGES[key].name), ...Object.keys(this.optionTable), 'controls', 'number'];
  }

  /** Unique on the page, so that several figures of one kind don't share ids. */
  protected readonly uid = `dk${++instances}`;
  protected services: Services | undefined;
  protected actions: Actions | undefined;
  protected width = 0;
  /** Whether the numbers of a chart may hang outside the figure, at right. */
  protected roomAtRight = false;
  /** What went wrong, by the lane whose newest answer it was; a lane's next success takes back only its own. */
  #errors = new Map<object, EngineError>();
  protected waiting = false;
  /** The last question and answer of each lane. */
  #answers = new Map<object, Outcome<unknown, unknown>>();

  #ownStore: Store | undefined;
  /** Every name that `shows` was asked for: the controls that this figure has. */
  #controlNames = new Set<string>();
  #optionNotices: readonly Notice[] = [];
  /** The next change is our own correction of an option. */
  #correcting = false;
  #dismissed = '';
  #stops: (() => void)[] = [];
  /** What is stopped when another store takes the place of this one. */
  #storeStops: (() => void)[] = [];
  #visible = false;
  #stale = true;
  #dimTimer: ReturnType<typeof setTimeout> | undefined;
  #before: Element | undefined;
  #hasBeenSeen = false;
  #printing = false;
  #hasAnswer = false;
  #cross: { from: number; start: number; frame: number } | undefined;
  #crossFrom: number | undefined;

  override createRenderRoot(): HTMLElement | ShadowRoot {
    return rootOf(this);
  }

  override connectedCallback(): void {
    if (!this.hasUpdated && rootOf(this) === this) this.#keepBefore();
    super.connectedCallback();
    this.#stops.push(onServices(() => this.#attach()));
    const seen = new IntersectionObserver((entries) => this.#see(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '160px' });
    seen.observe(this);
    const sized = new ResizeObserver(() => this.#measure());
    sized.observe(this);
    const [before, after] = [(): void => this.#print(true), (): void => this.#print(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    this.#stops.push(() => seen.disconnect(), () => sized.disconnect(), () => removeEventListener('beforeprint', before), () => removeEventListener('afterprint', after));
    this.#attach();
  }

  /** What stands here before (a still picture, a link) stays until the figure draws, and comes back if the engine can't run at all. */
  #keepBefore(): void {
    this.#before = this.querySelector(':scope > .fallback') ?? undefined;
    if (this.#before || this.childNodes.length === 0) return;
    this.#before = document.createElement('div');
    this.#before.append(...this.childNodes);
    this.append(this.#before);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of [...this.#stops.splice(0), ...this.#storeStops.splice(0)]) stop();
    clearTimeout(this.#dimTimer);
    this.services = undefined;
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (!this.services || old === value) return;
    if (name === 'number' || name === 'controls') return this.requestUpdate();
    if (name in this.#table) return this.#changed(this.services.store.moving);
    // The first attribute of a figure that had none gives it a state of its own.
    this.#attach(true);
  }

  get #table(): Table {
    return (this.constructor as unknown as { optionTable: Table }).optionTable;
  }

  #optionKey(name: string): string {
    return `${(this.constructor as typeof FigureElement).figureName}.${name}`;
  }

  /** The figure's own options now: of the reader's state, else of the element's attributes, else the defaults. */
  protected get options(): OptionValues<Table> {
    return this.#readOptions().values;
  }

  #readOptions(): ReturnType<typeof readOptions<Table>> {
    return readOptions(this.#table, (name) => this.services?.store.options[this.#optionKey(name)] ?? this.getAttribute(name));
  }

  /** What an option had to be changed is told, and the address says from now on what is used. */
  #correct(): void {
    const { values, problems } = this.#readOptions();
    const given = this.services?.store.options ?? {};
    const written = problems.filter(({ name }) => this.#optionKey(name) in given);
    if (this.#correcting) this.#correcting = false;
    else this.#optionNotices = problems.map(({ name, kind, given: text, used }) => ({ kind, param: name, given: text, used }));
    if (written.length === 0) return;
    this.#correcting = true;
    this.services?.store.setOptions(Object.fromEntries(written.map(({ name }) => [this.#optionKey(name), this.#optionText(name, values[name as keyof Table])])));
  }

  /** An option as the store has it: undefined for what it is anyway. An attribute's value is the element's own default. */
  #optionText(name: string, value: string | number | boolean): string | undefined {
    const option = this.#table[name];
    const text = option && writeOption(option, value);
    return text === undefined && this.hasAttribute(name) ? optionText(value) : text;
  }

  /** Changes options; `moving` while a finger is on the control. */
  protected setOptions(patch: Partial<OptionValues<Table>>, options: { moving?: boolean } = {}): void {
    const store = this.services?.store;
    if (!store) return;
    if (!options.moving) store.rest();
    store.dismissNotices();
    store.setOptions(Object.fromEntries(Object.entries(patch).map(([name, value]) => [this.#optionKey(name), this.#optionText(name, value as string | number | boolean)])), options);
  }

  /** Whether there is nothing to reset. */
  protected get untouched(): boolean {
    const store = this.services?.store;
    if (!store) return true;
    const own = readOptions(this.#table, (name) => this.getAttribute(name)).values;
    const now = this.options;
    return PARAM_KEYS.every((key) => store.home[key] === store.params[key]) && Object.keys(own).every((name) => own[name] === now[name]);
  }

  /** Parameters and the figure's own options, all back to their defaults. */
  protected resetAll(): void {
    this.actions?.reset();
    this.services?.store.setOptions(Object.fromEntries(Object.keys(this.#table).map((name) => [this.#optionKey(name), undefined])));
  }

  /** Above the picture: what was corrected, what went wrong. */
  protected notes({ store, strings }: Services): TemplateResult {
    const key = JSON.stringify(this.#optionNotices);
    const own = key === this.#dismissed ? [] : this.#optionNotices;
    const dismiss = (): void => {
      this.#dismissed = key;
      store.dismissNotices();
      this.requestUpdate();
    };
    return html`${noticeBar([...store.notices.filter((notice) => this.tells(notice)), ...own], strings, dismiss)}${this.errorBox(strings)}`;
  }

  /** The first thing that is wrong, if any. */
  protected get error(): EngineError | undefined {
    return this.#errors.values().next().value;
  }

  /** Notes a failure of one of the figure's lanes (or of its own work), or that it is over. */
  protected fail(reason: unknown, lane: object = this): void {
    if (reason === undefined) this.#errors.delete(lane);
    else this.#errors.set(lane, reason instanceof EngineError ? reason : new EngineError('engine_failed', String(reason)));
  }

  /** Whether the figure tells of what was corrected: of parameters that all share, and of its own options. */
  protected tells({ param }: Notice): boolean {
    return param in RANGES || param in this.#table;
  }

  /** Asks the engine for what the state needs. Called only while the figure is on (or near) the screen. */
  protected abstract ask(services: Services, moving: boolean): void;
  /** Whether what is shown is the final answer to the state. */
  protected abstract isSettled(): boolean;
  protected abstract draw(services: Services, actions: Actions): TemplateResult;
  /** A number that crosses smoothly when a mark is chosen (log α). */
  protected crossing(): number | undefined {
    return undefined;
  }

  /** Opens a lane whose answers set off a redraw, and whose failures become the figure's sentence. */
  protected lane<Request, Result>(options: { run(services: Services, request: Request): Promise<Result>; key(request: Request): string; done(outcome: Outcome<Request, Result>): void; cacheSize?: number }): Lane<Request, Result> {
    const self = {};
    return new Lane<Request, Result>({
      key: options.key,
      ...(options.cacheSize === undefined ? {} : { cacheSize: options.cacheSize }),
      run: (request) => (this.services ? options.run(this.services, request) : Promise.reject(new EngineError('engine_failed', 'detached'))),
      done: (outcome) => {
        options.done(outcome);
        this.#answers.set(self, outcome);
        this.#hasAnswer = true;
        this.fail(undefined, self);
        this.#wait(!this.isSettled() && this.waiting);
        this.requestUpdate();
      },
      failed: (reason) => {
        this.fail(reason, self);
        this.#wait(false);
        this.requestUpdate();
      },
    });
  }

  /** The value now of what crosses, between where it was and where it goes. */
  protected crossed(target: number): number {
    if (!this.#cross) return target;
    const t = Math.min(1, (performance.now() - this.#cross.start) / CROSS_MS);
    return this.#cross.from + (target - this.#cross.from) * (1 - (1 - t) ** 3);
  }

  /** While a finger moves, state and several answers may come within one frame: they are drawn together. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.services?.store.moving) await new Promise(requestAnimationFrame);
    await super.scheduleUpdate();
  }

  /** Whether every digit on the screen is final. */
  protected get settled(): boolean {
    return this.error === undefined && !this.#stale && !this.services?.store.moving && this.#cross === undefined && this.isSettled();
  }

  /** Which controls stay: all, or those that the attribute `controls` names (`divisor dk keys sample`). */
  protected shows(control: string): boolean {
    this.#controlNames.add(control);
    const named = this.getAttribute('controls') ?? this.services?.controls ?? null;
    return named === null || named.split(/[\s,]+/).includes(control);
  }

  get #inShadow(): boolean {
    return this.renderRoot !== this;
  }

  /** Whether no lane has ever been answered, so that the picture from before is better than an empty one. */
  get #staysStill(): boolean {
    const before = this.#inShadow ? this.childNodes.length > 0 : this.#before !== undefined;
    return before && !this.#hasAnswer && [...this.#errors.keys()].some((lane) => lane !== this);
  }

  protected override updated(): void {
    if (this.#before && this.#hasBeenSeen && this.services) {
      if (this.#staysStill && !this.#before.isConnected) this.prepend(this.#before);
      else if (this.querySelector(':scope > .dk-figure')) this.#before.remove();
      if (this.#hasAnswer) this.#before = undefined;
    }
    this.toggleAttribute('data-settled', this.settled);
    this.setAttribute('aria-busy', this.hasAttribute('data-settled') || this.error ? 'false' : 'true');
  }

  override render(): TemplateResult | typeof nothing {
    // In a shadow root, what the page's author put inside shows through a slot until the figure draws.
    const before = this.#inShadow ? html`<slot></slot>` : nothing;
    if (!this.services || !this.actions || this.width === 0 || !this.#hasBeenSeen) return html`${before}`;
    if (this.#staysStill) return html`${before}${this.errorBox(this.services.strings)}`;
    return html`${this.draw(this.services, this.actions)}${shareRow(this, this.services)}`;
  }

  /** The error in the reader's words, and a way to try again. */
  protected errorBox(strings: Strings): TemplateResult | typeof nothing {
    if (!this.error) return nothing;
    const { code, argument } = this.error;
    return html`<div class="dk-error" role="alert" data-code=${code}>
      <p>${strings.text(code, { argument })}</p>
      <button type="button" class="dk-button" @click=${() => this.#retry()}>${strings.text('retry')}</button>
    </div>`;
  }

  #retry(): void {
    this.#errors.clear();
    this.#stale = true;
    this.#refresh();
    this.requestUpdate();
  }

  #attributes(): ReturnType<typeof readParams> {
    return readParams((name) => this.getAttribute(name));
  }

  #attach(attributesChanged = false): void {
    const page = servicesOf(this);
    if (!page) return;
    const { patch, notices } = this.#attributes();
    // A figure with a state of its own (an embed) follows its attributes; one without follows the page.
    if ((this.services === undefined || attributesChanged) && Object.keys(patch).length + notices.length > 0) {
      this.#ownStore ??= page.own ? page.store : new Store();
      this.#ownStore.set(patch, { notices, home: true });
    }
    const store = this.#ownStore ?? page.store;
    if (this.services?.store !== store) {
      for (const stop of this.#storeStops.splice(0)) stop();
      this.#storeStops.push(store.subscribe(({ moving }) => this.#changed(moving)), store.onNotices(() => this.requestUpdate()));
      this.actions = actionsOf(store, () => (this.#crossFrom = this.crossing()));
      this.#stale = true;
    }
    this.services = { ...page, store };
    this.#correct();
    this.#refresh();
    this.requestUpdate();
  }

  #changed(moving: boolean): void {
    this.#stale = true;
    this.#correct();
    // Off the screen nothing is asked and nothing drawn; only the mark of being settled goes.
    if (!this.#visible) return void this.toggleAttribute('data-settled', false);
    this.#startCross(moving);
    this.#refresh();
    this.requestUpdate();
  }

  #refresh(): void {
    if (!this.#visible || !this.#stale || !this.services) return;
    this.#stale = false;
    this.#wait(true);
    this.ask(this.services, this.services.store.moving);
    if (this.isSettled()) this.#wait(false);
  }

  /** What is needed to share the figure as it is now: its state, its controls, what it has computed. */
  get shared(): SharedFigure {
    const name = (this.constructor as typeof FigureElement).figureName;
    const store = this.services?.store;
    const options = Object.fromEntries(Object.keys(this.#table).flatMap((option) => {
      const text = store?.options[this.#optionKey(option)] ?? this.getAttribute(option);
      return text === null || text === undefined ? [] : [[option, text]];
    }));
    return {
      tag: this.localName, name, params: store?.params ?? DEFAULTS, options, controls: [...this.#controlNames], shown: this.getAttribute('controls') ?? this.services?.controls,
      figure: this.renderRoot.querySelector<HTMLElement>('.dk-figure'), answers: [...this.#answers.values()],
      program: () => (this.services ? this.program(this.services) : Promise.resolve(undefined)),
    };
  }

  /** What a program needs to compute what this figure shows: unless a figure says otherwise, the scores of the sample's first row. */
  protected async program({ engine, store }: Services): Promise<ProgramData | undefined> {
    const { headDim, keyCount, seed } = store.params;
    const divisor = divisorOf(store.params);
    const { scores } = await engine.call('attentionRow', { headDim, keyCount, seed, divisor, row: 0 });
    return { kind: 'row', scores: [...scores], divisor };
  }

  /** Told when the figure comes near the screen or leaves it, for work that goes on by itself. */
  protected seen(_visible: boolean): void {}

  #see(visible: boolean): void {
    this.#visible = visible;
    this.#hasBeenSeen ||= visible;
    this.seen(visible);
    if (!visible) return;
    this.#refresh();
    this.requestUpdate();
  }

  /** Paper is drawn before a frame could come, so the figure is, too; below it stands the address of its state. */
  #print(printing: boolean): void {
    if (!this.querySelector(':scope > .dk-figure')) return;
    this.#printing = printing;
    if (printing) {
      this.width = PAPER_WIDTH;
      this.dataset['address'] = location.href;
      this.requestUpdate();
    } else this.#measure();
    this.performUpdate();
  }

  #measure(): void {
    if (this.#printing) return;
    const box = this.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(this);
    const width = Math.floor(box.width - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0));
    const room = !this.#inShadow && document.documentElement.clientWidth - box.right >= 40;
    if (width === this.width && room === this.roomAtRight) return;
    this.width = width;
    this.roomAtRight = room;
    this.requestUpdate();
  }

  #wait(waiting: boolean): void {
    if (!waiting) {
      clearTimeout(this.#dimTimer);
      this.#dimTimer = undefined;
      if (this.waiting) this.requestUpdate();
      this.waiting = false;
    } else if (this.#dimTimer === undefined) {
      this.#dimTimer = setTimeout(() => {
        this.waiting = !this.isSettled();
        this.requestUpdate();
      }, DIM_AFTER_MS);
    }
  }

  #startCross(moving: boolean): void {
    const from = this.#crossFrom;
    this.#crossFrom = undefined;
    if (this.#cross) cancelAnimationFrame(this.#cross.frame);
    this.#cross = undefined;
    if (moving || from === undefined || from === this.crossing() || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const cross = { from, start: performance.now(), frame: 0 };
    const step = (): void => {
      if (performance.now() - cross.start >= CROSS_MS) this.#cross = undefined;
      else cross.frame = requestAnimationFrame(step);
      this.requestUpdate();
    };
    cross.frame = requestAnimationFrame(step);
    this.#cross = cross;
  }
}
