// The reader's state and who wants to know of it. Results never enter, so no figure can set off another.
import { DEFAULTS, cleanPatch, type Notice, type ParamKey, type Params, PARAM_KEYS } from './params.ts';

/** Options of single figures as text, by address key (`dot-product.entries`); defaults are absent. */
export type OptionTexts = Readonly<Record<string, string>>;

export interface Change {
  params: Params;
  options: OptionTexts;
  /** What differs from what subscribers were told last: parameters and address keys of options. */
  changed: ReadonlySet<ParamKey | string>;
  /** True while a control is being dragged: figures then use a smaller sample. */
  moving: boolean;
}

export type Subscriber = (change: Change) => void;

/** How long nothing may have moved before the state counts as resting (a lifted finger ends it at once). */
export const REST_AFTER_MS = 200;

export class Store {
  #params: Params;
  #options: OptionTexts = {};
  #told: Params;
  #toldOptions: OptionTexts = this.#options;
  #toldMoving = false;
  #moving = false;
  #scheduled = false;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #subscribers = new Set<Subscriber>();
  #noticeReaders = new Set<() => void>();
  #notices: readonly Notice[] = [];
  /** Where `reset` goes back to. */
  #home: Readonly<Params> = DEFAULTS;

  constructor(initial: Partial<Params> = {}) {
    this.#params = { ...DEFAULTS, ...cleanPatch(initial).patch };
    this.#told = this.#params;
  }

  get params(): Params {
    return this.#params;
  }

  get options(): OptionTexts {
    return this.#options;
  }

  get moving(): boolean {
    return this.#moving;
  }

  /** Where `reset` goes back to. */
  get home(): Readonly<Params> {
    return this.#home;
  }

  /** What had to be changed in the last thing that was given. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** Changes parameters; values out of range are clamped, and `notices` tells so. `moving` says that a finger is still on the control. */
  set(patch: Partial<Params>, options: { moving?: boolean; notices?: readonly Notice[]; /** This is where `reset` goes back to. */ home?: boolean } = {}): void {
    const { patch: clean, notices } = cleanPatch(patch);
    this.#params = { ...this.#params, ...clean };
    if (options.home) this.#home = this.#params;
    this.#tell([...(options.notices ?? []), ...notices]);
    if (options.moving) this.#move();
    this.#schedule();
  }

  /** Changes options of figures by their address keys; `undefined` is back to the default. */
  setOptions(patch: Readonly<Record<string, string | undefined>>, options: { moving?: boolean } = {}): void {
    const next: Record<string, string> = { ...this.#options };
    for (const [key, text] of Object.entries(patch)) {
      if (text === undefined) delete next[key];
      else next[key] = text;
    }
    this.#options = next;
    if (options.moving) this.#move();
    this.#schedule();
  }

  /** Puts exactly these options in place of all (the address was read anew). */
  replaceOptions(options: OptionTexts): void {
    this.#options = { ...options };
    this.#schedule();
  }

  /** The finger is off the control. */
  rest(): void {
    clearTimeout(this.#restTimer);
    if (!this.#moving) return;
    this.#moving = false;
    this.#schedule();
  }

  /** Back to the defaults, all of them; an embed goes back to what its author gave it. */
  reset(): void {
    this.rest();
    this.set(this.#home);
  }

  dismissNotices(): void {
    this.#tell([]);
  }

  /** Tells of every change once a microtask, however many were made. Returns the way out. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Tells when the notices have changed. */
  onNotices(reader: () => void): () => void {
    this.#noticeReaders.add(reader);
    return () => void this.#noticeReaders.delete(reader);
  }

  #move(): void {
    this.#moving = true;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.rest(), REST_AFTER_MS);
  }

  #tell(notices: readonly Notice[]): void {
    if (notices.length === 0 && this.#notices.length === 0) return;
    this.#notices = notices;
    for (const reader of this.#noticeReaders) reader();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      const changed = new Set<ParamKey | string>(PARAM_KEYS.filter((key) => this.#told[key] !== this.#params[key]));
      for (const key of new Set([...Object.keys(this.#options), ...Object.keys(this.#toldOptions)])) if (this.#options[key] !== this.#toldOptions[key]) changed.add(key);
      if (changed.size === 0 && this.#toldMoving === this.#moving) return;
      this.#told = this.#params;
      this.#toldOptions = this.#options;
      this.#toldMoving = this.#moving;
      const change: Change = { params: this.#params, options: this.#options, changed, moving: this.#moving };
      for (const subscriber of [...this.#subscribers]) subscriber(change);
    });
  }
}
