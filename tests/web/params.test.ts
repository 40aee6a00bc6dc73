import { describe, expect, it } from 'vitest';
import {
  DEFAULTS, alphaOf, cleanPatch, divisorOf, followsHeadDim, markOf, readParams, sigmaOf, withDivisor, withFollow, writeParams, zoneLimits, zoneOf, type Params,
} from '../../web/state/params.ts';

const from = (query: string) => {
  const search = new URLSearchParams(query);
  return readParams((name) => search.get(name));
};
const params = (patch: Partial<Params> = {}): Params => ({ ...DEFAULTS, ...patch });

describe('the divisor', () => {
  it('marks follow d_k', () => {
    expect(divisorOf(params({ headDim: 256 }))).toBe(16);
    expect(divisorOf(params({ headDim: 256, divisor: 'root4' }))).toBe(4);
    expect(divisorOf(params({ headDim: 256, divisor: 'dk' }))).toBe(256);
    expect(divisorOf(params({ headDim: 64, divisor: 'rootmodel' }))).toBeCloseTo(22.627, 3);
    expect(divisorOf(params({ headDim: 256, divisor: '1' }))).toBe(1);
  });
  it('a plain number stays while d_k moves', () => {
    expect(divisorOf(params({ headDim: 16, divisor: 3 }))).toBe(3);
    expect(divisorOf(params({ headDim: 4096, divisor: 3 }))).toBe(3);
  });
  it('alpha follows d_k and wins over the divisor', () => {
    expect(divisorOf(params({ headDim: 256, alpha: 0.5, divisor: 100 }))).toBe(8);
    expect(alphaOf(params({ headDim: 256, alpha: 0.5 }))).toBe(0.5);
    expect(sigmaOf(params({ headDim: 256, alpha: 0.5 }))).toBe(2);
  });
  it('a dragged divisor has four significant digits', () => {
    expect(withDivisor(params(), 7.123456)).toEqual({ divisor: 7.123, alpha: undefined });
    expect(withDivisor(params({ alpha: 2 }), 7.123456)).toMatchObject({ alpha: 0.8904 });
  });
  it('switching follow on or off changes no digit of the divisor', () => {
    for (const [headDim, divisor] of [[4096, '1'], [4096, 1.5], [50, 'root4'], [7, 3.333]] as const) {
      const plain = { ...params(), headDim, divisor };
      const held = { ...plain, ...withFollow(plain, true) };
      expect(sigmaOf(held)).toBeCloseTo(sigmaOf(plain), 12);
      expect(divisorOf({ ...held, ...withFollow(held, false) })).toBeCloseTo(divisorOf(plain), 12);
    }
    expect(sigmaOf({ ...params(), headDim: 4096, ...withFollow({ ...params(), headDim: 4096, divisor: '1' }, true) })).toBe(64);
  });
  it('switching follow on and off keeps the divisor at this d_k', () => {
    const plain = params({ headDim: 100, divisor: 5 });
    const held = { ...plain, ...withFollow(plain, true) };
    expect(followsHeadDim(held)).toBe(true);
    expect(divisorOf(held)).toBe(5);
    expect(divisorOf({ ...held, ...withFollow(held, false) })).toBe(5);
    expect({ ...params(), ...withFollow(params(), false) }.divisor).toBe(8);
  });
  it('setting a divisor lets alpha go', () => {
    expect(cleanPatch({ divisor: 5 }).patch).toEqual({ divisor: 5, alpha: undefined });
  });
  it('the number 1 is the mark 1', () => {
    expect(markOf(params(cleanPatch({ divisor: 1 }).patch))).toBe('1');
  });
});

describe('reading', () => {
  it('an address gives what it names and nothing else', () => {
    expect(from('dk=512&divisor=1&keys=64&seed=7')).toEqual({ patch: { headDim: 512, divisor: '1', keyCount: 64, seed: 7, alpha: undefined }, notices: [] });
    expect(from('lang=en&simd=off')).toEqual({ patch: {}, notices: [] });
  });
  it('values out of range are clamped, each with a notice', () => {
    const { patch, notices } = from('dk=1e9&divisor=-1&seed=NaN');
    expect(patch).toEqual({ headDim: 4096, divisor: 1e-6, alpha: undefined });
    expect(notices).toEqual([
      { kind: 'not_a_number', param: 'seed', given: 'NaN', used: '1' },
      { kind: 'clamped', param: 'headDim', given: '1e9', used: '4096' },
      { kind: 'clamped', param: 'divisor', given: '-1', used: '0.000001' },
    ]);
  });
  it.each([['dk=0', 'headDim', 1], ['dk=-5', 'headDim', 1], ['dk=Infinity', 'headDim', 4096], ['keys=1', 'keyCount', 2], ['keys=0', 'keyCount', 2], ['divisor=0', 'divisor', 1e-6], ['divisor=1e-308', 'divisor', 1e-6], ['divisor=Infinity', 'divisor', 1e6], ['seed=-1', 'seed', 0], ['alpha=1e9', 'alpha', 4096], ['heads=99', 'headCount', 64]] as const)(
    '%s is brought into range',
    (query, key, value) => {
      const { patch, notices } = from(query);
      expect(patch[key]).toBe(value);
      expect(notices).toHaveLength(1);
      expect(notices[0]?.kind).toBe('clamped');
    },
  );
  it.each(['dk=', 'dk=abc', 'divisor=√64', 'alpha=x', 'keys=NaN'])('%s is told as not a number and changes nothing', (query) => {
    const { patch, notices } = from(query);
    expect(patch).toEqual({});
    expect(notices.map(({ kind }) => kind)).toEqual(['not_a_number']);
  });
  it('a part of a key is rounded, with a notice', () => {
    expect(from('keys=8.6')).toEqual({ patch: { keyCount: 9 }, notices: [{ kind: 'rounded', param: 'keyCount', given: '8.6', used: '9' }] });
  });
  it('alpha beside a divisor wins, with a notice', () => {
    const { patch, notices } = from('divisor=3&alpha=2');
    expect(patch).toMatchObject({ alpha: 2, divisor: 'root' });
    expect(notices.map(({ kind }) => kind)).toEqual(['alpha_wins']);
  });
  it('what is written is read back, and defaults are left out', () => {
    expect(writeParams(params())).toEqual([]);
    for (const patch of [{ headDim: 65 }, { divisor: 'rootmodel' as const }, { divisor: 2.828 }, { alpha: 0.125, divisor: 'root' as const }, { seed: 4294967295, keyCount: 4096, headCount: 3 }]) {
      const written = new Map(writeParams(params(patch)));
      expect({ ...DEFAULTS, ...readParams((name) => written.get(name) ?? null).patch }).toEqual(params(patch));
    }
  });
});

describe('zones', () => {
  it('their limits are √(2 ln n) and 0.459', () => {
    expect(zoneLimits(512).saturated).toBeCloseTo(3.5322, 4);
    expect(zoneLimits(512).flat).toBeCloseTo(0.459, 3);
    expect([zoneOf(8, 512), zoneOf(1, 512), zoneOf(0.2, 512)]).toEqual(['small', 'ok', 'large']);
  });
  it('the limit of saturation moves with n', () => {
    expect(zoneOf(3, 8)).toBe('small');
    expect(zoneOf(3, 4096)).toBe('ok');
  });
});
