// What only one figure needs: its own options. A figure states them in a table; attributes (`entries="laplace"`) and address
// keys (`dot-product.entries=laplace`) follow from it. The store keeps them as text, for the figure that reads them may load later.

export interface ChoiceOption<Value extends string = string> {
  kind: 'choice';
  values: readonly Value[];
  default: Value;
}

export interface NumberOption {
  kind: 'number';
  min: number;
  max: number;
  whole?: boolean;
  default: number;
}

export interface SwitchOption {
  kind: 'switch';
  default: boolean;
}

/** Free text that the figure itself parses (a matrix); longer text is refused. */
export interface TextOption {
  kind: 'text';
  maxLength: number;
  default: string;
}

export type Option = ChoiceOption | NumberOption | SwitchOption | TextOption;
export type OptionTable = Readonly<Record<string, Option>>;

/** For figures that have no options of their own. */
export const NO_OPTIONS = {} as const satisfies OptionTable;

export type OptionValue<O extends Option> = O extends ChoiceOption<infer Value> ? Value : O extends NumberOption ? number : O extends SwitchOption ? boolean : string;
export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]: OptionValue<Table[Name]> };

/** An option that had to be changed: told to the reader like a parameter's. */
export interface OptionProblem {
  name: string;
  kind: 'clamped' | 'rounded' | 'not_a_number' | 'unknown_option';
  given: string;
  used: string;
}

/** Reads the text of one option; what can't be read becomes the default, what is out of range the nearest value, and both are told. */
function readOption(name: string, option: Option, text: string): { value: string | number | boolean; problem?: OptionProblem } {
  const given = text.trim().slice(0, 40);
  const refuse = (kind: OptionProblem['kind']) => ({ value: option.default, problem: { name, kind, given, used: String(option.default) } });
  switch (option.kind) {
    case 'choice':
      return option.values.includes(text.trim()) ? { value: text.trim() } : refuse('unknown_option');
    case 'switch':
      return ['on', 'off'].includes(text.trim()) ? { value: text.trim() === 'on' } : refuse('unknown_option');
    case 'text':
      return text.length <= option.maxLength ? { value: text } : refuse('unknown_option');
    case 'number': {
      const number = text.trim() === '' ? Number.NaN : Number(text);
      if (Number.isNaN(number)) return refuse('not_a_number');
      const inside = Math.min(option.max, Math.max(option.min, number));
      const value = option.whole ? Math.round(inside) : inside;
      if (value === number) return { value };
      return { value, problem: { name, kind: inside === number ? 'rounded' : 'clamped', given, used: String(value) } };
    }
  }
}

/** Reads all options of a table; `get` answers null where nothing was given. */
export function readOptions<Table extends OptionTable>(table: Table, get: (name: string) => string | null): { values: OptionValues<Table>; problems: OptionProblem[] } {
  const values: Record<string, string | number | boolean> = {};
  const problems: OptionProblem[] = [];
  for (const [name, option] of Object.entries(table)) {
    const text = get(name);
    const read = text === null ? { value: option.default } : readOption(name, option, text);
    values[name] = read.value;
    if ('problem' in read && read.problem) problems.push(read.problem);
  }
  return { values: values as OptionValues<Table>, problems };
}

/** An option's text for the address; undefined for its default, which is left out. */
export function writeOption(option: Option, value: string | number | boolean): string | undefined {
  return value === option.default ? undefined : optionText(value);
}

/** An option's value as text, as attributes and addresses have it. */
export const optionText = (value: string | number | boolean): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

/** Whether an address key names a figure's option (`dot-product.entries`). */
export const isOptionKey = (key: string): boolean => /^[a-z][a-z-]*\.[a-z][a-z0-9-]*$/.test(key);
