// A reader who plays for long: random moves, always the same ones, and memory that doesn't grow with them. SQRT_DK_PLAY_MINUTES sets how long.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { FIGURES } from '../../../web/figures/registry.ts';
import { expect, test } from '../support/page_test.ts';
import { readThrough } from '../support/scroll.ts';
import { seeded } from '../../web/support/random.ts';

const MINUTES = Number(process.env['SQRT_DK_PLAY_MINUTES'] ?? 10);
const MB = 2 ** 20;

/** One move: scroll to some figure, and there move a slider, press a button or type into a field. */
async function play(page: Page, figures: Locator, count: number, next: () => number): Promise<void> {
  const figure = figures.nth(Math.floor(next() * count));
  await figure.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(50);
  const draws = [next(), next(), next()];
  await figure.evaluate((element, [which = 0, where = 0, kind = 0]) => {
    const pick = <Kind extends Element>(selector: string): Kind | undefined => {
      const all = [...element.querySelectorAll<Kind>(selector)];
      return all[Math.floor(which * all.length)];
    };
    if (kind < 0.5) {
      const range = pick<HTMLInputElement>('input[type=range]');
      if (!range) return;
      range.value = String(Number(range.min) + where * (Number(range.max) - Number(range.min)));
      range.dispatchEvent(new Event('input', { bubbles: true }));
      range.dispatchEvent(new Event('change', { bubbles: true }));
    } else pick<HTMLElement>('button:not([disabled]), summary')?.click();
  }, draws);
  await page.waitForTimeout(150);
}

interface Memory {
  /** What the page's scripts hold after a collection, and how many nodes there are. */
  heap: number;
  nodes: number;
  /** What the renderer's process holds of its own: the worker's module and the browser's buffers too. */
  process: number;
}

async function measure(page: Page, session: CDPSession, pids: number[]): Promise<Memory> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(2000);
  await session.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const own = (pid: number): number => Number(/Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  return { heap: usedSize, nodes, process: Math.max(...pids.map(own)) };
}

/** The renderers of this test's browser. */
function renderers(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8', maxBuffer: 2 ** 24 }).split('\n').map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row));
  const mine = new Set([process.pid, process.ppid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const row of rows) if (row && mine.has(Number(row[2])) && !mine.has(Number(row[1]))) { mine.add(Number(row[1])); grew = true; }
  }
  return rows.flatMap((row) => (row && mine.has(Number(row[1])) && /--type=renderer/.test(row[3] ?? '') ? [Number(row[1])] : []));
}

test(`${MINUTES} minutes of random play leave memory flat`, async ({ page }) => {
  test.setTimeout((MINUTES * 2 + 3) * 60_000);
  await page.goto('/en/');
  await readThrough(page);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const pids = renderers();
  expect(pids.length).toBeGreaterThan(0);
  const next = seeded(20170612);
  const figures = page.locator(Object.keys(FIGURES).join());
  const count = await figures.count();
  const playFor = async (ms: number): Promise<number> => {
    const end = Date.now() + ms;
    let moves = 0;
    for (; Date.now() < end; moves += 1) await play(page, figures, count, next);
    return moves;
  };
  // Caches fill and programs are compiled in the first fifth; from there on nothing may pile up.
  await playFor(MINUTES * 12_000);
  const before = await measure(page, session, pids);
  const moves = await playFor(MINUTES * 48_000);
  const after = await measure(page, session, pids);
  console.log(`${moves} moves: heap ${(before.heap / MB).toFixed(1)} → ${(after.heap / MB).toFixed(1)} MB, nodes ${before.nodes} → ${after.nodes}, process ${(before.process / MB).toFixed(0)} → ${(after.process / MB).toFixed(0)} MB`);
  expect(moves).toBeGreaterThan(MINUTES * 20);
  expect(after.heap - before.heap).toBeLessThan(4 * MB);
  expect(after.nodes - before.nodes).toBeLessThan(4000);
  expect(after.process - before.process).toBeLessThan(40 * MB);
});
