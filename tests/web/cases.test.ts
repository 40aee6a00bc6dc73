// docs/reliability.md names a test for every case that readers met elsewhere: each of those tests must be there.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { path } from './support/content.ts';

const CASES = [1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 13, 15, 17, 18, 20, 22, 23, 25, 26, 27, 28, 31, 34, 35, 39];

const rows = [...readFileSync(path('docs/reliability.md'), 'utf8').matchAll(/^\| (\d+) \|([^|]*)\| `([^`]+)` \| (.*) \|$/gm)].map(([, number, trouble = '', file = '', title = '']) => ({ number: Number(number), trouble: trouble.trim(), file, title }));

describe('every case has its test', () => {
  it('the table has every case, each with its trouble in words', () => {
    expect([...new Set(rows.map(({ number }) => number))]).toEqual(CASES);
    for (const number of CASES) expect(rows.find((row) => row.number === number)?.trouble.length, `case ${number}`).toBeGreaterThan(10);
  });
  it.each(rows)('case $number: “$title” stands in $file', ({ number, file, title }) => {
    expect(existsSync(path(file)), file).toBe(true);
    expect(title).toContain(`case ${number}`);
    expect(readFileSync(path(file), 'utf8').replaceAll('\\u2019', '’')).toContain(title);
  });
});
