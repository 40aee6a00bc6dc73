// The faults that script/test full puts into copies: each still finds its place, and the test that must catch it is still there.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutations } from '../mutations/mutations.mjs';
import { path } from './support/content.ts';

const read = (file: string): string => readFileSync(path(file), 'utf8');

it('five faults or more are put in', () => expect(mutations.length).toBeGreaterThanOrEqual(5));

it.each(mutations)('$name: its place in $file stands there once, and its test in $by', ({ file, from, catches, by }) => {
  if (from !== undefined) expect(read(file).split(from)).toHaveLength(2);
  expect(read(by)).toContain(catches);
  expect(read('docs/reliability.md')).toContain(`\`${by}\``);
});
