import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Store } from '../../web/state/store.ts';
import { WRITES_AT_ONCE, WRITE_AFTER_MS, bindAddress, readQuery, writeQuery, type Address } from '../../web/state/url.ts';

function fakeAddress(search: string, options: { refuses?: boolean } = {}) {
  const listeners = new Map<string, () => void>();
  const writes: string[] = [];
  const location = { search, pathname: '/', hash: '#saturation' };
  const address: Address = {
    location,
    history: {
      state: null,
      replaceState(_data, _unused, url) {
        if (options.refuses) throw new Error('SecurityError');
        writes.push(url);
        location.search = /\?[^#]*/.exec(url)?.[0] ?? '';
      },
    },
    addEventListener: (type, listener) => void listeners.set(type, listener),
    removeEventListener: (type) => void listeners.delete(type),
  };
  return { address, location, writes, fire: (type: string) => listeners.get(type)?.() };
}

const settle = async (): Promise<void> => {
  await Promise.resolve();
  vi.advanceTimersByTime(WRITE_AFTER_MS);
};

describe('the query string', () => {
  it('unknown names stay, defaults are left out', () => {
    const { params } = readQuery('?simd=off&dk=512&keys=8');
    expect(writeQuery(params, '?simd=off&dk=512&keys=8')).toBe('?simd=off&dk=512');
    expect(writeQuery(readQuery('').params, '?dk=3')).toBe('');
  });
  it('the same state is written the same way', () => {
    const query = '?dk=512&divisor=1&keys=64&seed=7';
    expect(writeQuery(readQuery(query).params, query)).toBe(query);
  });
});

describe('the address', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('sets the state, with notices for what was wrong', () => {
    const store = new Store();
    bindAddress(store, fakeAddress('?dk=1e9&divisor=-1&seed=NaN').address);
    expect(store.params).toMatchObject({ headDim: 4096, divisor: 1e-6, seed: 1 });
    expect(store.notices).toHaveLength(3);
  });
  it('is written once after a drag, and keeps the section', async () => {
    const store = new Store();
    const { address, writes } = fakeAddress('?simd=off');
    bindAddress(store, address);
    await settle();
    for (let headDim = 65; headDim < 200; ++headDim) {
      store.set({ headDim }, { moving: true });
      await Promise.resolve();
      vi.advanceTimersByTime(5);
    }
    await settle();
    expect(writes).toEqual(['/?simd=off&dk=199#saturation']);
  });
  it('a browser that refuses to write does no harm', async () => {
    const store = new Store();
    const { address } = fakeAddress('', { refuses: true });
    bindAddress(store, address);
    store.set({ headDim: 65 });
    await settle();
    expect(store.params.headDim).toBe(65);
  });
  it('going back brings the state of that address back', async () => {
    const store = new Store();
    const { address, location, fire } = fakeAddress('?dk=128');
    bindAddress(store, address);
    store.set({ headDim: 256 });
    await settle();
    location.search = '?dk=32';
    fire('popstate');
    expect(store.params.headDim).toBe(32);
  });
  it('following a link to a section does not undo a change that is not written yet', async () => {
    const store = new Store();
    const { address, fire, writes } = fakeAddress('?dk=128');
    bindAddress(store, address);
    store.set({ headDim: 256 });
    await Promise.resolve();
    fire('popstate');
    expect(store.params.headDim).toBe(256);
    expect(writes).toEqual(['/?dk=256#saturation']);
  });
  it('a finished change is written at once, so that a reload has it; after very many, a little later', async () => {
    const store = new Store();
    const { address, writes } = fakeAddress('');
    bindAddress(store, address);
    for (let seed = 2; seed < 2 + WRITES_AT_ONCE + 5; ++seed) {
      store.set({ seed });
      await Promise.resolve();
    }
    expect(writes).toHaveLength(WRITES_AT_ONCE);
    expect(writes[0]).toBe('/?seed=2#saturation');
    vi.advanceTimersByTime(1000);
    expect(writes.at(-1)).toBe(`/?seed=${WRITES_AT_ONCE + 6}#saturation`);
    expect(writes).toHaveLength(WRITES_AT_ONCE + 1);
  });
  it('is written before the page is left', async () => {
    const store = new Store();
    const { address, fire, writes } = fakeAddress('');
    bindAddress(store, address);
    store.set({ seed: 7 });
    await Promise.resolve();
    fire('pagehide');
    expect(writes).toEqual(['/?seed=7#saturation']);
  });
});
