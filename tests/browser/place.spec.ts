import type { Page } from '@playwright/test';
import { expect, test } from './support/page_test.ts';

const hash = (page: Page): string => new URL(page.url()).hash;
const marked = (page: Page) => page.locator('nav.contents a[aria-current]');

/** Turns the wheel until a section's heading stands near the top of the window. */
async function readOn(page: Page, id: string): Promise<void> {
  await page.mouse.move(600, 450);
  await expect.poll(async () => {
    const top = await page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
    if (Math.abs(top) > 60) await page.mouse.wheel(0, top);
    return Math.abs(top);
  }).toBeLessThanOrEqual(60);
}

test('the address follows the section being read, without steps in the history, and the contents mark it', async ({ page }) => {
  await page.goto('/');
  const steps = await page.evaluate(() => history.length);
  expect(hash(page)).toBe('');
  await expect(marked(page)).toHaveCount(0);
  for (const id of ['attention', 'stability', 'statistics']) {
    await readOn(page, id);
    await expect.poll(() => hash(page)).toBe(`#${id}`);
    await expect(marked(page)).toHaveAttribute('href', `#${id}`);
  }
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => hash(page)).toBe('');
  await expect(marked(page)).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('switching the language while reading comes back to the same section, at once and in all three', async ({ page }) => {
  await page.goto('/?dk=512');
  await readOn(page, 'invariance');
  for (const [label, path] of [['简中', '/zh-hans/'], ['EN', '/en/'], ['繁中', '/']] as const) {
    await page.locator('a.language', { hasText: label }).evaluate((link: HTMLAnchorElement) => link.click());
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    expect(new URL(page.url()).search).toBe('?dk=512');
    expect(hash(page)).toBe('#invariance');
    await expect(page.locator('#invariance h3, #invariance h2').first()).toBeInViewport();
  }
});

test('a link to a section stays in the address until the reader moves on, and Back returns to where one was', async ({ page }) => {
  await page.goto('/en/');
  await page.locator('nav.contents a[href="#references"]').click();
  await expect(page.locator('#references')).toBeInViewport();
  await page.waitForTimeout(1500);
  expect(hash(page)).toBe('#references');
  await expect(marked(page)).toHaveAttribute('href', '#references');
  await readOn(page, 'larger');
  await expect.poll(() => hash(page)).toBe('#larger');
  await page.goBack();
  await expect.poll(() => hash(page)).toBe('');
});

test('a quick run through the whole page writes the address only a few times', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const { replaceState } = history;
    Object.assign(globalThis, { writes: 0 });
    history.replaceState = (...all) => {
      (globalThis as unknown as { writes: number }).writes += 1;
      replaceState.apply(history, all);
    };
  });
  await page.mouse.move(600, 450);
  for (let i = 0; i < 60; i += 1) await page.mouse.wheel(0, 600);
  await page.waitForTimeout(1200);
  expect(await page.evaluate(() => (globalThis as unknown as { writes: number }).writes)).toBeLessThanOrEqual(12);
  expect(hash(page)).not.toBe('');
});
