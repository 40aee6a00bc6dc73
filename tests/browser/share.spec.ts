// Share, embed, export: what a figure's last line opens, and what comes out of it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Download, type Page } from '@playwright/test';
import { figureTags } from '../../web/page/build/shadow_css.ts';
import { test } from './support/page_test.ts';

const figure = (page: Page) => page.locator('dk-saturation');
const dialog = (page: Page) => figure(page).locator('dialog');
const text = (page: Page) => dialog(page).locator('textarea').inputValue();

async function open(page: Page, tab: string, query = '?dk=512&divisor=1&keys=64&seed=7', path = '/en/'): Promise<void> {
  // The same address once more would only jump to the fragment.
  await page.goto('about:blank');
  await page.goto(`${path}${query}#saturation`);
  await figure(page).scrollIntoViewIfNeeded();
  await expect(figure(page)).toHaveAttribute('data-settled', '');
  await figure(page).locator('[data-share=link]').click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).locator(`[data-tab=${tab}]`).click();
}

test('the link brings back the very state, and a teacher’s link leaves only the controls that were kept', async ({ page, origin }) => {
  await open(page, 'link');
  expect(await text(page)).toBe(`${origin}/en/?dk=512&divisor=1&keys=64&seed=7#saturation`);
  for (const name of ['dk', 'keys', 'sample']) await dialog(page).locator(`input[name=${name}]`).uncheck();
  const teachers = await text(page);
  expect(teachers).toContain('controls=divisor');
  await page.goto(teachers);
  await figure(page).scrollIntoViewIfNeeded();
  await expect(figure(page)).toHaveAttribute('data-settled', '');
  await expect(figure(page).locator('.dk-divisor-range')).toHaveCount(1);
  await expect(figure(page).locator('input[type=range][name=dk]')).toHaveCount(0);
  await expect(page.locator('dk-bar')).toHaveCount(0);
});

test('the lines for a page hold what was chosen, and the preview shows it @smoke', async ({ page, origin }) => {
  await open(page, 'script');
  await dialog(page).locator('select[name=lang]').selectOption('zh-Hant');
  await dialog(page).locator('select[name=theme]').selectOption('dark');
  await dialog(page).locator('select[name=width]').selectOption('480');
  expect(await text(page)).toContain('<dk-saturation dk="512" divisor="1" keys="64" seed="7" lang="zh-Hant" theme="dark" style="max-width: 480px">');
  expect(await text(page)).toContain(`<script src="${origin}/embed.js" async></script>`);
  const shown = page.frameLocator('dk-saturation dialog iframe').locator('dk-saturation');
  await expect(shown).toHaveAttribute('data-settled', '', { timeout: 20_000 });
  await expect(shown).toContainText('最大權重');
  await dialog(page).locator('[data-tab=iframe]').click();
  const height = Number(/height: (\d+)px/.exec(await text(page))?.[1]);
  const [box] = await dialog(page).locator('iframe').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.abs(height - (box ?? 0))).toBeLessThanOrEqual(2);
});

test('the dialog is used by keyboard, closes by Escape and gives the focus back; copying tells what happened', async ({ page, context }) => {
  await open(page, 'link');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).locator('[data-tab=script]')).toBeFocused();
  await expect(dialog(page).locator('[data-tab=script]')).toHaveAttribute('aria-selected', 'true');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog(page).locator('[data-action=copy]').click();
  await expect(dialog(page).locator('.dk-told')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text(page));
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError')); });
  await dialog(page).locator('[data-action=copy]').click();
  await expect(dialog(page).locator('.dk-told')).toContainText('selected');
  expect(await dialog(page).locator('textarea').evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart === field.value.length)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(figure(page).locator('[data-share=link]')).toBeFocused();
});

for (const width of [320, 390, 1280]) {
  test(`the dialog fits a screen of ${width} px, and its buttons a thumb`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ['script', 'export']) {
      await open(page, tab, '', '/');
      expect(await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
      const small = await dialog(page).locator('button, select, .dk-check').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44).map((one) => one.outerHTML.slice(0, 80)));
      expect(small).toEqual([]);
    }
  });
}

