import { openFigure, saturation } from './support/figure.ts';
import { expect, test } from './support/page_test.ts';

test('a figure on paper has no controls, and the address of its state', async ({ page }) => {
  await openFigure(page, '?dk=512&divisor=1');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const control of await saturation(page).locator('.dk-figure :is(input, button)').all()) await expect(control).toBeHidden();
  await expect(saturation(page)).toHaveAttribute('data-address', /\?dk=512&divisor=1/);
  await expect(saturation(page).locator('figcaption')).toBeVisible();
  await expect(page.locator('dk-bar')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
});

test('in system colours tracks, marks and state stay visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openFigure(page, '?divisor=1');
  const track = saturation(page).locator('input[type=range][name=dk]');
  expect(await track.evaluate((input) => getComputedStyle(input).backgroundImage)).toContain('gradient');
  const chip = (mark: string) => saturation(page).locator(`[data-mark="${mark}"]`).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await chip('1')).not.toBe(await chip('root'));
  await expect(saturation(page).locator('.dk-state-word')).toBeVisible();
});

test('with more contrast asked for, the faint ink is not fainter than the notes’, and the washes are off', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await openFigure(page);
  const token = (name: string) => page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name);
  expect(await token('--ink3')).toBe(await token('--ink2'));
  expect(await token('--small-wash')).toBe('transparent');
});

test('with less motion asked for, a mark is jumped to', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFigure(page);
  const places = await saturation(page).evaluate((figure) => new Promise<number[]>((done) => {
    const range = figure.querySelector<HTMLInputElement>('.dk-divisor-range')!;
    const seen: number[] = [];
    const look = (): void => {
      seen.push(Number(range.value));
      if (seen.length < 20) requestAnimationFrame(look);
      else done(seen);
    };
    figure.querySelector<HTMLElement>('[data-mark="1"]')!.click();
    requestAnimationFrame(look);
  }));
  expect(new Set(places.slice(1)).size).toBe(1);
  expect(places.at(-1)).toBe(-3);
});
