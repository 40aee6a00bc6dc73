import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { engine, visibleText } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const claims = (page: Page): Locator => page.locator('dk-claims');
const button = (page: Page): Locator => claims(page).locator('.dk-primary');
const row = (page: Page, id: number): Locator => claims(page).locator(`li[data-claim="${id}"]`);
const section = (page: Page, name: string): Locator => claims(page).locator(`[data-section="${name}"]`);

async function open(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}#summary`);
  await claims(page).scrollIntoViewIfNeeded();
  await expect(claims(page)).toHaveAttribute('data-settled', '');
}

const read = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(await claims(page).locator('[data-name][data-value]').evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset['name'] ?? '', (one as HTMLElement).dataset['value'] ?? ''] as const)));

async function measured(page: Page): Promise<void> {
  await expect(claims(page).locator('[data-name=phase]')).toHaveAttribute('data-value', 'done', { timeout: 60_000 });
}

test('nothing is measured before the reader says so; then every claim is, with the engine’s digits and the article’s verdicts @smoke', async ({ page }) => {
  await open(page, '?claims.section=all');
  await page.waitForTimeout(300);
  expect(await read(page)).toMatchObject({ phase: 'ready', 'claims-done': '0', 'verdict-9': 'partly' });
  await expect(claims(page).locator('.dk-blank')).not.toHaveCount(0);
  await button(page).click();
  await measured(page);
  const shown = await read(page);
  expect(shown['claims-done']).toBe('29');
  const real = await engine();
  const { claims: list } = await real.call('claimList', {});
  for (const { id, verdict } of list) expect(shown[`verdict-${id}`], String(id)).toBe(verdict);
  for (const id of [8, 23, 30]) {
    const { values } = await real.call('measureClaim', { id, seed: 1 });
    list[id - 1]!.numbers.forEach((name, i) => expect(Number(shown[`claim-${id}-${name}`])).toBe(values[i]));
  }
  await expect(claims(page).locator('.dk-cell:is(.quoted, .measuring, .differs)')).toHaveCount(0);
  await expect(claims(page).locator('[role=status]')).toContainText('29 句都量過了');
  expect(await visibleText(page)).not.toMatch(/NaN|Infinity|∞|undefined/);
});

test('a stop holds every digit, going on measures what is left, and another seed begins anew', async ({ page }) => {
  await open(page);
  await claims(page).evaluate((figure) => new Promise<void>((done) => {
    const watch = new MutationObserver(() => {
      if (Number(figure.querySelector<HTMLElement>('[data-name=claims-done]')?.dataset['value']) < 3) return;
      watch.disconnect();
      figure.querySelector<HTMLButtonElement>('[data-action=stop]')?.click();
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    });
    watch.observe(figure, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-value'] });
    figure.querySelector<HTMLButtonElement>('[data-action=run]')?.click();
  }));
  const held = await read(page);
  expect(held['phase']).toBe('stopped');
  await page.waitForTimeout(400);
  expect(await read(page)).toEqual(held);
  await button(page).click();
  await measured(page);
  const first = await read(page);
  await claims(page).getByRole('button', { name: /換一組樣本/ }).click();
  await measured(page);
  const second = await read(page);
  expect(second['seed']).toBe('2');
  expect(second['claim-8-max-64-512']).not.toBe(first['claim-8-max-64-512']);
  expect(second['verdict-8']).toBe(first['verdict-8']);
  await claims(page).getByRole('button', { name: '回到預設' }).click();
  expect(await read(page)).toMatchObject({ phase: 'ready', seed: '1', 'claims-done': '0' });
});

test('a mark on the board leads to its claim, in its section, and the address keeps the section', async ({ page }) => {
  await open(page);
  await claims(page).locator('.dk-cell[data-claim="30"]').click();
  await expect(row(page, 30)).toBeFocused();
  await expect(row(page, 30)).toHaveClass(/picked/);
  await expect(section(page, '4.2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => new URL(page.url()).searchParams.get('claims.section')).toBe('4.2');
  await section(page, 'all').click();
  await expect(claims(page).locator('li.dk-claim')).toHaveCount(34);
  await expect(row(page, 24).locator('a')).toHaveAttribute('href', '#larger-gradients');
});

test('the same seed gives the same digits in both languages, from the keyboard alone, and axe finds nothing', async ({ page }) => {
  const digits = [];
  for (const { path } of languages) {
    await open(page, '?seed=7&claims.section=all', path);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await measured(page);
    await expect(button(page)).toBeFocused();
    digits.push(await read(page));
    const { violations } = await new AxeBuilder({ page }).include('dk-claims').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`)).toEqual([]);
  }
  expect(digits[1]).toEqual(digits[0]);
});

for (const width of [320, 390]) {
  test(`at ${width} px nothing scrolls sideways, and every control is a thumb high`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of languages) {
      await open(page, '?claims.section=all', path);
      await button(page).click();
      await measured(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
      const low = await claims(page).locator('button').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 100)));
      expect(low).toEqual([]);
      const outside = await claims(page).locator('dd, dt, .dk-verdict-chip').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.textContent));
      expect(outside).toEqual([]);
    }
  });
}
