// A short play of the monkey (the full run has it long, in three engines: full/engines.spec.ts).
import { tabOf } from './engines/chromium.ts';
import { play } from './engines/monkey.ts';
import { expect, test } from './support/page_test.ts';

const ACTIONS = 60;

test(`${ACTIONS} actions of a seeded monkey leave every figure right, or saying what is wrong`, async ({ page, origin }) => {
  test.setTimeout(300_000);
  const { actions, compared, faults } = await play(tabOf(page), origin, 300, ACTIONS, 20);
  expect(faults).toEqual([]);
  expect(actions).toBe(ACTIONS);
  expect(compared).toBeGreaterThan(10);
});
