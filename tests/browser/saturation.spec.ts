import { queryState } from '../../web/figures/saturation/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { divisorSlider, engine, mark, openFigure, reading, readings, saturation, settled, slider, thumbAt, visibleText } from './support/figure.ts';
import { expect, test } from './support/page_test.ts';

/** Drags d_k's thumb with a real pointer, step by step and without letting go, and reads the largest weight where it rests. */
async function dragThrough(page: Parameters<typeof settled>[0], from: number, stops: number[]): Promise<Record<number, number>> {
  const range = slider(page, 'dk');
  await range.scrollIntoViewIfNeeded();
  const start = await thumbAt(range, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const read: Record<number, number> = {};
  for (const stop of stops) {
    const { x, y } = await thumbAt(range, stop);
    await page.mouse.move(x, y, { steps: 8 });
    read[stop] = (await reading(page, 'max-weight')).value;
  }
  await page.mouse.up();
  return read;
}

test('case 17: dragging d_k at divisor 1 shows the mean largest weight rise, and at the root it stays @smoke', async ({ page }) => {
  await openFigure(page, '?dk=16&divisor=1');
  const rising = await dragThrough(page, 16, [16, 64, 256, 1024, 4096]);
  const expected: [number, number][] = [[16, 0.75], [64, 0.87], [256, 0.94], [1024, 0.97]];
  for (const [dk, weight] of expected) expect(Math.abs((rising[dk] ?? 0) - weight), `d_k = ${dk}: ${rising[dk]}`).toBeLessThan(0.02);
  expect(rising[4096]).toBeGreaterThan(rising[1024] ?? 1);

  await openFigure(page, '?dk=16');
  const still = await dragThrough(page, 16, [16, 64, 256, 1024, 4096]);
  for (const [dk, weight] of Object.entries(still)) expect(Math.abs(weight - 0.36), `d_k = ${dk}: ${weight}`).toBeLessThan(0.02);
});

test('every number shown is the one that the engine gives under Node for the same request', async ({ page }) => {
  for (const params of [{}, { headDim: 512, divisor: 1, keyCount: 64, seed: 7 }, { headDim: 300, divisor: 'dk', seed: 4294967295 }, { headDim: 4096, divisor: 3.5, keyCount: 4096 }] as const) {
    const whole = { ...DEFAULTS, ...params };
    const query = new URLSearchParams({ dk: String(whole.headDim), divisor: String(whole.divisor), keys: String(whole.keyCount), seed: String(whole.seed) });
    await openFigure(page, `?${query}`);
    const request = queryState(whole, 'resting');
    const client = await engine();
    const sample = await client.call('saturationSample', request.sample);
    const theory = await client.call('saturationTheory', request.theory);
    const shown = await readings(page);
    expect(shown['max-weight']).toEqual({ value: sample.maxWeightMean[0], error: sample.maxWeightError[0], theory: theory.maxWeight[0] });
    expect(shown['entropy']).toEqual({ value: sample.entropyMean[0], error: sample.entropyError[0], theory: theory.entropy[0] });
    expect(shown['effective-keys']).toMatchObject({ value: sample.effectiveKeysMean[0], error: sample.effectiveKeysError[0] });
    expect(sample.rows).toBeGreaterThanOrEqual(1000);
  }
});

test('measured and exact agree within five standard errors', async ({ page }) => {
  for (const query of ['?dk=16&divisor=1', '?dk=64&keys=512&divisor=1', '?dk=512&keys=64', '?dk=300&divisor=dk', '?dk=1&divisor=0.01']) {
    await openFigure(page, query);
    for (const name of ['max-weight', 'entropy']) {
      const { value, error = 0, theory = 0 } = await reading(page, name);
      expect(Math.abs(value - theory), `${name} at ${query}: ${value} ± ${error}, exact ${theory}`).toBeLessThanOrEqual(5 * error + 1e-6);
    }
  }
});

test('case 3: moving d_k 64 → 65 → 64 returns the very same digits', async ({ page }) => {
  await openFigure(page);
  const first = await readings(page);
  await slider(page, 'dk').focus();
  await page.keyboard.press('ArrowRight');
  const between = await readings(page);
  expect(between['max-weight']).not.toEqual(first['max-weight']);
  await page.keyboard.press('ArrowLeft');
  expect(await readings(page)).toEqual(first);
});

test('case 18: a new sample changes the measured digits, not the exact ones, and its seed brings it back', async ({ page }) => {
  await openFigure(page);
  const first = await readings(page);
  await saturation(page).getByRole('button', { name: /換一組樣本/ }).click();
  const second = await readings(page);
  expect(second['max-weight']?.value).not.toBe(first['max-weight']?.value);
  expect(second['max-weight']?.theory).toBe(first['max-weight']?.theory);
  await openFigure(page, '?seed=1');
  expect(await readings(page)).toEqual(first);
});

test('scalar and vector instructions give the same digits', async ({ page }) => {
  const modules: string[] = [];
  page.context().on('request', (request) => { if (request.url().endsWith('.wasm')) modules.push(request.url()); });
  const query = 'dk=100&keys=33&divisor=2.5&seed=9';
  await openFigure(page, `?${query}`);
  const vector = await readings(page);
  await openFigure(page, `?${query}&simd=off`);
  expect(await readings(page)).toEqual(vector);
  expect(new Set(modules).size, 'two different modules were loaded').toBe(2);
});

test('case 10: divisors a million times too small or too large give finite numbers and a plain word', async ({ page }) => {
  for (const [divisor, state, axis] of [['1e-6', 'saturated', 'saturated'], ['1e6', 'large', 'uniform']]) {
    await openFigure(page, `?dk=4096&divisor=${divisor}`);
    const shown = await readings(page);
    for (const [name, { value, error, theory }] of Object.entries(shown)) {
      for (const number of [value, error ?? 0, theory ?? 0]) expect(Number.isFinite(number), `${name} at ${divisor}`).toBe(true);
    }
    await expect(saturation(page).locator('[data-name=state]')).toHaveAttribute('data-value', state as string);
    await expect(saturation(page).locator('[data-name=axis]')).toHaveAttribute('data-value', axis as string);
    expect(await saturation(page).innerText()).not.toMatch(/NaN|Infinity|∞|undefined/);
  }
});

test('an address full of nonsense is answered in sentences, in both languages, and no NaN is shown', async ({ page }) => {
  for (const path of ['/', '/en/']) {
    await openFigure(page, '?dk=1e9&divisor=-1&seed=NaN&keys=1', path);
    const notices = page.locator('[data-notice]');
    await expect(notices).toHaveCount(4);
    for (const notice of await notices.all()) await expect(notice).toBeVisible();
    for (const name of ['dk', 'divisor', 'seed', 'keys']) await expect(page.locator(`[data-notice][data-param=${name}]`)).toHaveCount(1);
    await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /4096/);
    expect(await visibleText(page)).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('the divisor slider steps by one per cent, the marks set it, and following holds α', async ({ page }) => {
  await openFigure(page, '?divisor=1');
  await mark(page, 'dk').click();
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBeCloseTo(1 / 8, 12);
  await mark(page, 'root').click();
  await settled(page);
  expect((await reading(page, 'sigma')).value).toBe(1);
  await divisorSlider(page).focus();
  await page.keyboard.press('ArrowLeft');
  expect(Math.abs((await reading(page, 'sigma')).value - 1.01)).toBeLessThan(0.002);
  await page.getByRole('switch').first().click();
  const held = (await reading(page, 'sigma')).value;
  await slider(page, 'dk').focus();
  await page.keyboard.press('PageUp');
  expect((await reading(page, 'sigma')).value).toBeCloseTo(held, 3);
});

test('more keys at the same spread are less crowded', async ({ page }) => {
  await openFigure(page, '?divisor=1');
  const few = (await reading(page, 'max-weight')).value;
  await slider(page, 'keys').focus();
  await page.keyboard.press('End');
  const many = (await reading(page, 'max-weight')).value;
  expect(many).toBeLessThan(few - 0.1);
});

test('case 18: changing the divisor leaves the raw scores bit-identical, and the seed is shown', async ({ page }) => {
  await openFigure(page, '?seed=7');
  await saturation(page).locator('details.dk-data summary').click();
  const before = await readings(page);
  await mark(page, '1').click();
  const after = await readings(page);
  for (const name of ['score-mean', 'score-variance', 'seed']) expect(after[name], name).toEqual(before[name]);
  expect(before['score-variance']?.value).toBeGreaterThan(0);
  expect(after['max-weight']).not.toEqual(before['max-weight']);
  expect(after['seed']?.value).toBe(7);
});

test('case 6: √d_model of eight heads reads a spread of 0.354 and flatter weights', async ({ page }) => {
  await openFigure(page);
  const right = await reading(page, 'entropy');
  await mark(page, 'rootmodel').click();
  const wrong = await reading(page, 'entropy');
  const sigma = await reading(page, 'sigma');
  expect(sigma.value).toBeCloseTo(8 / Math.sqrt(512), 12);
  expect(await saturation(page).locator('[data-name=sigma]').innerText()).toBe('0.354');
  expect(wrong.value).toBeGreaterThan(right.value);
});

test('case 1: divided by d_k = 300 itself the spread is 0.058 and nearly all keys share; divided by the root it is 1', async ({ page }) => {
  await openFigure(page, '?dk=300&divisor=dk');
  expect((await reading(page, 'sigma')).value).toBeCloseTo(1 / Math.sqrt(300), 12);
  expect((await reading(page, 'entropy')).value / Math.log(8)).toBeGreaterThan(0.99);
  await mark(page, 'root').click();
  expect((await reading(page, 'sigma')).value).toBeCloseTo(1, 12);
  expect(Math.abs((await reading(page, 'sigma-measured')).value - 1)).toBeLessThan(0.05);
});
