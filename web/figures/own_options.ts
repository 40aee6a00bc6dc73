// A figure's own options: of the reader's state, else of the element's attributes, else the defaults of its table.
import { optionText, readOptions, writeOption, type OptionTable, type OptionValues } from '../state/options.ts';
import type { Notice } from '../state/params.ts';
import type { Store } from '../state/store.ts';

export class OwnOptions<Table extends OptionTable> {
  /** What had to be changed in what was given. */
  notices: readonly Notice[] = [];
  /** The next change is our own correction. */
  #correcting = false;

  constructor(
    private readonly element: Element,
    readonly table: Table,
    private readonly figureName: string,
  ) {}

  #key(name: string): string {
    return `${this.figureName}.${name}`;
  }

  #given(name: string, store: Store | undefined): string | null {
    return store?.options[this.#key(name)] ?? this.element.getAttribute(name);
  }

  read(store: Store | undefined): ReturnType<typeof readOptions<Table>> {
    return readOptions(this.table, (name) => this.#given(name, store));
  }

  /** The texts of those that were given. */
  texts(store: Store | undefined): Record<string, string> {
    return Object.fromEntries(Object.keys(this.table).flatMap((name) => {
      const text = this.#given(name, store);
      return text === null ? [] : [[name, text]];
    }));
  }

  /** Whether all are what they are without the reader. */
  untouched(store: Store): boolean {
    const home = readOptions(this.table, (name) => this.element.getAttribute(name)).values;
    const now = this.read(store).values;
    return Object.keys(home).every((name) => home[name] === now[name]);
  }

  /** A patch as the store takes it, by address key; undefined for what an option is anyway. An attribute's value is the element's own default. */
  patch(values: Readonly<Record<string, string | number | boolean>>): Record<string, string | undefined> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => {
      const option = this.table[name];
      const text = option && writeOption(option, value);
      return [this.#key(name), text === undefined && this.element.hasAttribute(name) ? optionText(value) : text];
    }));
  }

  /** The patch that takes all back to attributes and defaults. */
  home(): Record<string, undefined> {
    return Object.fromEntries(Object.keys(this.table).map((name) => [this.#key(name), undefined]));
  }

  /** What an option had to be changed is told, and the address says from now on what is used. */
  correct(store: Store | undefined): void {
    const { values, problems } = this.read(store);
    const written = problems.filter(({ name }) => this.#key(name) in (store?.options ?? {}));
    if (this.#correcting) this.#correcting = false;
    else this.notices = problems.map(({ name, kind, given, used }) => ({ kind, param: name, given, used }));
    if (written.length === 0) return;
    this.#correcting = true;
    store?.setOptions(this.patch(Object.fromEntries(written.map(({ name }) => [name, values[name as keyof OptionValues<Table>] as string | number | boolean]))));
  }
}
