// ln and exp of the inspector: the same bits in every browser, so they are held against bits that stand here, and against the exact values.
import { expect, it } from 'vitest';
import { exp, log } from '../../web/inspector/elementary.ts';

const ulps = (a: number, b: number): number => Math.abs(a - b) / (2 ** (Math.floor(Math.log2(Math.abs(b))) - 52));
const hash = (of: (x: number) => number, from: number, to: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  let [high, low] = [0, 0];
  for (let i = 1; i < 20_000; i += 1) {
    view.setFloat64(0, of(from + ((to - from) * i) / 20_000));
    high = Math.imul(high ^ view.getUint32(0), 0x01000193) >>> 0;
    low = Math.imul(low ^ view.getUint32(4), 0x01000193) >>> 0;
  }
  return `${high.toString(16)} ${low.toString(16)}`;
};

it('are right to about a unit of the last digit', () => {
  let worst = 0;
  for (let i = 1; i < 20_000; i += 1) {
    const x = i / 10_000;
    if (x !== 1) worst = Math.max(worst, ulps(log(x), Math.log(x)));
    worst = Math.max(worst, ulps(log(x * 2 ** -149), Math.log(x * 2 ** -149)), ulps(exp(8 * x - 8), Math.exp(8 * x - 8)));
  }
  expect(worst).toBeLessThanOrEqual(2);
  expect([log(1), log(0), log(Infinity), exp(0), exp(-Infinity), exp(1000)]).toEqual([0, -Infinity, Infinity, 1, 0, Infinity]);
  expect(log(-1)).toBeNaN();
  expect(ulps(log(5e-324), Math.log(5e-324))).toBeLessThanOrEqual(1);
});

it('have the same bits wherever they are computed', () => {
  expect([hash(log, 0, 4), hash(log, 0, 1e-310), hash(exp, -700, 700)]).toMatchInlineSnapshot(`
    [
      "fd33c343 46c8eb8b",
      "808408be 5547c46a",
      "8ec5aa5d 9b7b2bfc",
    ]
  `);
});
