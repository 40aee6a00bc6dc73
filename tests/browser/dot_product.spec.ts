import { named } from './support/named_figure.ts';
import { expect, test } from './support/page_test.ts';

test('case 2: unscaled spreads for d_k = 16, 64, 256, 1024 come out as √d_k within 3 % @smoke', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  for (const dk of [16, 64, 256, 1024]) {
    await figure.open(`?dk=${dk}&divisor=1`);
    const { value, error = 0 } = await figure.reading('sigma-measured');
    expect(Math.abs(value / Math.sqrt(dk) - 1), `d_k = ${dk}: ${value}`).toBeLessThan(0.03);
    expect(error).toBeGreaterThan(0);
  }
});

test('case 3: moving d_k 64 → 65 → 64 returns the very same numbers, from at least a thousand pairs', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  await figure.open('?divisor=1');
  const first = await figure.readings();
  expect(first['pairs']!.value).toBeGreaterThanOrEqual(1000);
  await figure.slider('dk').focus();
  await page.keyboard.press('ArrowRight');
  const between = await figure.readings();
  expect(between['logit-variance']).not.toEqual(first['logit-variance']);
  // The first coordinates are those that were there before.
  expect(between['term-variance']).toEqual(first['term-variance']);
  await page.keyboard.press('ArrowLeft');
  expect(await figure.readings()).toEqual(first);
});

test('case 4: four pairs show ±82 % and claim nothing, ten thousand show ±1.4 %', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  await figure.open('', '/en/');
  await figure.choice('pairs', '4').click();
  expect((await figure.reading('relative-error')).value).toBeCloseTo(0.816, 3);
  await expect(figure.figure.locator('[data-name=state]')).toHaveAttribute('data-value', 'few');
  await expect(figure.figure).toContainText('±82 %');
  await figure.choice('pairs', '10000').click();
  expect((await figure.reading('relative-error')).value).toBeCloseTo(0.0141, 4);
  await expect(figure.figure.locator('[data-name=state]')).toHaveAttribute('data-value', 'agrees');
});

test('ρ with one key runs away as ρ√d_k after √d_k, and with all keys it shrinks the spread within the row', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  await figure.open('?keys=64&dot-product.rho=0.5');
  let shown = await figure.readings();
  expect(shown['logit-mean']!.theory).toBeCloseTo(4, 9);
  expect(Math.abs(shown['logit-mean']!.value - 4)).toBeLessThan(0.1);
  expect(shown['row-max-weight-one']!.value).toBeGreaterThan(3 * shown['row-max-weight-none']!.value);
  await figure.choice('scope', 'all').click();
  shown = await figure.readings();
  expect(Math.abs(shown['row-sigma-all']!.value - Math.sqrt(0.75))).toBeLessThan(0.02);
  await figure.mark('dk').click();
  expect((await figure.reading('logit-mean')).theory).toBeCloseTo(0.5, 9);
});

test('every law of the entries keeps the variance, and the address keeps the choice', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  await figure.open('?divisor=1');
  for (const law of ['uniform', 'sign', 'laplace', 'student5', 'student3']) {
    await figure.choice('entries', law).click();
    const { value, error = 0, theory = 0 } = await figure.reading('logit-variance');
    expect(theory).toBeCloseTo(64, 9);
    expect(Math.abs(value - theory), law).toBeLessThan(5 * error);
    await expect(page).toHaveURL(new RegExp(`dot-product\\.entries=${law}`));
  }
  const last = await figure.readings();
  await page.reload();
  expect(await figure.readings()).toEqual(last);
});

test('ρ is moved by the keyboard and typed; nonsense is answered in a sentence', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  await figure.open();
  await figure.slider('rho').focus();
  await page.keyboard.press('ArrowRight');
  expect((await figure.reading('logit-mean')).theory).toBeCloseTo(0.4, 9);
  const field = figure.figure.locator('input[name=rho-field]');
  await field.fill('7');
  await field.press('Enter');
  expect((await figure.reading('logit-mean')).theory).toBeCloseTo(8, 9);
  await expect(figure.figure.locator('[data-notice=clamped][data-param=rho]')).toBeVisible();
  await field.fill('abc');
  await field.press('Enter');
  await expect(figure.figure.locator('[data-notice=not_a_number][data-param=rho]')).toBeVisible();
});

test('no state shows NaN or infinity: heavy tails with a correlation, one dimension, extreme divisors', async ({ page }) => {
  const figure = named(page, 'dk-dot-product', 'statistics');
  for (const query of ['?dot-product.entries=student3&dot-product.rho=0.5', '?dk=1&divisor=1', '?dk=4096&divisor=1e-6', '?dk=4096&divisor=1e6&keys=4096', '?dot-product.entries=sign&dot-product.rho=1']) {
    await figure.open(query);
    await figure.figure.locator('details summary').click();
    expect(await figure.figure.innerText(), query).not.toMatch(/NaN|Infinity|∞|undefined/);
  }
});

for (const width of [320, 390]) {
  test(`on a phone of ${width} px nothing scrolls sideways and every target is 44 px high`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const figure = named(page, 'dk-dot-product', 'statistics');
    for (const path of ['/', '/en/']) {
      await figure.open('?dot-product.rho=0.5&dot-product.entries=student3', path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      for (const target of await figure.figure.locator('.dk-chip, .dk-button, .dk-range').all()) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
  });
}
