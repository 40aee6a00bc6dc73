// Much at once, and often: twenty embeds on one page, thirty reloads, ten thousand moves of a slider. Memory stays flat, and one engine serves all.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as foreignTest, type CDPSession, type Page } from '@playwright/test';
import { POLICY, startForeign } from '../support/foreign.ts';
import { dist, expect, test } from '../support/page_test.ts';

const MB = 2 ** 20;

async function heap(session: CDPSession): Promise<{ used: number; nodes: number; listeners: number }> {
  for (let i = 0; i < 2; i += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { used: usedSize, nodes, listeners: jsEventListeners };
}

/** Counts workers that are made. */
const COUNT_WORKERS = (): void => {
  const Plain = globalThis.Worker;
  const made = { workers: 0 };
  Object.assign(globalThis, { made, Worker: class extends Plain { constructor(address: string | URL, options?: WorkerOptions) { super(address, options); made.workers += 1; } } });
};
const workers = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as { made: { workers: number } }).made.workers);

test('the engine’s memory begins at no more than 16 MB', () => {
  const assets = join(dist, 'assets');
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.wasm'))) {
    const text = execFileSync('wasm-objdump', ['-x', '-j', 'Memory', join(assets, name)], { encoding: 'utf8' });
    const pages = Number(/initial=(\d+)/.exec(text)?.[1]);
    console.log(`${name}: ${(pages * 65536) / MB} MB at first, ${(readFileSync(join(assets, name)).length / 1024).toFixed(0)} KB`);
    expect(pages * 65536).toBeLessThanOrEqual(16 * MB);
  }
});

// A page of somebody else's, on another origin: nothing here to watch over its requests.
foreignTest('twenty embeds on one page are served by one engine, each by its own state', async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(COUNT_WORKERS);
  const foreign = await startForeign();
  const tags = ['saturation', 'gradient', 'invariance', 'dot-product'];
  const embeds = Array.from({ length: 20 }, (_, i) => `<dk-${tags[i % 4]!} id="e${i}" dk="${16 + i}" lang="en"></dk-${tags[i % 4]!}><p>Prose.</p>`).join('\n');
  await page.goto(foreign.page(`${embeds}<script src="${foreign.site}/embed.js" async></script>`, POLICY));
  for (let i = 0; i < 20; i += 1) {
    const one = page.locator(`#e${i}`);
    await one.scrollIntoViewIfNeeded();
    await expect(one).toHaveAttribute('data-settled', '', { timeout: 60_000 });
    await expect(one.locator('input[type=range][name=dk]').first()).toHaveAttribute('aria-valuetext', String(16 + i));
  }
  expect(await workers(page)).toBe(1);
  await foreign.close();
});

test('thirty reloads leave the browser’s memory as two did', async ({ page }) => {
  test.setTimeout(300_000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await page.goto('/en/#figure-saturation');
  const visit = async (): Promise<void> => {
    await page.reload();
    await expect(page.locator('dk-saturation')).toHaveAttribute('data-settled', '', { timeout: 30_000 });
  };
  for (let i = 0; i < 5; i += 1) await visit();
  const before = await heap(session);
  for (let i = 0; i < 30; i += 1) await visit();
  const after = await heap(session);
  console.log(`heap ${(before.used / MB).toFixed(2)} → ${(after.used / MB).toFixed(2)} MB, nodes ${before.nodes} → ${after.nodes}`);
  expect(after.used).toBeLessThanOrEqual(before.used * 1.05);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05);
});

test('case 22: ten thousand moves of a slider leave memory flat, with one engine and no word of a leak', async ({ page }) => {
  test.setTimeout(900_000);
  await page.addInitScript(COUNT_WORKERS);
  await page.goto('/en/#figure-saturation');
  const figure = page.locator('dk-saturation');
  await expect(figure).toHaveAttribute('data-settled', '', { timeout: 30_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const move = (count: number): Promise<void> => figure.locator('input[type=range][name=dk]').evaluate(async (input: HTMLInputElement, moves) => {
    for (let i = 0; i < moves; i += 1) {
      input.value = String(((i * 37) % 1200) / 100);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      if (i % 10 === 9) await new Promise((done) => setTimeout(done, 10));
    }
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, count);
  const rest = async (): Promise<void> => expect(figure).toHaveAttribute('data-settled', '', { timeout: 60_000 });
  // By then everything is compiled as far as it will be, and what is remembered of questions is full: seen to level off between 6,000 and 8,000 moves.
  await move(8000);
  await rest();
  const before = await heap(session);
  await move(10_000);
  await rest();
  const after = await heap(session);
  console.log(`heap ${(before.used / MB).toFixed(2)} → ${(after.used / MB).toFixed(2)} MB, nodes ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}`);
  expect(after.used).toBeLessThanOrEqual(before.used * 1.05);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.05);
  expect(await workers(page)).toBe(1);
});
