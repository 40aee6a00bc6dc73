// Any host, any folder, and no network after the first visit.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startServer } from '../../script/static_server.mjs';
import { dist } from './support/page_test.ts';

/** A copy of the site in a folder of a host, so that a test may change it. */
const test = base.extend<{ host: { origin: string; folder: string; close(): Promise<void> } }>({
  host: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'sqrt-dk-'));
    const folder = join(root, 'teaching', 'attention');
    cpSync(dist, folder, { recursive: true });
    const server = await startServer(root);
    await use({ origin: `${server.origin}/teaching/attention`, folder, close: server.close });
    await server.close();
    rmSync(root, { recursive: true });
  },
});

async function computes(page: Page): Promise<void> {
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '', { timeout: 30_000 });
}

/** Until the worker has everything and looks after the page's next visit. */
const kept = (page: Page) => page.evaluate(async () => { await navigator.serviceWorker.ready; });

test('in a folder of a host, with or without the last slash, in every language', async ({ page, host }) => {
  for (const path of ['', '/', '/en', '/zh-hans/']) {
    await page.goto(`${host.origin}${path}?dk=300#saturation`);
    await computes(page);
    expect(Number(await page.locator('dk-saturation [data-name=sigma]').first().getAttribute('data-value'))).toBe(1);
  }
});

test('after one visit it opens and computes without a network @smoke', async ({ page, host, context }) => {
  await page.goto(`${host.origin}/#saturation`);
  await computes(page);
  await kept(page);
  await host.close();
  await context.setOffline(true);
  for (const path of ['/?dk=512&divisor=1#saturation', '/en/?dk=16#saturation', '/en?dk=16#saturation']) {
    await page.goto(host.origin + path);
    await computes(page);
  }
});

test('after an update the very next visit has the new pages, and what was kept of the old ones goes', async ({ page, host }) => {
  await page.goto(`${host.origin}/en/`);
  await kept(page);
  const file = join(host.folder, 'en', 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/<title>[^<]*/, '<title>Another edition'));
  const worker = join(host.folder, 'sw.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/const \[VERSION, FILES\] = \["[^"]*"/, 'const [VERSION, FILES] = ["another"'));
  await page.goto(`${host.origin}/en/?dk=2`);
  await expect(page).toHaveTitle('Another edition');
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration())?.update(); });
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state), { timeout: 20_000 }).toBe('installed');
  // The new worker takes over when no page of the old one is left.
  await page.goto('about:blank');
  await page.goto(`${host.origin}/en/`);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('sqrt-dk'))).catch(() => []), { timeout: 20_000 }).toEqual([`sqrt-dk ${host.origin}/ another`]);
});

test('a module served as the wrong type still works', async ({ page, host, context }) => {
  await context.route(/\.wasm$/, async (route) => route.fulfill({ response: await route.fetch(), headers: { 'content-type': 'text/plain; charset=utf-8' } }));
  await page.goto(`${host.origin}/#saturation`);
  await computes(page);
});

test('an old page with a new module says that the two are not of one version', async ({ page, host, context }) => {
  // A sound module that is not ours: it lacks what the page's glue asks for.
  const other = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);
  await context.route(/\.wasm$/, (route) => route.fulfill({ body: other, contentType: 'application/wasm' }));
  await page.goto(`${host.origin}/en/#saturation`);
  const error = page.locator('dk-saturation .dk-error');
  await page.locator('dk-saturation').scrollIntoViewIfNeeded();
  await expect(error).toContainText('not of the same version');
  await expect(error).toHaveAttribute('data-code', 'engine_mismatch');
  await expect(page.locator('dk-saturation .fallback')).toBeVisible();
});
