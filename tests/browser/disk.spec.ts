// The whole tutorial as one file, opened from a disk.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test as base } from '@playwright/test';
import { figureTags } from '../../web/page/build/shadow_css.ts';
import { dist, languages } from './support/page_test.ts';

const test = base.extend<{ wrongs: string[] }, { file: string }>({
  // Alone in its folder: nothing beside it can help.
  file: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'sqrt dk '));
    copyFileSync(join(dist, 'sqrt-dk.html'), join(folder, 'sqrt-dk.html'));
    await use(pathToFileURL(join(folder, 'sqrt-dk.html')).href);
    rmSync(folder, { recursive: true });
  }, { scope: 'worker' }],
  wrongs: [async ({ context, file }, use) => {
    const wrongs: string[] = [];
    context.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrongs.push(message.text()));
    context.on('weberror', (error) => wrongs.push(error.error().message));
    context.on('request', (request) => !/^(data|blob|file):/.test(request.url()) && wrongs.push(request.url()));
    context.on('request', (request) => request.url().startsWith('file:') && !request.url().startsWith(file) && wrongs.push(request.url()));
    await use(wrongs);
    expect(wrongs).toEqual([]);
  }, { auto: true }],
});

test('case 25: opened by a double click, every figure computes', async ({ page, file }) => {
  test.setTimeout(180_000);
  await page.goto(`${file}?dk=512&divisor=1`);
  const figures = page.locator(figureTags(fileURLToPath(new URL('../../web', import.meta.url))).map((tag) => `main ${tag}.figure`).join());
  expect(await figures.count()).toBeGreaterThanOrEqual(5);
  for (const figure of await figures.all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('.dk-figure').first()).toBeVisible();
    // The race waits for the reader, and so does the survey of claims.
    if (!/^dk-(training|claims)$/.test(await figure.evaluate(({ localName }) => localName))) await expect(figure).toHaveAttribute('data-settled', '', { timeout: 30_000 });
  }
  expect(Number(await page.locator('dk-saturation [data-name=sigma]').getAttribute('data-value'))).toBeCloseTo(Math.sqrt(512), 10);
  await page.locator('dk-training [data-action=run]').click();
  await expect(page.locator('dk-training')).toHaveAttribute('data-settled', '', { timeout: 60_000 });
});

test('all languages are in it, and the switch keeps state and place', async ({ page, file }) => {
  for (const { tag } of languages) {
    await page.goto(`${file}?lang=${tag}`);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.locator('h1')).toHaveCount(1);
    // The file has each formula once, and every page all of its own.
    await expect(page.locator('[data-formula]')).toHaveCount(0);
    expect(await page.locator('main .katex').count()).toBeGreaterThan(300);
  }
  await page.goto(`${file}?dk=300#saturation`);
  await page.locator('a.language[hreflang=en]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const address = new URL(page.url());
  expect(address.searchParams.get('dk')).toBe('300');
  expect(address.hash).toBe('#saturation');
});

test('without SIMD it works too', async ({ page, file }) => {
  await page.goto(`${file}?simd=off#saturation`);
  await page.locator('dk-saturation').scrollIntoViewIfNeeded();
  await expect(page.locator('dk-saturation')).toHaveAttribute('data-settled', '', { timeout: 30_000 });
});

test('a link can be shared as a state, but nothing pretends that a disk has an address', async ({ page, file }) => {
  await page.goto(`${file}?lang=en#saturation`);
  await page.locator('dk-saturation').scrollIntoViewIfNeeded();
  await page.locator('dk-saturation [data-share=script]').click();
  await expect(page.locator('dk-saturation dialog')).toContainText('opened from a disk');
});

test('it weighs at most 3 MB, and at most 600 KB packed', () => {
  const bytes = readFileSync(join(dist, 'sqrt-dk.html'));
  expect(bytes.length).toBeLessThanOrEqual(3e6);
  expect(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length).toBeLessThanOrEqual(600_000);
});
