import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULTS } from '../../web/state/params.ts';
import { REST_AFTER_MS, Store, type Change } from '../../web/state/store.ts';

const microtask = (): Promise<void> => Promise.resolve();

describe('the store', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('tells its subscribers once a microtask, however often it was set', async () => {
    const store = new Store();
    const told: Change[] = [];
    store.subscribe((change) => told.push(change));
    store.set({ headDim: 10 });
    store.set({ headDim: 20 });
    store.set({ keyCount: 30 });
    expect(told).toHaveLength(0);
    await microtask();
    expect(told).toHaveLength(1);
    expect(told[0]?.params).toMatchObject({ headDim: 20, keyCount: 30 });
    expect([...told[0]!.changed].sort()).toEqual(['headDim', 'keyCount']);
  });
  it('says nothing where nothing changed', async () => {
    const store = new Store();
    const told = vi.fn();
    store.subscribe(told);
    store.set({ headDim: 20 });
    store.set({ headDim: DEFAULTS.headDim });
    await microtask();
    expect(told).not.toHaveBeenCalled();
  });
  it('a subscriber that left hears nothing more', async () => {
    const store = new Store();
    const told = vi.fn();
    store.subscribe(told)();
    store.set({ headDim: 20 });
    await microtask();
    expect(told).not.toHaveBeenCalled();
  });
  it('clamps what it is given and keeps the notice until the next change', () => {
    const store = new Store();
    store.set({ headDim: 1e9 });
    expect(store.params.headDim).toBe(4096);
    expect(store.notices).toMatchObject([{ kind: 'clamped', param: 'headDim' }]);
    store.set({ keyCount: 16 });
    expect(store.notices).toEqual([]);
  });
  it('NaN changes nothing and is told', () => {
    const store = new Store();
    store.set({ headDim: Number.NaN });
    expect(store.params.headDim).toBe(64);
    expect(store.notices).toMatchObject([{ kind: 'not_a_number' }]);
  });
  it('moves while a finger moves, and rests a little after', async () => {
    const store = new Store();
    const moving: boolean[] = [];
    store.subscribe((change) => moving.push(change.moving));
    store.set({ headDim: 65 }, { moving: true });
    await microtask();
    vi.advanceTimersByTime(REST_AFTER_MS - 1);
    store.set({ headDim: 66 }, { moving: true });
    await microtask();
    vi.advanceTimersByTime(REST_AFTER_MS - 1);
    await microtask();
    expect(moving).toEqual([true, true]);
    vi.advanceTimersByTime(1);
    await microtask();
    expect(moving).toEqual([true, true, false]);
  });
  it('rests at once when the finger is lifted', async () => {
    const store = new Store();
    const moving: boolean[] = [];
    store.subscribe((change) => moving.push(change.moving));
    store.set({ headDim: 65 }, { moving: true });
    store.rest();
    await microtask();
    expect(moving).toEqual([false]);
  });
  it('reset brings all defaults back, alpha included', async () => {
    const store = new Store({ headDim: 8, alpha: 2, seed: 9 });
    store.reset();
    expect(store.params).toEqual(DEFAULTS);
  });
});
