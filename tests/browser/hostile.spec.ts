// Hostile text in every entry of the page: addresses and attributes. Nothing runs, nothing is NaN, what is changed is told.
import { readFileSync } from 'node:fs';
import { test as plain } from '@playwright/test';
import { PARAM_KEYS, RANGES } from '../../web/state/params.ts';
import { startForeign, POLICY } from './support/foreign.ts';
import { expect, test } from './support/page_test.ts';
import { seeded } from '../web/support/random.ts';

/** Values that have broken pages before, one a line (tests/fuzz/texts.txt). */
const texts = readFileSync(new URL('../fuzz/texts.txt', import.meta.url), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => JSON.parse(line) as string);
/** As encodeURIComponent, but for half a character, too: that becomes the sign for what cannot be read. */
const encoded = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);
const full = process.env['SQRT_DK_FULL'] !== undefined;
const names = [...PARAM_KEYS.map((key) => RANGES[key].name), 'dot-product.entries', 'dot-product.rho', 'pipeline.q', 'overflow.logits', 'overflow.entry-std', 'training.lr', 'gradient.of', 'controls', 'lang', 'theme', 'simd', 'x'];

test(`addresses with ${full ? 200 : 4} hostile queries: the page opens, computes, and runs nothing of them`, async ({ page }) => {
  test.setTimeout(900_000);
  await page.addInitScript(() => Object.assign(globalThis, { alert: () => Object.assign(globalThis, { pwned: true }) }));
  const next = seeded(8);
  const pick = <Kind>(all: readonly Kind[]): Kind => all[Math.floor(next() * all.length)]!;
  for (let i = 0; i < (full ? 200 : 4); i += 1) {
    const query = Array.from({ length: 1 + Math.floor(next() * 6) }, () => `${encodeURIComponent(pick(names))}=${next() < 0.5 ? encoded(pick(texts)) : pick(texts).replace(/[\s#%&\ud800-\udfff\0]/g, '')}`).join('&');
    const fragment = next() < 0.2 ? encoded(pick(texts)) : 'saturation';
    await page.goto(`/en/?${query}#${fragment}`);
    const figure = page.locator('dk-saturation');
    await figure.scrollIntoViewIfNeeded();
    await expect(figure, query).toHaveAttribute('data-settled', '', { timeout: 30_000 });
    const shown = await page.evaluate(() => ({
      text: [...document.querySelectorAll<HTMLElement>('dk-saturation, dk-opening, .dk-bar')].map((one) => one.innerText).join('\n'),
      values: [...document.querySelectorAll<HTMLElement>('dk-saturation [data-value]')].map((one) => one.dataset['value'] ?? ''),
      pwned: 'pwned' in globalThis, strange: document.querySelectorAll('img[src=x], script:not([src]):not([type]), iframe').length,
    }));
    // What was typed is quoted in the notice, so words like NaN may stand there.
    expect(shown.values.filter((value) => /NaN|Infinity|undefined/.test(value)), query).toEqual([]);
    expect({ pwned: shown.pwned, strange: shown.strange }, query).toEqual({ pwned: false, strange: 0 });
  }
});

plain(`an embed whose attributes are changed ${full ? 10_000 : 300} times to hostile texts stays a figure`, async ({ page }) => {
  plain.setTimeout(900_000);
  const foreign = await startForeign();
  await page.addInitScript(() => Object.assign(globalThis, { alert: () => Object.assign(globalThis, { pwned: true }) }));
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(foreign.page(`<dk-saturation id="one" lang="en"></dk-saturation><dk-dot-product id="two" lang="en"></dk-dot-product><script src="${foreign.site}/embed.js" async></script>`, POLICY));
  for (const id of ['two', 'one']) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await expect(page.locator(`#${id}`)).toHaveAttribute('data-settled', '', { timeout: 30_000 });
  }
  await page.evaluate(async ({ words, count }) => {
    let a = 7;
    const next = (): number => {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    const attributes = ['dk', 'divisor', 'alpha', 'keys', 'heads', 'seed', 'controls', 'number', 'theme', 'lang', 'entries', 'rho', 'mean', 'pairs', 'group'];
    for (let i = 0; i < count; i += 1) {
      const figure = document.querySelector(next() < 0.5 ? '#one' : '#two')!;
      const name = attributes[Math.floor(next() * attributes.length)]!;
      if (next() < 0.1) figure.removeAttribute(name);
      else figure.setAttribute(name, words[Math.floor(next() * words.length)]!);
      if (i % 20 === 0) await new Promise((done) => setTimeout(done));
    }
    for (const one of document.querySelectorAll('#one, #two')) for (const name of attributes) one.removeAttribute(name);
    for (const one of document.querySelectorAll('#one, #two')) for (const [name, value] of [['lang', 'en'], ['dk', '256'], ['divisor', 'root'], ['keys', '8']] as const) one.setAttribute(name, value);
  }, { words: texts, count: full ? 10_000 : 300 });
  await page.locator('#one').scrollIntoViewIfNeeded();
  await expect(page.locator('#one')).toHaveAttribute('data-settled', '', { timeout: 60_000 });
  await expect(page.locator('#one [data-name=sigma]').first()).toHaveAttribute('data-value', '1');
  expect(complaints).toEqual([]);
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
  await foreign.close();
});
