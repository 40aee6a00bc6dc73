import { describe, expect, it } from 'vitest';
import { readOptions, writeOption, type OptionTable } from '../../web/state/options.ts';
import { Store } from '../../web/state/store.ts';
import { readQuery, writeQuery } from '../../web/state/url.ts';

const TABLE = {
  entries: { kind: 'choice', values: ['normal', 'laplace'], default: 'normal' },
  rho: { kind: 'number', min: -1, max: 1, default: 0 },
  clip: { kind: 'switch', default: false },
} as const satisfies OptionTable;

const read = (given: Record<string, string>) => readOptions(TABLE, (name) => given[name] ?? null);

describe("a figure's options", () => {
  it('have their defaults where nothing is given', () => {
    expect(read({})).toEqual({ values: { entries: 'normal', rho: 0, clip: false }, problems: [] });
  });
  it('are read from text', () => {
    expect(read({ entries: 'laplace', rho: '-0.5', clip: 'on' }).values).toEqual({ entries: 'laplace', rho: -0.5, clip: true });
  });
  it('what cannot be used is told, and the default or the nearest value is taken', () => {
    const { values, problems } = read({ entries: '<b>', rho: '7', clip: 'maybe' });
    expect(values).toEqual({ entries: 'normal', rho: 1, clip: false });
    expect(problems.map(({ name, kind }) => [name, kind])).toEqual([['entries', 'unknown_option'], ['rho', 'clamped'], ['clip', 'unknown_option']]);
    expect(read({ rho: 'NaN' }).problems[0]).toMatchObject({ kind: 'not_a_number', used: '0' });
  });
  it('defaults are left out of the address', () => {
    expect(writeOption(TABLE.clip, false)).toBeUndefined();
    expect(writeOption(TABLE.clip, true)).toBe('on');
    expect(writeOption(TABLE.rho, 0.25)).toBe('0.25');
  });
});

describe('options in the address', () => {
  it('stand beside the parameters and come back', () => {
    const { options, params } = readQuery('?dk=512&dot-product.entries=laplace&simd=off');
    expect(options).toEqual({ 'dot-product.entries': 'laplace' });
    expect(writeQuery(params, '?dk=512&dot-product.entries=laplace&simd=off', options)).toBe('?simd=off&dk=512&dot-product.entries=laplace');
    expect(writeQuery(params, '?dot-product.entries=laplace', {})).toBe('?dk=512');
  });
  it('a change is told once, by its address key', async () => {
    const store = new Store();
    const told: string[][] = [];
    store.subscribe(({ changed }) => void told.push([...changed]));
    store.setOptions({ 'training.lr': '0.05' });
    store.setOptions({ 'training.clip': 'on' });
    await Promise.resolve();
    store.setOptions({ 'training.lr': undefined });
    await Promise.resolve();
    expect(told).toEqual([['training.lr', 'training.clip'], ['training.lr']]);
    expect(store.options).toEqual({ 'training.clip': 'on' });
  });
});
