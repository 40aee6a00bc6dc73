// What all figures share: services, the reader's state, lanes to the engine, sleeping off screen, errors in words, the settled mark.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { EngineError } from '../engine/errors.ts';
import { NO_OPTIONS, type OptionTable, type OptionValues } from '../state/options.ts';
import { DEFAULTS, PARAM_KEYS, RANGES, defaultOf, readParams, type Notice, type ParamKey, type Params } from '../state/params.ts';
import { Lane, type Outcome } from '../state/queries.ts';
import { Store } from '../state/store.ts';
import { Asking } from './asking.ts';
import { actionsOf, type Actions } from './controls/actions.ts';
import { noticeBar } from './controls/notice.ts';
import { Crossing } from './crossing.ts';
import type { FigureModel } from './figure_model.ts';
import { OwnOptions } from './own_options.ts';
import { Patience } from './patience.ts';
import { onResize, roomOf } from './room.ts';
import { onServices, rootOf, servicesOf, type Services } from './services.ts';
import { shareRow } from './share/row.ts';
import type { ProgramData } from './share/program.ts';
import type { SharedFigure } from './share/shared.ts';
import type { Strings } from './strings.ts';
import './figure.css';

/** On paper a live figure has its wide form, made smaller by figure.css to fit A4 and Letter. */
const PAPER_WIDTH = 860;

let instances = 0;

export abstract class FigureElement<Table extends OptionTable = typeof NO_OPTIONS> extends LitElement {
  /** The figure's own options; their names are attributes, and address keys behind the figure's name (`training.lr`). */
  static readonly optionTable: OptionTable = NO_OPTIONS;
  /** The element's name without `dk-`. */
  static readonly figureName: string = '';

  /** Whether the sample's rows are what it shows: then d_k, divisor and n are told with it, and the scores of the first row are what its program holds. */
  static readonly ofRows: boolean = false;

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
  #patience = new Patience(() => this.isSettled(), () => this.requestUpdate());
  /** The last final state in words, for whoever listens. */
  protected said = '';
  #tableOpen = false;
  /** The last question and answer of each lane. */
  #answers = new Map<object, Outcome<unknown, unknown>>();

