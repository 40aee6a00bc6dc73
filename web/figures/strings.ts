// Sentences and numbers in the reader's language. The tables themselves are content and are handed in by the page.

export type StringTable = Readonly<Record<string, string>>;

export class Strings {
  #numbers = new Map<string, Intl.NumberFormat>();

  #tables: StringTable[];

  constructor(
    readonly lang: string,
    ...tables: StringTable[]
  ) {
    this.#tables = tables;
  }

  /** Adds the sentences of a figure that has just been fetched. */
  extend(table: StringTable): void {
    if (!this.#tables.includes(table)) this.#tables.push(table);
  }

  /** The raw sentence; a missing key shows itself, so that it is seen. */
  raw(key: string): string {
    for (const table of this.#tables) if (key in table) return table[key] ?? key;
    return key;
  }

  /** A sentence with its {placeholders} filled, as plain text. */
  text(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    return this.raw(key).replace(/\{([\w-]+)\}/g, (whole, name: string) => String(values[name] ?? whole)).replaceAll('**', '');
  }

  /** A whole number, grouped from five digits on. */
  count(value: number): string {
    return this.#format({ maximumFractionDigits: 0, useGrouping: 'min2' as unknown as boolean }, value);
  }

  fixed(value: number, decimals: number): string {
    return this.#format({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }, value);
  }

  /** At most `digits` significant digits, without trailing zeros; whole numbers are never cut. */
  short(value: number, digits = 3): string {
    if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6)) return this.#scientific(value, digits);
    if (Math.abs(value) >= 10 ** digits) return this.fixed(value, 0);
    return this.#format({ maximumSignificantDigits: digits, useGrouping: false }, value);
  }

  /** A quantity that is known exactly: `decimals` of them, or two significant digits where that would show only zeros; large ones have none. */
  exact(value: number, decimals: number): string {
    if (Math.abs(value) >= 1e5) return this.#scientific(value, 3);
    if (Math.abs(value) >= 1e3) return this.fixed(value, 0);
    if (value !== 0 && Math.abs(value) < 10 ** -(decimals - 1)) return Math.abs(value) >= 1e-4 ? this.#format({ maximumSignificantDigits: 2 }, value) : this.#scientific(value, 2);
    return this.fixed(value, decimals);
  }

  /** A divisor: four significant digits, at least two decimals below 100. */
  divisor(value: number): string {
    const rounded = Number(value.toPrecision(4));
    const decimals = rounded.toFixed(12).replace(/0+$/, '').split('.')[1]?.length ?? 0;
    return this.fixed(rounded, Math.max(decimals, value < 100 ? 2 : 0));
  }

  /** A measured mean and its standard error: the error has one digit (two where it begins with 1), the mean as many decimals. */
  measured(value: number, error: number, mostDecimals = 4): { value: string; error: string } {
    if (!(error > 0.5 * 10 ** -mostDecimals)) return { value: this.fixed(value, mostDecimals), error: error === 0 ? '0' : `<${this.fixed(10 ** -mostDecimals, mostDecimals)}` };
    const exponent = Math.floor(Math.log10(error));
    const digits = error / 10 ** exponent < 1.95 ? 2 : 1;
    const decimals = Math.min(mostDecimals, Math.max(0, digits - 1 - exponent));
    return { value: this.fixed(value, decimals), error: this.fixed(error, decimals) };
  }

  #format(options: Intl.NumberFormatOptions, value: number): string {
    const key = JSON.stringify(options);
    let format = this.#numbers.get(key);
    if (!format) this.#numbers.set(key, (format = new Intl.NumberFormat(this.lang, options)));
    return format.format(value).replace('-', '−');
  }

  #scientific(value: number, digits: number): string {
    const [mantissa = '0', exponent = '0'] = value.toExponential(digits - 1).split('e');
    const power = String(Number(exponent)).replace(/[-\d]/g, (c) => SUPERSCRIPTS[c] ?? c);
    const factor = String(Number(mantissa)).replace('-', '−');
    return factor === '1' ? `10${power}` : `${factor} × 10${power}`;
  }
}

const SUPERSCRIPTS: Record<string, string> = { '-': '⁻', '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹' };
