// What can break around a figure, each fault set off on purpose: the figure says what is wrong and offers to try again, and nothing else on the page suffers.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { dist, expect, watch } from './support/page_test.ts';
import { readThrough } from './support/scroll.ts';
import { startServer } from '../../script/static_server.mjs';

const test = base.extend<object, { origin: string }>({
  origin: [async ({}, use) => {
    const server = await startServer(dist);
    await use(server.origin);
    await server.close();
  }, { scope: 'worker' }],
  baseURL: async ({ origin }, use) => use(origin),
});

const figure = (page: Page) => page.locator('dk-saturation');

async function computes(page: Page): Promise<void> {
  await figure(page).scrollIntoViewIfNeeded();
  await expect(figure(page)).toHaveAttribute('data-settled', '', { timeout: 30_000 });
  await expect(figure(page).locator('.dk-error')).toHaveCount(0);
}

/** The figure says what is wrong with a way out, and shows no wrong number; the text around it is whole. */
async function saysSo(page: Page, code: string): Promise<void> {
  await figure(page).scrollIntoViewIfNeeded();
  const error = figure(page).locator('.dk-error');
  await expect(error).toHaveAttribute('data-code', code, { timeout: 30_000 });
  await expect(error).toHaveAttribute('role', 'alert');
  await expect(error.locator('button')).toBeVisible();
  await expect(page.locator('#saturation h3, #saturation h2').first()).toBeVisible();
  expect(await figure(page).evaluate((one: HTMLElement) => one.innerText)).not.toMatch(/NaN|Infinity|undefined|\[object/);
}

const again = (page: Page) => figure(page).locator('.dk-error button').click();

/** The module's file answers with something else until `mend` is called. */
async function instead(context: BrowserContext, response: { status?: number; body?: Buffer }): Promise<{ mend(): void }> {
  let broken = true;
  await context.route(/\.wasm$/, (route) => (broken ? route.fulfill({ status: response.status ?? 200, body: response.body ?? '', contentType: 'application/wasm' }) : route.continue()));
  return { mend: () => void (broken = false) };
}

const moduleBytes = (): Buffer => {
  const assets = join(dist, 'assets');
  return readFileSync(join(assets, readdirSync(assets).find((name) => name.endsWith('.wasm'))!));
};

const brokenModules: [title: string, response: () => { status?: number; body?: Buffer }, code: string][] = [
  ['missing from the server', () => ({ status: 404, body: Buffer.from('Not found') }), 'load_failed'],
  ['cut off in the middle', () => ({ body: moduleBytes().subarray(0, 50_000) }), 'engine_mismatch'],
  ['damaged by one flipped byte in its header', () => ({ body: Buffer.concat([Buffer.of(1), moduleBytes().subarray(1)]) }), 'engine_mismatch'],
  ['a page of HTML', () => ({ body: Buffer.from('<!doctype html><title>Please log in</title>') }), 'engine_mismatch'],
  ['empty', () => ({ body: Buffer.alloc(0) }), 'engine_mismatch'],
];

for (const [title, response, code] of brokenModules) {
  test(`a module that is ${title} is told, and asked for again in place`, async ({ page, context }) => {
    const { mend } = await instead(context, response());
    await page.goto('/en/#saturation');
    await saysSo(page, code);
    mend();
    await again(page);
    await computes(page);
  });
}

test('a worker that is killed is told, and the next question builds another', async ({ page }) => {
  await page.addInitScript(() => {
    const Plain = globalThis.Worker;
    const all: Worker[] = [];
    Object.assign(globalThis, { all, Worker: class extends Plain { constructor(address: string | URL, options?: WorkerOptions) { super(address, options); all.push(this); } } });
  });
  await page.goto('/en/?dk=64#saturation');
  await computes(page);
  await page.evaluate(() => {
    const [worker] = (globalThis as unknown as { all: Worker[] }).all;
    worker?.terminate();
    // What a browser that ends a worker for its memory tells the page.
    worker?.onerror?.(new ErrorEvent('error', { message: 'terminated' }));
  });
  await figure(page).locator('[data-mark="1"]').click();
  await computes(page);
  expect(Number(await figure(page).locator('[data-name=sigma]').getAttribute('data-value'))).toBe(8);
  expect(await page.evaluate(() => (globalThis as unknown as { all: Worker[] }).all.length)).toBe(2);
});

test('where the worker’s program is missing, the engine runs on the page’s own thread', async ({ page, context }) => {
  await context.route(/engine\.worker-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/en/#saturation');
  await computes(page);
});

test('where the browser refuses to make workers, the engine runs on the page’s own thread', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { Worker: class { constructor() { throw new DOMException('refused', 'SecurityError'); } } }));
  await page.goto('/en/#saturation');
  await computes(page);
});

test('case 26: the page works under script-src ‘self’ ‘wasm-unsafe-eval’; where WebAssembly is forbidden it has text, still figures and the reason', async ({ page, context }) => {
  const policy = async (script: string): Promise<void> => {
    await context.unrouteAll();
    await context.route(/\/en\/($|\?)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': `default-src 'none'; script-src ${script}; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'` } });
    });
    await page.goto('/en/#saturation');
  };
  await policy("'self' 'wasm-unsafe-eval'");
  await computes(page);
  await policy("'self'");
  // A worker has the policy of its own answer, which a plain server doesn't send: only where that forbids it too is there no engine.
  await context.route(/engine\.worker-.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
  });
  await page.reload();
  await saysSo(page, 'no_webassembly');
  await expect(page.locator('dk-saturation .fallback')).toBeVisible();
});

test('where the browser refuses to store anything, everything works', async ({ page }) => {
  const wrongs: string[] = [];
  page.on('pageerror', (error) => wrongs.push(error.message));
  await page.addInitScript(() => {
    const refuse = (): never => { throw new DOMException('denied', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(globalThis, name, { get: refuse });
    Object.defineProperty(navigator, 'serviceWorker', { get: () => ({ register: () => Promise.reject(new DOMException('denied', 'SecurityError')), ready: new Promise(() => {}), addEventListener: () => {} }) });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
    history.replaceState = refuse;
    history.pushState = refuse;
  });
  await page.goto('/en/#saturation');
  await computes(page);
  await figure(page).locator('[data-mark="1"]').click();
  await computes(page);
  await page.locator('button.theme').click();
  expect(wrongs).toEqual([]);
});

test('a tab that slept for a day goes on where it was', async ({ page }) => {
  await page.clock.install();
  await page.goto('/en/?dk=256#saturation');
  await computes(page);
  await page.clock.fastForward('24:00:00');
  await computes(page);
  await figure(page).locator('[data-mark="1"]').click();
  await computes(page);
  expect(Number(await figure(page).locator('[data-name=sigma]').getAttribute('data-value'))).toBe(16);
});

test('under the header that docs/hosting.md gives, the page works from its beginning to its end @full', async ({ page, context, origin }) => {
  test.setTimeout(180_000);
  const header = /Content-Security-Policy: (.*)/.exec(readFileSync(join(dist, '../../docs/hosting.md'), 'utf8'))?.[1] ?? '';
  expect(header).toContain("default-src 'none'");
  const wrongs = watch(context, origin);
  await context.route(/\/en\/($|\?)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': header } });
  });
  await page.goto('/en/');
  await readThrough(page);
  await computes(page);
  expect(wrongs).toEqual([]);
});
