import { describe, expect, test } from 'vitest';
import { median } from '../../web/page/build/composed.ts';
import { fillNumbers, formatNumber, parseRequest, type NumberSource } from '../../web/page/build/numbers.ts';

const asked: unknown[] = [];
const source = {
  call(name: string, request: unknown) {
    asked.push([name, request]);
    return { maxWeight: Float64Array.of(0.72851, 0.0266), scoreVariance: 64, nested: { values: [-1.5] }, none: NaN };
  },
} as unknown as NumberSource;

describe('numbers in the prose', () => {
  test('a request is read as numbers and lists of numbers', () => {
    expect(parseRequest('headDim=64 divisors=[1,2.5] seed=-3 ')).toEqual({ headDim: 64, divisors: Float64Array.of(1, 2.5), seed: -3 });
  });

  test('a request may hold words and switches', () => {
    expect(parseRequest('loss="mse" qkNorm=false')).toEqual({ loss: 'mse', qkNorm: false });
  });

  test('a request that is neither is refused', () => {
    expect(() => parseRequest('headDim="64"')).toThrow('not a number');
    expect(parseRequest('format="float16"')).toEqual({ format: 'float16' });
  });

  test('each place is filled with the digits of the form asked for', async () => {
    const filled = await fillNumbers('a {{op headDim=64 divisors=[1] | maxWeight[0] fixed:4}} b {{op headDim=64 | scoreVariance sqrt:2}} c', source);
    expect(filled).toBe('a 0.7285 b 8.00 c');
    expect(asked[0]).toEqual(['op', { headDim: 64, divisors: Float64Array.of(1) }]);
  });

  test('the mean of some entries is asked for by their range, the last left out', async () => {
    expect(await fillNumbers('{{op headDim=64 | maxWeight[0:2] fixed:4}}', source)).toBe('0.3776');
  });

  test('nested results can be read, and a minus sign is a minus sign', async () => {
    expect(await fillNumbers('{{op a=1 | nested.values[0] fixed:1}}', source)).toBe('−1.5');
  });

  test('a quotient of two numbers of one result can be read', async () => {
    expect(await fillNumbers('{{op a=1 | scoreVariance/nested.values[0] fixed:1}}', source)).toBe('−42.7');
  });

  test('text without places is left as it is', async () => {
    expect(await fillNumbers('no {place} here', source)).toBe('no {place} here');
  });

  test.each([
    ['a number that the result does not have', '{{op a=1 | minWeight[0] fixed:4}}', 'no number at minWeight[0]'],
    ['a number that is not finite', '{{op a=1 | none fixed:4}}', 'cannot write NaN'],
    ['a form that does not exist', '{{op a=1 | scoreVariance roman:1}}', 'no such form'],
    ['a place that is not of the form', '{{op}}', 'not of the form'],
  ])('%s stops the build', async (_, text, reason) => {
    await expect(fillNumbers(text, source)).rejects.toThrow(reason);
  });

  test.each([
    [0.51234, 'percent:1', '51.2 %'],
    [1234.5678, 'digits:3', '1230'],
    [Math.log(312), 'exp:0', '312'],
    [2, 'sqrt:3', '1.414'],
    [1, 'fixed:2', '1.00'],
    [3.589e-17, 'sci:1', '$3.6\\times10^{-17}$'],
    [3.3895e38, 'sci:2', '$3.39\\times10^{38}$'],
    [Number.POSITIVE_INFINITY, 'reached:0', '–'],
    [12.5, 'reached:1', '12.5'],
    [-394.24, 'power:0', '$6\\times10^{-395}$'],
  ])('%f in the form %s is written %s', (value, form, written) => {
    expect(formatNumber(value, form)).toBe(written);
  });
});

test('a median is the middle one, or between the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, Number.POSITIVE_INFINITY, 2])).toBe(2);
});
