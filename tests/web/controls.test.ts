import { describe, expect, it, vi } from 'vitest';
import { actionsOf } from '../../web/figures/controls/actions.ts';
import { spokenDivisor } from '../../web/figures/controls/divisor.ts';
import { keyed } from '../../web/figures/controls/slider.ts';
import { DEFAULTS, withDivisor } from '../../web/state/params.ts';
import { Store } from '../../web/state/store.ts';
import { stringsIn } from './support/content.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }) as KeyboardEvent;
const range = { min: 1, max: 4096 };
const steps = { fine: (value: number, direction: 1 | -1) => value + direction, coarse: (value: number, direction: 1 | -1) => value * 2 ** direction };

describe('keys on a slider', () => {
  it.each([['ArrowRight', 65], ['ArrowUp', 65], ['ArrowLeft', 63], ['ArrowDown', 63], ['PageUp', 128], ['PageDown', 32], ['Home', 1], ['End', 4096]] as const)('%s takes 64 to %d', (key, value) => {
    expect(keyed(press(key), range, 64, steps)).toBe(value);
  });
  it('other keys, and keys with a modifier, stay the browser’s', () => {
    expect(keyed(press('Tab'), range, 64, steps)).toBeUndefined();
    expect(keyed(press('ArrowLeft', { altKey: true }), range, 64, steps)).toBeUndefined();
  });
  it('presses that come faster than frames all count', () => {
    const store = new Store();
    const actions = actionsOf(store);
    for (let i = 0; i < 5; ++i) actions.move({ headDim: keyed(press('ArrowRight'), range, actions.now().headDim, steps)! });
    expect(store.params.headDim).toBe(69);
    store.rest();
  });
});

describe('typing', () => {
  it('a number out of range is brought into range and told', () => {
    const store = new Store();
    actionsOf(store).type('headDim', '1e9');
    expect(store.params.headDim).toBe(4096);
    expect(store.notices).toEqual([{ kind: 'clamped', param: 'headDim', given: '1e9', used: '4096' }]);
  });
  it('what is no number leaves the value alone and is told', () => {
    const store = new Store();
    actionsOf(store).type('keyCount', 'many');
    expect(store.params.keyCount).toBe(8);
    expect(store.notices).toEqual([{ kind: 'not_a_number', param: 'keyCount', given: 'many', used: '' }]);
  });
  it('a divisor beyond its range is clamped before α is derived from it', () => {
    const store = new Store({ alpha: 1 });
    const actions = actionsOf(store);
    actions.type('divisor', '-3', (value) => withDivisor(actions.now(), value));
    expect(store.notices.map(({ kind }) => kind)).toContain('clamped');
    expect(store.params.alpha).toBeGreaterThan(0);
  });
  it('a divisor typed while α is held is told by the name that was typed', () => {
    const store = new Store({ alpha: 1, headDim: 1 });
    const actions = actionsOf(store);
    actions.type('divisor', '1e6', (value) => withDivisor(actions.now(), value));
    expect(store.notices).toEqual([{ kind: 'clamped', param: 'divisor', given: '1e6', used: '4096' }]);
    expect(store.params.alpha).toBe(4096);
    actions.type('divisor', '12.345678', (value) => withDivisor(actions.now(), value));
    expect(store.notices).toEqual([]);
  });
  it('a mark may be typed by its name', () => {
    const store = new Store();
    actionsOf(store).type('divisor', 'root4');
    expect(store.params.divisor).toBe('root4');
  });
  it('a finished change tells first where the picture was, so that it can cross over', () => {
    const before = vi.fn();
    const store = new Store();
    actionsOf(store, () => before(store.params.divisor)).choose({ divisor: '1' });
    expect(before).toHaveBeenCalledWith('root');
  });
});

describe('the spoken divisor', () => {
  it('names the number and its place relative to the root', () => {
    expect(spokenDivisor(DEFAULTS, stringsIn('en'))).toBe('8.00, 1.00 times √64');
    expect(spokenDivisor({ ...DEFAULTS, divisor: '1' }, stringsIn('zh-Hant'))).toBe('1.00，√64 的 0.125 倍');
  });
});
