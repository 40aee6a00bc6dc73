import { describe, expect, it } from 'vitest';
import { entryText, isBlock, readAllow, readBlock, readEntry, readMatrix, withBlock, writeAllow, writeMatrix } from '../../web/figures/pipeline/matrix_text.ts';

describe('a typed entry', () => {
  it.each([['1.5', 1.5], [' -2 ', -2], ['−0.5', -0.5], ['1,5', 1.5], ['.5', 0.5], ['1e1', 10], ['-0', 0], ['0.123456789', 0.1234568]])('%s is read as %d', (text, value) => {
    expect(readEntry(text).value).toBe(value);
  });
  it.each([0.1, -2.5, 100, 0.0005, 1e-7, 0.1234568, 0])('%d is written so that it reads as itself, also after float32', (value) => {
    expect(readEntry(entryText(Math.fround(value)).replace('-', '−')).value).toBe(value);
  });
  it.each([['abc', 'not-a-number'], ['', 'empty-cell'], ['101', 'out-of-range'], ['1e999', 'out-of-range'], ['NaN', 'not-a-number'], ['Infinity', 'out-of-range'], ['0x10', 'not-a-number'], ['1 2', 'not-a-number']])('%s is refused as %s', (text, kind) => {
    expect(readEntry(text, 2, 3).problem).toMatchObject({ kind, row: 2, column: 3 });
  });
});

describe('a pasted block', () => {
  it.each([
    ['tabs', '1\t2\n3\t-4\n'], ['tabs and Windows line ends', '1\t2\r\n3\t−4\r\n'], ['commas', '1, 2\n3,-4'], ['semicolons', '1;2\n3;-4'], ['spaces', '1 2\n 3  -4'], ['quotes', '"1","2"\n"3","-4"'],
  ])('parted by %s is read', (_name, text) => {
    expect(readBlock(text).value).toEqual([[1, 2], [3, -4]]);
  });
  it('may have decimal commas where tabs or semicolons part the cells', () => {
    expect(readBlock('1,5\t2\n3\t-0,25').value).toEqual([[1.5, 2], [3, -0.25]]);
    expect(readBlock('1,5;2').value).toEqual([[1.5, 2]]);
  });
  it('with a bad cell names it', () => {
    expect(readBlock('1\t2\n3\tx').problem).toEqual({ kind: 'not-a-number', row: 2, column: 2, given: 'x' });
    expect(readBlock('1\t\n3\t4').problem).toMatchObject({ kind: 'empty-cell', row: 1, column: 2 });
    expect(readBlock('1\t2\n3').problem).toMatchObject({ kind: 'ragged', row: 2 });
    expect(readBlock('1\t1000').problem).toMatchObject({ kind: 'out-of-range', column: 2 });
    expect(readBlock(' \n ').problem).toMatchObject({ kind: 'nothing' });
  });
  it('larger than 8 × 8 is refused, and so is a book', () => {
    expect(readBlock(Array(9).fill('1').join('\t')).problem).toMatchObject({ kind: 'too-many', column: 9 });
    expect(readBlock(Array(9).fill('1').join('\n')).problem).toMatchObject({ kind: 'too-many', row: 9 });
    expect(readBlock('1 '.repeat(100_000)).problem).toMatchObject({ kind: 'too-long' });
    expect(readBlock(Array(8).fill(Array(8).fill('1').join('\t')).join('\n')).value).toHaveLength(8);
  });
  it('is told from one number with a decimal comma', () => {
    expect([isBlock('1,5'), isBlock('-2'), isBlock('1\t2'), isBlock('1 2'), isBlock('1\n2'), isBlock('1, 2'), isBlock('1,2,3')]).toEqual([false, false, true, true, true, true, true]);
  });
  it('is laid over a matrix from a cell on, and what neither had is asked for', () => {
    expect(withBlock([[1, 2], [3, 4]], [[9, 9]], { row: 1, column: 1 }, () => 0)).toEqual([[1, 2, 0], [3, 9, 9]]);
  });
});

describe('matrices in the address', () => {
  it('come back as they were written', () => {
    const rows = [[1, -0.5], [100, 0.1234568]];
    expect(readMatrix(writeMatrix(rows))).toEqual(rows);
    expect(new URLSearchParams({ q: writeMatrix(rows) }).toString()).toBe('q=1+-0.5_100+0.1234568');
  });
  it('of the largest size stay within the length that an address may have', () => {
    expect(writeMatrix(Array(8).fill(Array(8).fill(-99.12345))).length).toBeLessThanOrEqual(1000);
  });
  it('can be written by hand, and nonsense is no matrix', () => {
    expect(readMatrix('1, 2; 3, 4')).toEqual([[1, 2], [3, 4]]);
    expect(readMatrix('')).toBeUndefined();
    expect(readMatrix('<script>')).toBeUndefined();
    expect(readMatrix('1 2_3')).toBeUndefined();
  });
  it('a mask comes back, an empty one hides nothing, nonsense is told', () => {
    expect(writeAllow(readAllow('10_01', 2, 2)!)).toBe('10_01');
    expect(readAllow('0', 2, 2)).toEqual([[false, true], [true, true]]);
    expect(writeAllow(readAllow('', 3, 3)!)).toBe('');
    expect(readAllow('abc', 2, 2)).toBeUndefined();
  });
});
