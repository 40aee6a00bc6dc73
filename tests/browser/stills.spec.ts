import { STILLS } from '../../web/figures/stills.ts';
import { expect, languages, test } from './support/page_test.ts';

const tags = Object.keys(STILLS);

for (const { tag: language, path } of languages) {
  test(`without JavaScript every figure of the page in ${language} stands still, with the reason, and nothing scrolls sideways`, async ({ browser, origin }) => {
    for (const width of [320, 390, 1280]) {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(path);
      for (const tag of tags) {
        const figure = page.locator(tag).first();
        await expect(figure.locator('figure.dk-still')).toBeVisible();
        await expect(figure.locator('noscript p')).toContainText('JavaScript');
        await expect(figure.locator('figcaption')).toBeVisible();
        for (const picture of await figure.locator('.dk-picture').all()) expect((await picture.boundingBox())?.width).toBeGreaterThan(200);
      }
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect(scroll).toBe(client);
      await context.close();
    }
  });
}

test('without WebAssembly the figures stay still, with another reason', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await page.goto('/en/');
  for (const tag of tags) {
    await expect(page.locator(`${tag} .dk-still`).first()).toBeVisible();
    await expect(page.locator(`${tag} .without-webassembly`).first()).toBeVisible();
  }
});

test('a figure takes its still picture away when it draws, and the page around it stays where it is', async ({ page }) => {
  await page.goto('/');
  const figure = page.locator('dk-saturation');
  await expect(figure.locator('.dk-still')).toHaveCount(1);
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('> .dk-figure')).toHaveCount(1);
  await expect(figure.locator('.fallback, .dk-still')).toHaveCount(0);
});

test('where the engine cannot be had, a figure keeps its still picture and says why, and trying again draws it', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await context.route('**/*.wasm', (route) => route.abort());
  await page.goto('/en/#saturation');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('.dk-error')).toBeVisible();
  await expect(figure.locator('.dk-still')).toBeVisible();
  await context.unroute('**/*.wasm');
  await figure.locator('.dk-error button').click();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('.dk-still, .dk-error')).toHaveCount(0);
  await context.close();
});

test('paper gets the live figure where one is, the still one elsewhere, and no controls', async ({ page }) => {
  await page.goto('/#saturation');
  await page.locator('dk-saturation').scrollIntoViewIfNeeded();
  await expect(page.locator('dk-saturation')).toHaveAttribute('data-settled', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('dk-saturation > .dk-figure')).toBeVisible();
  await expect(page.locator('dk-training .dk-still')).toBeVisible();
  for (const control of ['.dk-foot', '.dk-new-sample', '.bar', 'dk-saturation .dk-chips']) await expect(page.locator(control).first()).toBeHidden();
});

test('a live figure goes to paper at the width that paper has, with the address of its state below, and comes back', async ({ page }) => {
  await page.goto('/?divisor=1#saturation');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  const width = () => figure.locator('.dk-curve').evaluate((picture) => Number(picture.getAttribute('width')));
  const wide = await width();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await width()).toBeLessThan(500);
  expect(await figure.getAttribute('data-address')).toContain('?divisor=1#saturation');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await width()).toBe(wide);
});
