import type { Page } from '@playwright/test';
import { openFigure, readings, slider } from './support/figure.ts';
import { expect, test } from './support/page_test.ts';

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('the state is written into the address, without what is at its default, and the fragment stays', async ({ page }) => {
  await openFigure(page);
  await slider(page, 'dk').focus();
  await page.keyboard.press('PageUp');
  await expect.poll(() => query(page)).toEqual({ dk: '128' });
  expect(new URL(page.url()).hash).toBe('#saturation');
  await page.keyboard.press('PageDown');
  await expect.poll(() => query(page)).toEqual({});
});

test('a shared address gives the same digits when it is opened again @smoke', async ({ page, browser, origin }) => {
  await openFigure(page);
  await slider(page, 'dk').focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  await slider(page, 'keys').focus();
  await page.keyboard.press('PageUp');
  await expect.poll(() => query(page)).toEqual({ dk: '69', keys: '16' });
  const first = await readings(page);
  await page.reload();
  expect(await readings(page)).toEqual(first);

  const elsewhere = await browser.newContext({ baseURL: origin });
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  expect(await readings(other)).toEqual(first);
  await elsewhere.close();
});

test('a link in the text sets the controls, and Back and Forward go between the states', async ({ page }) => {
  await openFigure(page);
  const first = await readings(page);
  await page.locator('#faq a[href^="?dk=300"]').click();
  await expect(page.locator('dk-saturation')).toBeInViewport();
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /300/);
  const linked = await readings(page);
  expect(linked['sigma']?.value).toBeCloseTo(1 / Math.sqrt(300), 12);
  expect(query(page)).toEqual({ dk: '300', divisor: 'dk' });
  await page.goBack();
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /64/);
  expect(await readings(page)).toEqual(first);
  await page.goForward();
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /300/);
  expect(await readings(page)).toEqual(linked);
});

test('both languages show the same digits for the same address', async ({ page }) => {
  await openFigure(page, '?dk=200&divisor=3&keys=77&seed=12345');
  const here = await readings(page);
  await openFigure(page, '?dk=200&divisor=3&keys=77&seed=12345', '/en/');
  expect(await readings(page)).toEqual(here);
});
