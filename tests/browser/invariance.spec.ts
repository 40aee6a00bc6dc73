import { queryState, runState } from '../../web/figures/invariance/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { Figure } from './support/any_figure.ts';
import { engine, thumbAt } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const invariance = (page: ConstructorParameters<typeof Figure>[0]): Figure => new Figure(page, 'dk-invariance', 'invariance');

test('case 17: dragging d_k undivided the largest weight rises 0.75, 0.87, 0.94, 0.97, divided by √d_k it stays 0.36 @smoke', async ({ page }) => {
  const figure = invariance(page);
  await figure.open('?dk=16');
  const range = figure.slider('dk');
  await range.scrollIntoViewIfNeeded();
  const start = await thumbAt(range, 16);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const [headDim, weight] of [[16, 0.75], [64, 0.87], [256, 0.94], [1024, 0.97]] as const) {
    const { x, y } = await thumbAt(range, headDim);
    await page.mouse.move(x, y, { steps: 6 });
    const data = await figure.data();
    expect(Math.abs(Number(data['max-weight-1']?.value) - weight), `d_k = ${headDim}`).toBeLessThan(0.02);
    expect(Math.abs(Number(data['max-weight-root']?.value) - 0.36), `d_k = ${headDim}`).toBeLessThan(0.02);
  }
  await page.mouse.up();
});

test('the thumb stands under the point on the chart, at any d_k', async ({ page }) => {
  const figure = invariance(page);
  await figure.open();
  for (const headDim of [1, 65, 4096]) {
    await figure.element.locator('input[name=dk-field]').fill(String(headDim));
    await figure.element.locator('input[name=dk-field]').press('Enter');
    await figure.settled();
    const point = (await figure.element.locator('circle.dk-rule-now').last().boundingBox())!;
    const thumb = await thumbAt(figure.slider('dk'), headDim);
    expect(Math.abs(point.x + point.width / 2 - thumb.x), `d_k = ${headDim}`).toBeLessThan(1.5);
  }
});

test('every number shown is the one that the engine gives under Node for the same request', async ({ page }) => {
  const figure = invariance(page);
  for (const [query, params] of [['?dk=512&divisor=1&keys=64&seed=7', { headDim: 512, divisor: '1', keyCount: 64, seed: 7 }], ['?dk=65&alpha=0.5', { headDim: 65, alpha: 0.5 }]] as const) {
    await figure.open(query);
    const state = await runState(await engine(), queryState({ ...DEFAULTS, ...params }, 'resting'));
    const shown = await figure.data();
    for (const rule of state.rules) {
      expect(shown[`max-weight-${rule.id}`]).toEqual({ value: String(rule.maxWeight.mean), error: String(rule.maxWeight.error), theory: String(rule.maxWeight.theory) });
      expect(shown[`grad-query-rms-${rule.id}`]).toEqual({ value: String(rule.gradQuery.mean), error: String(rule.gradQuery.error), theory: String(rule.gradQuery.theory) });
    }
    expect(shown['ks-distance']?.value).toBe(String(state.ksDistance));
    expect(shown['excess-kurtosis']?.value).toBe(String(state.sample.excessKurtosis));
  }
});

test('the reader’s own divisor is drawn beside the three rules, and goes when a mark is chosen', async ({ page }) => {
  const figure = invariance(page);
  await figure.open('?divisor=3', '/en/');
  expect(await figure.number('max-weight-own')).toBeGreaterThan(0.36);
  await expect(figure.element.locator('svg.dk-rules .dk-rule-own')).not.toHaveCount(0);
  await figure.mark('dk').click();
  expect((await figure.data())['max-weight-own']).toBeUndefined();
  await expect(figure.element.locator('svg.dk-rules .dk-rule-own')).toHaveCount(0);
  await expect(figure.element.locator('figcaption')).toContainText('equal share');
});

test('all four quantities can be looked at, and the address keeps which', async ({ page }) => {
  const figure = invariance(page);
  await figure.open('', '/en/');
  const seen = new Set<string>();
  for (const quantity of ['entropy', 'jacobianTrace', 'gradQuery']) {
    await figure.choose('quantity', quantity);
    await expect(page).toHaveURL(new RegExp(`invariance\\.quantity=${quantity}`));
    seen.add((await figure.element.locator('svg.dk-rules').getAttribute('aria-label')) ?? '');
  }
  expect(seen.size).toBe(3);
  await figure.open('?invariance.quantity=gradQuery', '/en/');
  await expect(figure.choice('quantity', 'gradQuery')).toHaveAttribute('aria-pressed', 'true');
  await figure.element.getByRole('button', { name: 'Reset' }).click();
  await figure.settled();
  await expect(figure.choice('quantity', 'maxWeight')).toHaveAttribute('aria-pressed', 'true');
});

test('divisors a million times too small or too large show no NaN and no infinity', async ({ page }) => {
  const figure = invariance(page);
  for (const divisor of ['1e-6', '1e6'])
    for (const quantity of ['maxWeight', 'gradQuery']) {
      await figure.open(`?dk=4096&divisor=${divisor}&invariance.quantity=${quantity}`);
      expect(await figure.element.innerText()).not.toMatch(/NaN|Infinity|∞|undefined/);
    }
});

test('moving d_k 64 → 65 → 64 by keyboard returns the very same digits', async ({ page }) => {
  const figure = invariance(page);
  await figure.open();
  const first = await figure.data();
  await figure.slider('dk').focus();
  await page.keyboard.press('ArrowRight');
  const between = await figure.data();
  expect(between['max-weight']).not.toEqual(first['max-weight']);
  await page.keyboard.press('ArrowLeft');
  expect(await figure.data()).toEqual(first);
});

for (const { tag, path } of languages)
  for (const width of [320, 390, 1280]) {
    test(`in ${tag} at ${width} px: nothing scrolls sideways, a thumb finds every control, axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const figure = invariance(page);
      // A fourth rule makes the table widest.
      await figure.open('?divisor=rootmodel', path);
      expect(await figure.scrollsSideways()).toBe(false);
      const box = (await figure.element.boundingBox())!;
      const outside = await figure.element.locator('.dk-rule-frame, .dk-chip, svg.dk-picture, .dk-readout').evaluateAll((all, right) => all.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.className), box.x + box.width);
      expect(outside).toEqual([]);
      // From 390 px on the table needs no scrolling of its own.
      if (width >= 390) expect(await figure.element.locator('.dk-rule-frame').evaluate((frame) => frame.scrollWidth > frame.clientWidth)).toBe(false);
      if (width === 390) {
        expect(await figure.tooSmall()).toEqual([]);
        expect(await figure.axe()).toEqual([]);
      }
    });
  }
