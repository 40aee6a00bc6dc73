import type { Locator, Page } from '@playwright/test';
import { mark, readings, saturation, settled, thumbAt } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const bar = (page: Page): Locator => page.locator('dk-bar');
const range = (page: Page, name: string): Locator => bar(page).locator(`input[type=range][name=${name}]`);
const tab = (page: Page, name: string): Locator => bar(page).locator(`[data-tab=${name}]`);
const PHONE = { width: 390, height: 844 };

test('the bar comes once what opens the page is past, and goes when the reader is back there', async ({ page }) => {
  await page.goto('/');
  await expect(bar(page)).toHaveCount(1);
  await expect(bar(page)).toBeHidden();
  await page.goto('/#stability');
  await expect(bar(page)).toBeVisible();
  await page.locator('h1').scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();
});

test('dragging the divisor in the bar moves the figure in view', async ({ page }) => {
  await page.goto('/#saturation');
  await settled(page);
  const first = await readings(page);
  const from = await thumbAt(range(page, 'divisor'), 1);
  const to = await thumbAt(range(page, 'divisor'), 1 / 8);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  const second = await readings(page);
  expect(second['max-weight']?.value).toBeGreaterThan((first['max-weight']?.value ?? 1) + 0.3);
  await expect(bar(page).locator('[data-name=zone]')).toHaveAttribute('data-value', 'small');
});

test('the bar works by keyboard, and shows what is changed in a figure', async ({ page }) => {
  await page.goto('/#saturation');
  await settled(page);
  await range(page, 'dk').focus();
  await page.keyboard.press('ArrowRight');
  await expect(range(page, 'dk')).toHaveAttribute('aria-valuetext', '65');
  await range(page, 'keys').focus();
  await page.keyboard.press('End');
  await expect(range(page, 'keys')).toHaveAttribute('aria-valuetext', '4096');
  await bar(page).locator('input[name=divisor-field]').fill('0.5');
  await page.keyboard.press('Enter');
  await expect(range(page, 'divisor')).toHaveAttribute('aria-valuetext', /^0\.50/);
  await mark(page, 'root').click();
  await expect(range(page, 'divisor')).toHaveAttribute('aria-valuetext', /^8\.06/);
});

for (const { path } of languages) {
  for (const width of [320, 390]) {
    test(`at ${width} px in ${path} the bar is at the bottom, with one track and four tabs for a thumb, and nothing scrolls sideways`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${path}?dk=4096&divisor=1234&keys=4096#stability`);
      await expect(bar(page)).toBeVisible();
      const box = await bar(page).boundingBox();
      expect(box!.y + box!.height).toBeCloseTo(700, 0);
      for (const name of ['headDim', 'divisor', 'keyCount', 'state']) {
        await tab(page, name).click();
        await expect(tab(page, name)).toHaveAttribute('aria-pressed', 'true');
        const { height, width: wide } = (await tab(page, name).boundingBox())!;
        expect(height).toBeGreaterThanOrEqual(48);
        expect(wide).toBeGreaterThanOrEqual(64);
        const over = await bar(page).locator('button, input, p').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
        expect(over.filter((text) => text !== ''), name).toEqual([]);
      }
      await tab(page, 'keyCount').click();
      expect((await range(page, 'keys').boundingBox())!.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}

test('what is focused or jumped to is not under the bar, wide or on a phone', async ({ page }) => {
  for (const size of [{ width: 1280, height: 900 }, PHONE]) {
    await page.setViewportSize(size);
    await page.goto('/#faq');
    await expect(bar(page)).toBeVisible();
    const covered = () => page.evaluate(() => {
      const focused = (document.activeElement === document.body ? document.getElementById('faq-title') : document.activeElement)!.getBoundingClientRect();
      const over = document.querySelector('dk-bar')!.getBoundingClientRect();
      return focused.top < over.bottom - 1 && focused.bottom > over.top + 1;
    });
    expect(await covered()).toBe(false);
    await page.locator('#faq a').first().focus();
    for (let i = 0; i < 12; i += 1) {
      await page.keyboard.press('Tab');
      if (await bar(page).locator(':focus').count() > 0) break;
      expect(await covered(), `forward ${i}`).toBe(false);
    }
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await covered(), `back ${i}`).toBe(false);
    }
  }
});

test('on a low screen the bar leaves room for the text, and print has none', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto('/#stability');
  await expect(bar(page)).toBeVisible();
  expect((await bar(page).boundingBox())!.height).toBeLessThan(64);
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(bar(page)).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(bar(page)).toBeHidden();
});

test('no bar comes where no figure can move', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto('/#stability');
  await expect(page.locator('dk-saturation .without-webassembly')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('a swipe up that starts on a slider scrolls the page', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/#saturation');
  await settled(page);
  const slider = saturation(page).locator('input[type=range][name=dk]');
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width } = (await slider.boundingBox())!;
  const before = await page.evaluate(() => scrollY);
  const session = await context.newCDPSession(page);
  const touch = (type: string, at: number) => session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: at }] });
  await touch('touchStart', y + 22);
  for (let i = 1; i <= 10; i += 1) await touch('touchMove', y + 22 - 20 * i);
  await touch('touchEnd', 0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 80);
  await context.close();
});
