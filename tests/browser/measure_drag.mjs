// Drags d_k near 4096 at n = 64 and prints how long the main thread was held and how soon a redraw followed each input.
// Prints only: times belong to a machine, so no test asserts them.   node browser/measure_drag.mjs [moves]
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startServer } from '../../script/static_server.mjs';
import { launchOptions } from './support/chromium.mjs';

const moves = Number(process.argv[2] ?? 150);
const server = await startServer(fileURLToPath(new URL('../../web/dist', import.meta.url)));
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
await page.goto(`${server.origin}/?dk=3500&keys=64&divisor=1#saturation`);
await page.locator('dk-saturation[data-settled]').waitFor();

const range = page.locator('dk-saturation input[type=range][name=dk]');
await range.scrollIntoViewIfNeeded();
await page.evaluate(() => {
  const figure = document.querySelector('dk-saturation');
  const seen = { tasks: [], redraws: [], numbers: [] };
  globalThis.seen = seen;
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
  let pending = [];
  // The first frame after an input in which the figure has changed; and the first in which its measured numbers have.
  figure.addEventListener('input', ({ timeStamp }) => pending.push({ since: timeStamp, drawn: false }), { capture: true });
  const valueOf = () => figure.querySelector('[data-name=max-weight]')?.dataset.value;
  let value = valueOf();
  new MutationObserver(() => requestAnimationFrame(() => {
    const now = performance.now();
    for (const one of pending) if (!one.drawn) { one.drawn = true; seen.redraws.push(now - one.since); }
    if (valueOf() !== value) {
      value = valueOf();
      if (pending.length) seen.numbers.push(now - pending.at(-1).since);
      pending = [];
    }
  })).observe(figure, { subtree: true, childList: true, attributes: true, characterData: true });
});

const box = await range.boundingBox();
const at = (dk) => box.x + 12 + (Math.log2(dk) / 12) * (box.width - 24);
const y = box.y + box.height / 2;
await page.mouse.move(at(3500), y);
await page.mouse.down();
for (let i = 0; i < moves; i += 1) {
  await page.mouse.move(at(2900 + 1196 * (0.5 + 0.5 * Math.sin(i / 6))), y);
  await page.waitForTimeout(16);
}
await page.mouse.up();
await page.locator('dk-saturation[data-settled]').waitFor();
const seen = await page.evaluate(() => globalThis.seen);
const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))]?.toFixed(1) ?? '–';
const line = (name, list) => console.log(`${name}: ${list.length} seen, p50 ${quantile(list, 0.5)} ms, p95 ${quantile(list, 0.95)} ms, max ${quantile(list, 1)} ms`);
console.log(`d_k from 2900 to 4096, n = 64, divisor 1, ${moves} moves`);
console.log(`longest main-thread task: ${seen.tasks.length ? `${Math.max(...seen.tasks).toFixed(0)} ms (${seen.tasks.length} over 50 ms)` : 'under 50 ms'}`);
line('input → redraw', seen.redraws);
line('input → new measured numbers', seen.numbers);
await browser.close();
await server.close();
