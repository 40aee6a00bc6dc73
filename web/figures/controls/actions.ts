// What controls can do to the reader's state. Views get these as functions and know no store.
import { divisorOf, fourDigits, parseParam, withinRange, type Notice, type ParamKey, type Params } from '../../state/params.ts';
import { typedNumber } from '../../state/typed_number.ts';
import type { Store } from '../../state/store.ts';

export interface Actions {
  /** The state this very moment: keys may come faster than frames. */
  now(): Params;
  /** A finger or a key is on a control: figures answer with a smaller sample. */
  move(patch: Partial<Params>): void;
  /** A finished change: a mark, a switch, a typed number. */
  choose(patch: Partial<Params>): void;
  /** The finger is off. */
  rest(): void;
  /** Takes what was typed; what can't be read leaves the value as it was, and says so. */
  type(key: ParamKey, text: string, apply?: (value: number) => Partial<Params>): void;
  reset(): void;
}

/** How much rounding to four digits may change. */
const FOUR_DIGITS = 1e-3;

export function actionsOf(store: Store, beforeChoice: () => void = () => {}): Actions {
  const choose = (patch: Partial<Params>, notices: Notice[] = []): void => {
    store.rest();
    beforeChoice();
    store.set(patch, { notices });
  };
  return {
    now: () => store.params,
    move: (patch) => store.set(patch, { moving: true }),
    choose,
    rest: () => store.rest(),
    type(key, text, apply) {
      const typed = typedNumber(text);
      const { value, problem } = parseParam(key, Number.isNaN(typed) ? text : String(typed));
      if (problem || value === undefined) return choose({}, [{ kind: 'not_a_number', param: key, given: text.trim().slice(0, 40), used: '' }]);
      if (typeof value === 'string') return choose({ divisor: value });
      // Out of range is brought into range before anything is derived from it, and told.
      const inside = withinRange(key, value);
      const patch = apply ? apply(inside) : { [key]: inside };
      // A held α has limits of its own; the reader typed a divisor and is told of that.
      const used = key === 'divisor' ? divisorOf({ ...store.params, ...patch }) : inside;
      const changed = inside !== value || Math.abs(used / inside - 1) > FOUR_DIGITS;
      choose(patch, changed ? [{ kind: 'clamped', param: key, given: text.trim().slice(0, 40), used: String(inside === used ? inside : fourDigits(used)) }] : []);
    },
    reset: () => {
      beforeChoice();
      store.reset();
    },
  };
}
