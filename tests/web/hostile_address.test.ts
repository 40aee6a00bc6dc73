// The reader of addresses, attributes and options against texts by a seed: it never throws, what it answers is in range, and what it writes it reads again.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIVISOR_MARKS, PARAM_KEYS, RANGES, divisorOf, type Params } from '../../web/state/params.ts';
import { readQuery, writeQuery } from '../../web/state/url.ts';
import { path } from './support/content.ts';
import { seeded } from './support/random.ts';

const texts = readFileSync(path('tests/fuzz/texts.txt'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => JSON.parse(line) as string);
const COUNT = process.env['SQRT_DK_FULL'] === undefined ? 20_000 : 1_000_000;

function inRange(params: Params): boolean {
  return PARAM_KEYS.every((key) => {
    const value = params[key];
    if (value === undefined) return key === 'alpha';
    if (typeof value === 'string') return key === 'divisor' && (DIVISOR_MARKS as readonly string[]).includes(value);
    const { min, max, whole } = RANGES[key];
    return value >= min && value <= max && (!whole || Number.isInteger(value));
  }) && Number.isFinite(divisorOf(params)) && divisorOf(params) > 0;
}

it(`${COUNT.toLocaleString('en')} queries are read without an exception, into range, and written so that they are read the same`, () => {
  const next = seeded(20170612);
  const pick = <Kind>(all: readonly Kind[]): Kind => all[Math.floor(next() * all.length)]!;
  const names = [...PARAM_KEYS.map((key) => RANGES[key].name), 'dot-product.rho', 'pipeline.q', 'a.b', '__proto__', 'constructor.x', 'simd'];
  const signs = '0123456789.eE+-x_ \u0000%&=?#<>"\'\u202e½';
  const text = (): string => {
    if (next() < 0.6) return pick(texts);
    if (next() < 0.5) return Array.from({ length: Math.floor(next() * 12) }, () => signs[Math.floor(next() * signs.length)]).join('');
    return String((next() - 0.5) * 10 ** Math.floor(next() * 640 - 320));
  };
  const wrong: string[] = [];
  for (let i = 0; i < COUNT && wrong.length < 5; i += 1) {
    const query = Array.from({ length: Math.floor(next() * 5) }, () => `${pick(names)}=${next() < 0.5 ? encodeURIComponent(text().replace(/[\ud800-\udfff]/g, '')) : text()}`).join('&');
    const first = readQuery(`?${query}`);
    const again = readQuery(writeQuery(first.params, `?${query}`, first.options));
    if (!inRange(first.params) || JSON.stringify(again.params) !== JSON.stringify(first.params) || JSON.stringify(again.options, Object.keys(again.options).sort()) !== JSON.stringify(first.options, Object.keys(first.options).sort())) wrong.push(query.slice(0, 200));
  }
  expect(wrong).toEqual([]);
}, 600_000);
