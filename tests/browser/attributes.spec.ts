import type { Page } from '@playwright/test';
import { openFigure, reading, saturation, settled, slider } from './support/figure.ts';
import { expect, test } from './support/page_test.ts';

const set = (page: Page, attributes: Record<string, string>): Promise<void> =>
  saturation(page).evaluate((figure, given) => Object.entries(given).forEach(([name, value]) => figure.setAttribute(name, value)), attributes);
const reset = (page: Page) => saturation(page).getByRole('button', { name: 'Reset' });

test('an attribute set later gives a figure a state of its own', async ({ page }) => {
  await openFigure(page, '?dk=16', '/en/');
  await set(page, { dk: '256' });
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBe(1);
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '256');
  // The page’s state is another one from here on.
  await slider(page, 'dk').focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  expect(new URL(page.url()).search).toBe('?dk=16');
});

test('an attribute that is taken away gives the default back, and leaves the others', async ({ page }) => {
  await openFigure(page, '', '/en/');
  await set(page, { dk: '256', divisor: '1', keys: '64' });
  await settled(page);
  await saturation(page).evaluate((figure) => figure.removeAttribute('divisor'));
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBe(1);
  await saturation(page).evaluate((figure) => figure.removeAttribute('dk'));
  await settled(page);
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '64');
  await expect(slider(page, 'keys')).toHaveAttribute('aria-valuetext', '64');
  await expect(reset(page)).toBeDisabled();
});

test('an attribute that cannot be read gives what its notice says', async ({ page }) => {
  await openFigure(page, '', '/en/');
  await set(page, { dk: '512', divisor: '1' });
  await settled(page);
  await set(page, { dk: 'abc' });
  await settled(page);
  await expect(saturation(page).locator('[data-notice]')).toContainText('64');
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '64');
  await set(page, { divisor: 'abc' });
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBe(1);
});

test('reset brings a figure with attributes back to them', async ({ page }) => {
  await openFigure(page, '', '/en/');
  await set(page, { dk: '256', divisor: '1', keys: '64' });
  await settled(page);
  await expect(reset(page)).toBeDisabled();
  await slider(page, 'dk').focus();
  await page.keyboard.press('PageDown');
  await slider(page, 'keys').focus();
  await page.keyboard.press('Home');
  await expect(reset(page)).toBeEnabled();
  await reset(page).click();
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '256');
  await expect(slider(page, 'keys')).toHaveAttribute('aria-valuetext', '64');
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBe(16);
});

test('an option out of range is told, and the address says what is used', async ({ page }) => {
  await page.goto('/en/?training.lr=1e9&training.optimiser=magic#smaller-gradients');
  const figure = page.locator('dk-training');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('[data-notice=clamped]')).toContainText('100');
  await expect(figure.locator('[data-notice=unknown_option]')).toContainText('magic');
  await expect.poll(() => new URL(page.url()).searchParams.get('training.lr')).toBe('100');
  expect(new URL(page.url()).searchParams.has('training.optimiser')).toBe(false);
  await page.waitForTimeout(600);
  await expect(figure.locator('[data-notice]')).toHaveCount(2);
  await figure.locator('.dk-notice button').click();
  await expect(figure.locator('[data-notice]')).toHaveCount(0);
});

test('a change just before a reload is not lost', async ({ page }) => {
  await openFigure(page);
  await slider(page, 'dk').focus();
  await page.keyboard.press('PageUp');
  await page.evaluate(() => location.reload());
  await page.waitForLoadState();
  await settled(page);
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '128');
  await page.evaluate(() => {
    const marks = [...document.querySelectorAll<HTMLElement>('dk-saturation [data-mark]')];
    for (const mark of marks.slice(0, 2)) mark.click();
    queueMicrotask(() => location.reload());
  });
  await page.waitForTimeout(300);
  await page.waitForLoadState();
  await settled(page);
  await expect(saturation(page).locator('[data-mark=root4]')).toHaveAttribute('aria-pressed', 'true');
});

test('an address that names a figure lands on it', async ({ page }) => {
  await page.goto('/?dk=512#figure-saturation');
  await expect(saturation(page)).toHaveAttribute('data-settled', '');
  await expect(saturation(page).locator('h3')).toBeInViewport();
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', '512');
});