async function saved(page: Page, kind: string): Promise<{ download: Download; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await dialog(page).locator(`[data-save=${kind}]`).click();
  const download = await coming;
  return { download, bytes: readFileSync(await download.path()) };
}

test('the numbers come out in full, as CSV and as JSON', async ({ page }) => {
  await open(page, 'export');
  const json = JSON.parse((await saved(page, 'json')).bytes.toString()) as { seed: number; parameters: Record<string, number>; versions: { engine: string }; readouts: { name: string; value: number }[]; computations: unknown[]; address: string };
  expect(json.seed).toBe(7);
  expect(json.parameters).toMatchObject({ dk: 512, keys: 64, divisor: 1 });
  expect(json.versions.engine).toMatch(/^\d+\.\d+/);
  expect(json.computations.length).toBeGreaterThan(1);
  const shown = Number(await figure(page).locator('[data-name=max-weight-exact]').getAttribute('data-value'));
  expect(json.readouts.find(({ name }) => name === 'max-weight-exact')?.value).toBe(shown);
  const csv = (await saved(page, 'csv')).bytes.toString();
  expect(csv).toContain(`max-weight-exact,,${shown},`);
  expect(csv).toContain('entropy-exact,,');
  expect(csv.split('\r\n').find((line) => line.startsWith('entropy-exact'))).toMatch(/,nat$/);
});

test('the picture stands alone: no class, no address to fetch, the figure’s words, its state and its address in it', async ({ page, context }) => {
  await open(page, 'export');
  const svg = (await saved(page, 'svg')).bytes.toString();
  expect(svg).not.toMatch(/class=|var\(--|oklab|<foreignObject|NaN/);
  expect([...svg.matchAll(/(?:href|src)="(?!data:)[^"]+"/g)]).toEqual([]);
  expect(svg).toContain('d_k = 512, c = 1, n = 64, seed = 7');
  expect(svg).toContain('/en/?dk=512&amp;divisor=1');
  for (const words of ['Mean largest weight by divisor', 'not divided at all', 'Saturated']) expect(svg).toContain(words);
  const elsewhere = await context.newPage();
  await elsewhere.setContent(svg);
  const small = await elsewhere.locator('svg text').evaluateAll((all) => all.filter((one) => one.textContent?.trim() && Number.parseFloat(getComputedStyle(one).fontSize) < 9).map((one) => one.textContent));
  expect(small).toEqual([]);
});

test('the picture in pixels has two to each of the screen', async ({ page }) => {
  await open(page, 'export');
  const box = await figure(page).locator('.dk-figure').boundingBox();
  const { bytes, download } = await saved(page, 'png');
  expect(download.suggestedFilename()).toBe('sqrt-dk-saturation.png');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(2 * Math.ceil(box!.width + 48));
});

test('the program of the state can be read, copied and saved', async ({ page }) => {
  await open(page, 'export');
  await expect(dialog(page).locator('textarea')).toHaveValue(/import numpy as np/);
  await dialog(page).locator('[data-program=cpp]').click();
  await expect(dialog(page).locator('textarea')).toHaveValue(/const double divisor = 1\.0;/);
  const { download, bytes } = await saved(page, 'program');
  expect(download.suggestedFilename()).toBe('attention.cpp');
  expect(bytes.toString()).toBe(await text(page));
});

test('every figure of the page can be shared, and each picture is drawn without a fault', async ({ page, context }) => {
  test.setTimeout(120_000);
  const elsewhere = await context.newPage();
  await page.goto('/en/');
  const tags = figureTags(fileURLToPath(new URL('../../web', import.meta.url)));
  for (const tag of tags) {
    const one = page.locator(tag).first();
    await one.scrollIntoViewIfNeeded();
    await one.locator('[data-share=export]').click();
    const coming = page.waitForEvent('download');
    await one.locator('[data-save=svg]').click();
    const svg = readFileSync(await (await coming).path()).toString();
    expect(svg, tag).not.toMatch(/class=|var\(--|undefined/);
    expect(await elsewhere.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '', svg), tag).toBe('');
    await page.bringToFront();
    await page.keyboard.press('Escape');
  }
});
