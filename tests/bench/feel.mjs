// What a reader feels, in Chromium on the built site: the first figure on a cold load, and for every figure with a slider a scripted drag:
// how soon a redraw follows an input, how long the main thread was held, how much memory the page took. Prints Markdown lines.
//   node feel.mjs SITE [moves]
import { createRequire } from 'node:module';
import { startServer } from '../../script/static_server.mjs';
import { launchOptions } from '../browser/support/chromium.mjs';
import { quantile, sortedOf } from './measure.mjs';

const { chromium } = createRequire(new URL('../package.json', import.meta.url))('@playwright/test');
const [site, moves = '120'] = process.argv.slice(2);
const server = await startServer(site);
const browser = await chromium.launch(launchOptions);
const print = (line) => process.stdout.write(`${line}\n`);
const ms = (list, share) => (list.length ? quantile(sortedOf(list), share).toFixed(1) : '–');

/** Milliseconds from navigation to the first control that answers and to the first figure that has its final digits, each time in a new profile. */
async function coldLoads(count, address) {
  const times = { control: [], figure: [] };
  for (let i = 0; i < count; ++i) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.figure input[type=range]')) globalThis.firstControl ??= performance.now();
        if (!document.querySelector('.figure[data-settled]')) return;
        observer.disconnect();
        globalThis.firstFigure = performance.now();
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-settled'] });
    });
    await page.goto(`${server.origin}${address}`);
    await page.locator('.figure[data-settled]').first().waitFor();
    const [control, figure] = await page.evaluate(() => [globalThis.firstControl, globalThis.firstFigure]);
    times.control.push(control);
    times.figure.push(figure);
    await context.close();
  }
  return times;
}

/** Watches one figure: the first frame after an input in which it has changed; tasks over 50 ms. */
function watch(name) {
  const figure = document.querySelector(name);
  const seen = { tasks: [], redraws: [] };
  globalThis.seen = seen;
  globalThis.taskObserver ??= new PerformanceObserver((list) => globalThis.seen.tasks.push(...list.getEntries().map(({ duration }) => duration)));
  globalThis.taskObserver.observe({ entryTypes: ['longtask'] });
  let pending = [];
  figure.addEventListener('input', ({ timeStamp }) => pending.push(timeStamp), { capture: true });
  new MutationObserver(() => requestAnimationFrame(() => {
    const now = performance.now();
    for (const since of pending) seen.redraws.push(now - since);
    pending = [];
  })).observe(figure, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** The bar asks the engine nothing, so it is never marked. */
const settled = (page, name) => (name === 'dk-bar' ? page.waitForTimeout(500) : page.locator(`${name}[data-settled]`).waitFor({ timeout: 20000 }));

/** What one task of the page's main thread computed at most, in milliseconds of its core: without the time in which the thread was ready and another had the core. */
async function traced(page, work) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] } });
  const result = await work();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threads = new Map(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => [`${pid} ${tid}`, 0]));
  for (const { ph, name, pid, tid, tdur = 0 } of events) {
    const thread = `${pid} ${tid}`;
    if (ph === 'X' && name === 'ThreadControllerImpl::RunTask' && threads.has(thread)) threads.set(thread, Math.max(threads.get(thread), tdur / 1000));
  }
  return { ...result, computed: Math.max(...threads.values()) };
}

async function drag(page, name, slider) {
  const range = page.locator(name).locator('input[type=range]').nth(slider);
  await range.scrollIntoViewIfNeeded();
  await settled(page, name);
  await page.evaluate(watch, name);
  const box = await range.boundingBox();
  const y = box.y + box.height / 2, at = (share) => box.x + 12 + share * (box.width - 24);
  await page.mouse.move(at(0.5), y);
  // A hand comes to rest before it presses.
  await page.waitForTimeout(200);
  return traced(page, async () => {
    await page.mouse.down();
    // Mostly near the right end, where d_k, n and the work are largest.
    for (let i = 0; i < Number(moves); ++i) {
      await page.mouse.move(at(0.8 + 0.2 * Math.sin(i / 6)), y);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
    await settled(page, name);
    return page.evaluate(() => globalThis.seen);
  });
}

for (const [address, name] of [['/', 'a cold visit'], ['/#figure-saturation', 'a cold visit to a figure further down']]) {
  const { control, figure } = await coldLoads(7, address);
  print(`${name[0].toUpperCase()}${name.slice(1)}: first control after ${Math.min(...control).toFixed(0)} ms at best, ${ms(control, 0.5)} in the middle; first figure with its digits ${Math.min(...figure).toFixed(0)} and ${ms(figure, 0.5)} ms.`);
  print('');
}
print('| figure | slider | inputs | input → redraw p50, ms | p95, ms | longest task, ms | tasks over 50 ms | most computing in one task, ms |');
print('|---|---|---|---|---|---|---|---|');
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
for (const state of ['/?dk=4096&keys=4096', '/']) {
  await page.goto(`${server.origin}${state}`);
  await page.waitForLoadState('load');
  const figures = await page.evaluate(() => [...new Set([...document.querySelectorAll('*')].map((one) => one.localName).filter((one) => one.startsWith('dk-') && one !== 'dk-predict'))]);
  for (const name of figures) {
    await page.locator(name).first().scrollIntoViewIfNeeded();
    await settled(page, name).catch(() => {});
    const sliders = await page.locator(name).locator('input[type=range]').evaluateAll((all) => all.map((one) => one.name));
    for (const [place, slider] of sliders.slice(0, 2).entries()) {
      const { redraws, tasks, computed } = await drag(page, name, place);
      const longest = tasks.length ? Math.max(...tasks).toFixed(0) : 'under 50';
      print(`| ${name.slice(3)}${state === '/' ? '' : ', d_k = n = 4096 at first'} | ${slider} | ${redraws.length} | ${ms(redraws, 0.5)} | ${ms(redraws, 0.95)} | ${longest} | ${tasks.length} | ${computed.toFixed(0)} |`);
    }
  }
}
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
const { metrics } = await session.send('Performance.getMetrics');
print('');
print(`Memory of the page's main thread after all that: ${(metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 2 ** 20).toFixed(1)} MiB of JavaScript heap.`);
await browser.close();
await server.close();
