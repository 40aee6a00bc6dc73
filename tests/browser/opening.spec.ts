import type { Locator, Page } from '@playwright/test';
import { queryRow } from '../../web/figures/opening/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { engine, thumbAt } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const opening = (page: Page): Locator => page.locator('dk-opening');
const range = (page: Page): Locator => opening(page).locator('input[type=range]');

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(opening(page)).toHaveAttribute('data-settled', '');
}

async function read(page: Page): Promise<Record<string, string>> {
  await settled(page);
  return Object.fromEntries(await opening(page).locator('[data-name][data-value]').evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset['name'] ?? '', (one as HTMLElement).dataset['value'] ?? ''] as const)));
}

async function open(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}`);
  await opening(page).scrollIntoViewIfNeeded();
  await settled(page);
}

test('the first figure computes by itself, and its numbers are the engine’s @smoke', async ({ page }) => {
  for (const params of [{}, { headDim: 300, divisor: 3.5, seed: 7 }] as const) {
    const whole = { ...DEFAULTS, ...params };
    await open(page, `?dk=${whole.headDim}&divisor=${whole.divisor}&seed=${whole.seed}`);
    const row = await (await engine()).call('attentionRow', queryRow(whole));
    const shown = await read(page);
    expect(Number(shown['max-weight'])).toBe(row.maxWeight);
    expect(Number(shown['effective-keys'])).toBe(row.effectiveKeys);
    expect(Number(shown['strongest-key'])).toBe(row.weights.indexOf(Math.max(...row.weights)) + 1);
  }
});

test('one drag takes the weights from one key’s own to everybody’s share, and the strongest key stays the same', async ({ page }) => {
  await open(page);
  const first = await read(page);
  await range(page).scrollIntoViewIfNeeded();
  const from = await thumbAt(range(page), 1);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const seen: Record<string, string>[] = [];
  for (const alpha of [1 / 64, 64]) {
    const { x, y } = await thumbAt(range(page), alpha);
    await page.mouse.move(x, y, { steps: 6 });
    seen.push(await read(page));
  }
  await page.mouse.up();
  expect(Number(seen[0]!['effective-keys'])).toBeLessThan(1.1);
  expect(Number(seen[1]!['effective-keys'])).toBeGreaterThan(15.9);
  for (const one of seen) expect(one['strongest-key']).toBe(first['strongest-key']);
});

test('a picture of the film strip takes the slider to its stop, by pointer and by keyboard', async ({ page }) => {
  await open(page);
  await opening(page).locator('[data-stop="1"]').click();
  expect((await read(page))['zone']).toBe('small');
  await opening(page).locator('[data-stop="7"]').focus();
  await page.keyboard.press('Enter');
  expect((await read(page))['zone']).toBe('large');
  await opening(page).locator('[data-stop="4"]').click();
  expect((await read(page))['divisor']).toBe('8');
  await expect(opening(page).locator('[data-stop="4"]')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('the divisor is the page’s, and n is not', async ({ page }) => {
  await open(page, '?keys=4096');
  const many = await read(page);
  await opening(page).locator('[data-stop="2"]').click();
  const moved = await read(page);
  expect(Number(moved['max-weight'])).toBeGreaterThan(Number(many['max-weight']));
  await page.locator('dk-saturation').scrollIntoViewIfNeeded();
  await expect(page.locator('dk-saturation [data-name=sigma]')).toHaveAttribute('data-value', String(8 / Number(moved['divisor'])));
  await open(page, '?keys=2');
  expect((await read(page))['max-weight']).toBe(many['max-weight']);
});

test('reset, the table and the spoken state', async ({ page }) => {
  await open(page, '?divisor=1', '/en/');
  await expect(opening(page).locator('[role=status]').last()).toContainText('Too small');
  await opening(page).locator('details summary').click();
  await expect(opening(page).locator('table tbody tr')).toHaveCount(16);
  await opening(page).getByRole('button', { name: 'Reset' }).click();
  expect((await read(page))['divisor']).toBe('8');
  await expect(range(page)).toHaveAttribute('aria-valuetext', '8.00, 1.00 times √64');
});

for (const { path } of languages) {
  for (const width of [320, 390]) {
    test(`at ${width} px in ${path} five pictures have room for a finger, and nothing hangs over the edge`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await open(page, '?alpha=0.05&seed=3', path);
      const stops = opening(page).locator('.dk-stop');
      await expect(stops).toHaveCount(5);
      for (const stop of await stops.all()) {
        const box = (await stop.boundingBox())!;
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.width).toBeGreaterThanOrEqual(44);
      }
      const over = await opening(page).locator('svg text').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth || one.getBoundingClientRect().left < 0).map((one) => one.textContent));
      expect(over).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}