  readonly #own = new OwnOptions(this as Element, (this.constructor as unknown as { optionTable: Table }).optionTable, (this.constructor as typeof FigureElement).figureName);
  #ownStore: Store | undefined;
  /** Every name that `shows` was asked for: the controls that this figure has. */
  #controlNames = new Set<string>();
  #dismissed = '';
  #stops: (() => void)[] = [];
  /** What is stopped when another store takes the place of this one. */
  #storeStops: (() => void)[] = [];
  #visible = false;
  #stale = true;
  #before: Element | undefined;
  #hasBeenSeen = false;
  #printing = false;
  #hasAnswer = false;
  #crossing = new Crossing(() => this.requestUpdate());
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
    const [before, after] = [(): void => this.#print(true), (): void => this.#print(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    this.#stops.push(() => seen.disconnect(), onResize(this, () => this.#measure(), () => this.requestUpdate()), () => removeEventListener('beforeprint', before), () => removeEventListener('afterprint', after));
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
    this.#patience.stop();
    this.services = undefined;
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (!this.services || old === value) return;
    if (name === 'number' || name === 'controls') return this.requestUpdate();
    if (name in this.#own.table) return this.#changed(this.services.store.moving);
    // The first attribute of a figure that had none gives it a state of its own; what one that goes away gave is the default again.
    this.#attach(value === null ? defaultOf(name) : {});
  }

  /** The figure's own options now: of the reader's state, else of the element's attributes, else the defaults. */
  protected get options(): OptionValues<Table> {
    return this.#own.read(this.services?.store).values;
  }

  /** Changes options; `moving` while a finger is on the control. */
  protected setOptions(patch: Partial<OptionValues<Table>>, options: { moving?: boolean } = {}): void {
    const store = this.services?.store;
    if (!store) return;
    if (!options.moving) store.rest();
    store.dismissNotices();
    store.setOptions(this.#own.patch(patch as Record<string, string | number | boolean>), options);
  }

  /** Whether there is nothing to reset. */
  protected get untouched(): boolean {
    const store = this.services?.store;
    return !store || (PARAM_KEYS.every((key) => store.home[key] === store.params[key]) && this.#own.untouched(store));
  }

  /** Parameters and the figure's own options, all back to their defaults. */
  protected resetAll(): void {
    this.actions?.reset();
    this.services?.store.setOptions(this.#own.home());
  }

  /** Above the picture: what was corrected, what went wrong. */
  protected notes({ store, strings }: Services): TemplateResult {
    const key = JSON.stringify(this.#own.notices);
    const own = key === this.#dismissed ? [] : this.#own.notices;
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
    return param in RANGES || param in this.#own.table;
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
        if (this.isSettled() || !this.#patience.over) this.#patience.end();
        this.requestUpdate();
      },
      failed: (reason) => {
        this.fail(reason, self);
        this.#patience.end();
        this.requestUpdate();
      },
    });
  }

  /** Opens a question with its last answer; `run` may ask whether the question is still wanted. */
  protected asking<Request, Result>({ key, run, cacheSize }: { key(request: Request): string; run(services: Services, request: Request, wanted: () => boolean): Promise<Result>; cacheSize?: number }): Asking<Request, Result> {
    const asking: Asking<Request, Result> = new Asking(key, (done) =>
      this.lane({ key, run: (services, request) => run(services, request, () => asking.wants(request)), done, ...(cacheSize === undefined ? {} : { cacheSize }) }));
    return asking;
  }

  /** What every figure's model has in common. */
  protected common(services: Services, actions: Actions): FigureModel {
    return {
      uid: this.uid, number: this.getAttribute('number'), width: this.width, roomAtRight: this.roomAtRight, moving: services.store.moving,
      waiting: this.#patience.over || this.error !== undefined,
      said: this.said,
      shows: (control) => this.shows(control),
      tableOpen: this.#tableOpen,
      showTable: (open) => {
        this.#tableOpen = open;
        this.requestUpdate();
      },
      untouched: this.untouched,
      notes: this.notes(services),
      newSample: () => actions.choose({ seed: (actions.now().seed + 1) % 2 ** 32 }),
      reset: () => this.resetAll(),
    };
  }

  /** The value now of what crosses, between where it was and where it goes. */
  protected crossed(target: number): number {
    return this.#crossing.value(target);
  }

  /** While a finger moves, state and several answers may come within one frame: they are drawn together. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.services?.store.moving) await new Promise(requestAnimationFrame);
    await super.scheduleUpdate();
  }

  /** Whether every digit on the screen is final. */
  protected get settled(): boolean {
    return this.error === undefined && !this.#stale && !this.services?.store.moving && !this.#crossing.active && this.isSettled();
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
    return html`${this.draw(this.services, this.actions)}${this.shares ? shareRow(this, this.services) : nothing}`;
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

  #attach(changed?: Partial<Params>): void {
    const page = servicesOf(this);
    if (!page) return;
    const { patch: given, notices } = readParams((name) => this.getAttribute(name));
    const patch: Partial<Params> = { ...changed, ...Object.fromEntries(notices.map(({ param }) => [param, DEFAULTS[param as ParamKey]])), ...given };
    // A figure with a state of its own (an embed) follows its attributes; one without follows the page.
    if ((this.services === undefined || changed) && Object.keys(patch).length + notices.length > 0) {
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
    this.#own.correct(this.services?.store);
    this.#refresh();
    this.requestUpdate();
  }

  #changed(moving: boolean): void {
    this.#stale = true;
    this.#own.correct(this.services?.store);
    // Off the screen nothing is asked and nothing drawn; only the mark of being settled goes.
    if (!this.#visible) return void this.toggleAttribute('data-settled', false);
    this.#startCross(moving);
    this.#refresh();
    this.requestUpdate();
  }

  #refresh(): void {
    if (!this.#visible || !this.#stale || !this.services) return;
    this.#stale = false;
    this.#patience.begin();
    this.ask(this.services, this.services.store.moving);
    if (this.isSettled()) this.#patience.end();
  }

  /** Whether the figure can be shared, embedded and exported. */
  protected get shares(): boolean {
    return true;
  }

  /** What is needed to share the figure as it is now: its state, its controls, what it has computed. */
  get shared(): SharedFigure {
    const { figureName: name, ofRows } = this.constructor as typeof FigureElement;
    const store = this.services?.store;
    return {
      tag: this.localName, name, ofRows, params: store?.params ?? DEFAULTS, options: this.#own.texts(store), controls: [...this.#controlNames], shown: this.getAttribute('controls') ?? this.services?.controls,
      figure: this.renderRoot.querySelector<HTMLElement>('.dk-figure'), answers: [...this.#answers.values()],
      program: () => this.program(),
    };
  }

  /** What a program needs to compute what this figure shows, if it isn't of the sample's rows; undefined where no short program has it. */
  protected async program(): Promise<ProgramData | undefined> {
    return undefined;
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
    } else this.#measure();
    this.requestUpdate();
    this.performUpdate();
  }

  /** Whether there is another width to draw for. */
  #measure(): boolean {
    if (this.#printing) return false;
    const { width, atRight } = roomOf(this, !this.#inShadow);
    const other = width !== this.width || atRight !== this.roomAtRight;
    this.width = width;
    this.roomAtRight = atRight;
    return other;
  }

  #startCross(moving: boolean): void {
    const from = this.#crossFrom;
    this.#crossFrom = undefined;
    if (moving || from === undefined || from === this.crossing()) this.#crossing.stop();
    else this.#crossing.start(from);
  }
}
