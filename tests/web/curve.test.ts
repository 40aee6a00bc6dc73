// Scales and lines of the charts.
import { describe, expect, test } from 'vitest';
import { smooth, straight } from '../../web/figures/curve.ts';
import { clamped, linear, logarithmic, roundNumbers } from '../../web/figures/scale.ts';

describe('scales', () => {
  test('a linear one maps ends to ends, exactly, in either direction', () => {
    const y = linear([0, 1], [200, 20]);
    expect([y(0), y(1), y(0.25)]).toEqual([200, 20, 155]);
    expect(y.ends).toEqual([200, 20]);
  });

  test('a logarithmic one maps equal ratios to equal distances', () => {
    const y = logarithmic([0.001, 1000], [60, 0]);
    expect([y(0.001), y(1), y(1000)]).toEqual([60, expect.closeTo(30, 10), expect.closeTo(0, 10)]);
    expect(y(10) - y(100)).toBeCloseTo(10, 10);
  });

  test('a clamped one ends at its ends', () => {
    const y = clamped(linear([0, 1], [200, 20]));
    expect([y(-1), y(0.5), y(2)]).toEqual([200, 110, 20]);
  });

  test('round numbers are 1, 2 or 5 times a power of ten apart', () => {
    expect(roundNumbers([-3.2, 3.2], 6)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(roundNumbers([-0.4, 0.4], 4)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(roundNumbers([-72, 72], 6)).toEqual([-60, -40, -20, 0, 20, 40, 60]);
    expect(roundNumbers([0, 1300], 4)).toEqual([0, 500, 1000]);
  });
});

describe('lines', () => {
  const numbersOf = (path: string): [number, number][] => [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

  test('a straight one goes from point to point; of no points there is none', () => {
    expect(straight([[0, 1], [2.004, 3.006], [4, 5]])).toBe('M0,1L2,3L4,5');
    expect(straight([])).toBe('');
    expect(smooth([[0, 1], [2, 3]])).toBe('M0,1L2,3');
  });

  test('a smooth one passes through every point and stays between each two of them', () => {
    const points: [number, number][] = [[0, 0], [1, 0.1], [2, 5], [4, 5], [5, 4.9], [9, -3], [10, 0]];
    const path = numbersOf(smooth(points, 6));
    expect(path).toHaveLength(1 + 3 * (points.length - 1));
    points.slice(1).forEach(([x1, y1], i) => {
      const [before, first, second, here] = [path[3 * i]!, path[3 * i + 1]!, path[3 * i + 2]!, path[3 * i + 3]!];
      expect(here).toEqual([x1, y1]);
      // The curve lies within the hull of its four control points.
      for (const [x, y] of [first, second]) {
        expect(x).toBeGreaterThan(before[0]);
        expect(x).toBeLessThan(x1);
        expect(y).toBeGreaterThanOrEqual(Math.min(before[1], y1) - 1e-6);
        expect(y).toBeLessThanOrEqual(Math.max(before[1], y1) + 1e-6);
      }
    });
  });

  test('a smooth one of a straight line is straight', () => {
    const slopes = numbersOf(smooth(Array.from({ length: 6 }, (_, i) => [2 * i, 7 * i] as const), 6));
    for (const [x, y] of slopes) expect(y).toBeCloseTo(3.5 * x, 5);
  });
});
