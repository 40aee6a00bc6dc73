import { describe, expect, it } from 'vitest';
import { typedNumber } from '../../web/state/typed_number.ts';

describe('a typed number', () => {
  it.each([
    ['64', 64], [' 0.5 ', 0.5], ['１２．５', 12.5], ['−3', -3], ['1,000', 1000], ['1,5', 1.5], ['0,001', 0.001], ['1 000', 1000], ['1e3', 1000],
    ['10⁻⁵', 1e-5], ['2 × 10⁻⁵', 2e-5], ['Infinity', Infinity],
  ])('%s is read', (text, value) => expect(typedNumber(text)).toBe(value));
  it.each(['', '  ', 'abc', '1,2,3', '<b>', '1e', '--1', '1 2', '0x10'])('"%s" is not a number', (text) => expect(typedNumber(text)).toBeNaN());
});
