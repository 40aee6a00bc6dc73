import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { MODELS, paramsOf } from '../../web/figures/models/query.ts';
import { engine, visibleText } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const models = (page: Page): Locator => page.locator('dk-models');
const row = (page: Page, name: string): Locator => models(page).locator(`[data-model=${name}]`);
const alpha = (page: Page): Locator => models(page).locator('input.dk-divisor-range');

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(models(page)).toHaveAttribute('data-settled', '');
}

async function open(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}#summary`);
  await models(page).scrollIntoViewIfNeeded();
  await settled(page);
}

const read = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(await models(page).locator('[data-name][data-value]').evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset['name'] ?? '', (one as HTMLElement).dataset['value'] ?? ''] as const)));

test('choosing a rule takes the divisor, and d_k where the rule has its own, to where the engine places it @smoke', async ({ page }) => {
  await open(page);
  const real = await engine();
  for (const name of ['none', 'gemma2_27b', 'gpt2_inverse_layer', 'swin_v2', 'deepseek_v3', 't5', 'ssmax'] as const) {
    const before = new URL(page.url()).searchParams;
    await row(page, name).click();
    await expect(row(page, name)).toHaveAttribute('aria-pressed', 'true');
    await settled(page);
    const headDim = Number(before.get('dk') ?? 64);
    const scaling = await real.call('modelRule', { name, headDim, keyCount: 8, layer: 12, scale: 0 });
    const model = MODELS.find((one) => one.name === name)!;
    const wanted = paramsOf({ model, scaling });
    await expect.poll(() => new URL(page.url()).searchParams.get('dk')).toBe(wanted.headDim === undefined ? before.get('dk') : String(wanted.headDim));
    await expect.poll(() => new URL(page.url()).searchParams.get('alpha')).toBe(wanted.alpha === undefined ? null : String(wanted.alpha));
    expect(Number((await read(page))['model-divisor'])).toBe((await real.call('modelRule', { name, headDim: wanted.headDim ?? headDim, keyCount: 8, layer: 12, scale: 0 })).divisor);
    await expect(models(page).locator('figcaption')).toContainText('你的除數就在這裡');
    await expect(models(page).locator('[role=status]')).not.toBeEmpty();
  }
  expect(await visibleText(page)).not.toMatch(/NaN|Infinity|undefined/);
});

test('a divisor that is dragged away is told, and the row takes it back', async ({ page }) => {
  await open(page);
  await alpha(page).focus();
  await page.keyboard.press('PageUp');
  await settled(page);
  await expect(models(page).locator('figcaption')).toContainText('不在這裡');
  await row(page, 'vaswani').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(models(page).locator('figcaption')).toContainText('你的除數就在這裡');
});

test('a rule’s own number moves it, is kept by the address, and refuses what it can’t take', async ({ page }) => {
  await open(page);
  await row(page, 'yarn').click();
  const field = models(page).locator('input[name=scale-field]');
  await expect(field).toHaveValue('16');
  await field.fill('4');
  await field.press('Enter');
  await expect.poll(async () => Number((await read(page))['model-alpha'])).toBeCloseTo(0.771, 3);
  await expect.poll(() => new URL(page.url()).searchParams.get('models.scale')).toBe('4');
  await field.fill('0.2');
  await field.press('Enter');
  await expect(models(page).locator('[data-notice=clamped][data-param=scale]')).toBeVisible();
  await expect(field).toHaveValue('1');
  await field.fill('far');
  await field.press('Enter');
  await expect(models(page).locator('[data-notice=not_a_number]').first()).toBeVisible();
  await row(page, 'gpt2_inverse_layer').click();
  const layer = models(page).locator('input[name=layer-field]');
  await layer.fill('3');
  await layer.press('Enter');
  await expect.poll(async () => (await read(page))['model-alpha']).toBe('3');
  await expect.poll(() => new URL(page.url()).searchParams.get('models.layer')).toBe('3');
  await page.reload();
  await models(page).scrollIntoViewIfNeeded();
  await settled(page);
  expect((await read(page))['model-alpha']).toBe('3');
  await models(page).getByRole('button', { name: '回到預設' }).click();
  await expect(row(page, 'vaswani')).toHaveAttribute('aria-pressed', 'true');
});

test('the same address shows the same numbers in both languages, and axe finds nothing', async ({ page }) => {
  const shown = [];
  for (const { path } of languages) {
    await open(page, '?dk=128&alpha=1.061&models.model=gemma2_27b', path);
    await models(page).locator('summary').click();
    await expect(models(page).locator('.dk-data tbody tr')).toHaveCount(16);
    shown.push(await read(page));
    const { violations } = await new AxeBuilder({ page }).include('dk-models').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`)).toEqual([]);
  }
  expect(shown[1]).toEqual(shown[0]);
});

for (const width of [320, 390]) {
  test(`at ${width} px nothing scrolls sideways, and every control is a thumb high`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of languages) {
      await open(page, '?models.model=qk_norm', path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
      const low = await models(page).locator('button:not(.dk-mark), input:not(.dk-field), .dk-own input').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 120)));
      expect(low).toEqual([]);
    }
  });
}
