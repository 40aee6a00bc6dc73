import { queryState, runState } from '../../web/figures/gradient/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { engine } from './support/figure.ts';
import { named } from './support/named_figure.ts';
import { expect, test } from './support/page_test.ts';

test('case 1: d_k = 300 and the mark d_k: the mean gradient to the query is 17 to 19 times smaller than at the root @smoke', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  await gradient.open('?dk=300');
  const root = (await gradient.reading('grad-query-mean')).value;
  await gradient.mark('dk').click();
  const divided = (await gradient.reading('grad-query-mean')).value;
  expect(root / divided).toBeGreaterThan(17);
  expect(root / divided).toBeLessThan(19);
  expect((await gradient.reading('rows')).value).toBeGreaterThanOrEqual(1000);
});

test('case 2: d_k = 1024 undivided: the median gradient is below 1e-3 and the 99th percentile above ten times the root’s', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  await gradient.open('?dk=1024&divisor=1');
  const shown = await gradient.readings();
  expect(shown['grad-query-median']!.value).toBeLessThan(1e-3);
  expect(shown['grad-query-p99']!.value).toBeGreaterThan(10 * shown['grad-query-p99-root']!.value);
});

test('every gradient shown is the one that the engine gives under Node for the same request', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  for (const params of [{}, { headDim: 100, divisor: 3, keyCount: 64, seed: 7 }] as const) {
    const whole = { ...DEFAULTS, ...params };
    await gradient.open(`?${new URLSearchParams({ dk: String(whole.headDim), divisor: String(whole.divisor), keys: String(whole.keyCount), seed: String(whole.seed) })}`);
    const { statistics, planted } = await runState(await engine(), queryState(whole, 'resting'));
    const shown = await gradient.readings();
    expect(shown['grad-query-mean']).toEqual({ value: statistics.gradQuery.mean[0], error: statistics.gradQuery.error[0], theory: undefined });
    expect(shown['grad-query-median']?.value).toBe(statistics.gradQuery.median[0]);
    expect(shown['planted-weight']?.value).toBe(planted.weight[0]);
  }
});

test('the four gradients are chosen by chips, the choice stands in the address, and the reset takes it back', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  await gradient.open('?divisor=64');
  for (const [of, name] of [['scores', 'grad-scores-mean'], ['value', 'weight-norm-mean'], ['key', 'grad-key-mean']] as const) {
    await gradient.choice('of', of).click();
    expect((await gradient.reading(name)).value).toBeGreaterThan(0);
    await expect(page).toHaveURL(new RegExp(`gradient\\.of=${of}`));
  }
  await gradient.figure.locator('.dk-foot button').first().click();
  await gradient.settled();
  await expect(gradient.choice('of', 'query')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).not.toHaveURL(/gradient\.of/);
});

test('moving d_k 64 → 65 → 64 by the keyboard returns the very same digits', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  await gradient.open('?divisor=1');
  const first = await gradient.readings();
  await gradient.slider('dk').focus();
  await page.keyboard.press('ArrowRight');
  expect((await gradient.readings())['grad-query-mean']).not.toEqual(first['grad-query-mean']);
  await page.keyboard.press('ArrowLeft');
  expect(await gradient.readings()).toEqual(first);
});

test('divisors a million times too small or too large give finite numbers and a plain word', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  for (const [divisor, state] of [['1e-6', 'unseen'], ['1e6', 'large']] as const) {
    await gradient.open(`?dk=4096&divisor=${divisor}`);
    for (const [name, { value, error, theory }] of Object.entries(await gradient.readings())) for (const number of [value, error ?? 0, theory ?? 0]) expect(Number.isFinite(number), `${name} at ${divisor}`).toBe(true);
    await expect(gradient.figure.locator('[data-name=state]')).toHaveAttribute('data-value', state);
    expect(await gradient.figure.innerText()).not.toMatch(/NaN|Infinity|∞|undefined/);
  }
});

for (const width of [320, 390]) {
  test(`on a phone of ${width} px nothing scrolls sideways and every target is 44 px high`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const gradient = named(page, 'dk-gradient', 'larger-gradients');
    await gradient.open('?divisor=1&keys=64');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const target of await gradient.figure.locator('.dk-chip, .dk-button, .dk-range').all()) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  });
}

test('dragging the divisor keeps the page answering, and the digits settle when the finger is off', async ({ page }) => {
  const gradient = named(page, 'dk-gradient', 'larger-gradients');
  await gradient.open('?keys=512');
  const range = gradient.figure.locator('input.dk-divisor-range');
  await range.scrollIntoViewIfNeeded();
  const box = (await range.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2, { steps: 12 });
  await expect(gradient.figure).not.toHaveAttribute('data-settled', '');
  await page.mouse.up();
  expect((await gradient.reading('rows')).value).toBe(4000);
});
