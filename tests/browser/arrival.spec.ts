// A fresh visit lays out only what is seen until the first figure answers; nothing that a reader sees may move for it.
import { expect, test } from './support/page_test.ts';

const skipped = (): number => [...document.querySelectorAll('#article > section > *')].filter((one) => !one.checkVisibility({ contentVisibilityAuto: true })).length;
const arrived = { timeout: 20_000 };

test('a fresh visit lays out what is seen, and the rest once the first figure has answered', async ({ page }) => {
  const sizes: number[] = [];
  // The worker's answers wait, so that the arrival can be looked at.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-arriving', '');
  expect(await page.evaluate(skipped)).toBeGreaterThan(20);
  release();
  await expect(page.locator('dk-opening')).toHaveAttribute('data-settled', '');
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving', arrived);
  expect(await page.evaluate(skipped)).toBe(0);
  expect(await page.locator('#article > section[style*="content-visibility"]').count()).toBe(0);
  sizes.push(await page.evaluate(() => document.documentElement.scrollHeight));
  await page.reload();
  await expect(page.locator('dk-opening')).toHaveAttribute('data-settled', '');
  // Figures that are fetched with the page change its length a little; sections at a guessed length would change it by thousands.
  sizes.push(await page.evaluate(() => document.documentElement.scrollHeight));
  expect(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0))).toBeLessThan(900);
});

test('what is below waits until a slider that is held is let go', async ({ page }) => {
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => void (document.documentElement.dataset['dragging'] = ''));
  await expect(page.locator('dk-opening')).toHaveAttribute('data-settled', '');
  // More than enough turns for every section, if they were taken.
  await page.evaluate(async () => {
    for (let i = 0; i < 60; i += 1) await new Promise((done) => requestIdleCallback(done));
  });
  await expect(page.locator('html')).toHaveAttribute('data-arriving', '');
  await page.evaluate(() => delete document.documentElement.dataset['dragging']);
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving', arrived);
});

test('a visit to a section, and a reload, lay out everything at once', async ({ page }) => {
  await page.goto('/#summary');
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  await expect(page.locator('#summary h2')).toBeInViewport();
  await page.goto('/en/');
  await page.reload();
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  expect(await page.evaluate(skipped)).toBe(0);
});

for (const wait of [0, 150, 400]) {
  test(`a jump ${wait} ms after arriving stays where it went`, async ({ page }) => {
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.waitForTimeout(wait);
    const title = page.locator('#larger-title');
    await title.evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect(page.locator('html')).not.toHaveAttribute('data-arriving', arrived);
    await expect(title).toBeInViewport();
    const place = await title.evaluate((heading) => heading.getBoundingClientRect().top / innerHeight);
    expect(place).toBeGreaterThan(0.3);
    expect(place).toBeLessThan(0.7);
  });
}

test('a link of the contents, followed while the page arrives, leads to its section', async ({ page }) => {
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.locator('nav.contents a[href="#summary"]').click();
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  await expect(page.locator('#summary h2')).toBeInViewport();
});

test('the key End, pressed while the page arrives, leads to its end', async ({ page }) => {
  await page.goto('/en/', { waitUntil: 'domcontentloaded' });
  await page.keyboard.press('End');
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - scrollY - innerHeight)).toBeLessThan(400);
});

for (const width of [390, 1280]) {
  test(`a link to the section under the opening figure lands on it, whatever that figure does meanwhile (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/en/#introduction');
    await expect(page.locator('dk-opening > .dk-figure')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    const top = await page.locator('#introduction').evaluate((section) => section.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(-40);
    expect(top).toBeLessThan(200);
  });
}
