import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../web/engine/abi.ts';
import { noticeText } from '../../web/figures/controls/notice.ts';
import { readQuery } from '../../web/state/url.ts';
import { figureTables, languages, path, stringsIn, table } from './support/content.ts';

const placeholders = (sentence: string): string[] => [...sentence.matchAll(/\{([\w-]+)\}/g)].map(([, name = '']) => name).sort();

describe('the sentences', () => {
  it.each(['figures', 'errors'] as const)('%s have the same keys and placeholders in every language', (name) => {
    const [first, ...others] = languages.map((language) => table(language, name));
    for (const other of others) {
      expect(Object.keys(other).sort()).toEqual(Object.keys(first!).sort());
      for (const [key, sentence] of Object.entries(first!)) expect(placeholders(other[key]!), key).toEqual(placeholders(sentence));
    }
  });
  it("every figure's own have the same keys and placeholders in every language", () => {
    const [first, ...others] = languages.map((language) => figureTables(language));
    for (const other of others) {
      expect(other.map(({ name }) => name)).toEqual(first!.map(({ name }) => name));
      for (const [i, { name, table: own }] of first!.entries()) {
        const translated = other[i]!.table;
        expect(Object.keys(translated).sort(), name).toEqual(Object.keys(own).sort());
        for (const [key, sentence] of Object.entries(own)) expect(placeholders(translated[key]!), key).toEqual(placeholders(sentence));
      }
    }
  });
  it('every error code has one', () => {
    const codes = [...STATUSES.filter((status) => status !== 'ok'), 'engine_failed', 'engine_silent', 'engine_mismatch', 'load_failed', 'load_silent', 'no_webassembly'];
    for (const language of languages) expect(Object.keys(table(language, 'errors'))).toEqual(expect.arrayContaining(codes));
  });
  it('every key that a figure names is there', () => {
    const known = Object.assign({}, table('zh-Hant', 'figures'), ...figureTables('zh-Hant').map((figure) => figure.table));
    const errors = table('zh-Hant', 'errors');
    const folder = path('web/figures');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const used = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:\.text|rich)\((?:strings, )?'([^']+)'/g)].map(([, key = '']) => key));
    expect(used.length).toBeGreaterThan(20);
    for (const key of used) expect(known[key] ?? errors[key], key).toBeDefined();
  });
});

describe('notices', () => {
  it('say in the reader’s language what was changed', () => {
    const { notices } = readQuery('?dk=1e9&divisor=-1&seed=NaN');
    expect(notices.map((notice) => noticeText(notice, stringsIn('zh-Hant')))).toEqual([
      'seed 給的不是數字，改用 1。', 'dk = 1e9 超出範圍，改用 4096。', 'divisor = -1 超出範圍，改用 0.000001。',
    ]);
    expect(noticeText(notices[1]!, stringsIn('en'))).toBe('dk = 1e9 is out of range; 4096 is used instead.');
  });
});

describe('numbers', () => {
  const strings = stringsIn('en');
  it.each([[1, '1.00'], [8, '8.00'], [22.627, '22.63'], [0.125, '0.125'], [4096, '4096'], [1e6, '1000000'], [1e-6, '0.000001'], [181.0193, '181']])('the divisor %d reads %s', (value, shown) => {
    expect(strings.divisor(value)).toBe(shown);
  });
  it('a measured value has no digits beyond its standard error', () => {
    expect(strings.measured(0.72849, 0.0272)).toEqual({ value: '0.73', error: '0.03' });
    expect(strings.measured(0.36123, 0.0013)).toEqual({ value: '0.3612', error: '0.0013' });
    expect(strings.measured(2485.3, 3.2)).toEqual({ value: '2485', error: '3' });
    expect(strings.measured(1, 0)).toEqual({ value: '1.0000', error: '0' });
    expect(strings.measured(1, 1e-9)).toEqual({ value: '1.0000', error: '<0.0001' });
  });
  it('an exact value that is small keeps two digits', () => {
    expect(strings.exact(0.7285, 4)).toBe('0.7285');
    expect(strings.exact(1 / 4096, 4)).toBe('0.00024');
    expect(strings.exact(6.4e-5, 2)).toBe('6.4 × 10⁻⁵');
    expect(strings.exact(0, 3)).toBe('0.000');
  });
  it('whole numbers are never cut', () => {
    expect(strings.short(4096)).toBe('4096');
    expect(strings.short(22.627)).toBe('22.6');
  });
});
