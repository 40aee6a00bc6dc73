// What travels, in Firefox: the single file from a disk, and embeds on somebody else's page. Driven by puppeteer-core over WebDriver BiDi.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { POLICY, startForeign } from '../support/foreign.ts';
import { dist } from '../support/page_test.ts';

interface FirefoxPage {
  goto(address: string): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
}
interface Firefox {
  newPage(): Promise<FirefoxPage>;
  close(): Promise<void>;
}

async function firefox(): Promise<Firefox> {
  const puppeteer = createRequire(new URL('../../audit/package.json', import.meta.url))('puppeteer-core') as { launch(options: object): Promise<Firefox> };
  return puppeteer.launch({ browser: 'firefox', executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr', headless: true });
}

/** Waits inside the page until a figure's digits are final; answers one of its numbers. */
const number = (selector: string, name: string): string => `new Promise((done, fail) => {
  const figure = document.querySelector(${JSON.stringify(selector)});
  figure.scrollIntoView();
  const until = Date.now() + 60000;
  const look = () => {
    if (figure.hasAttribute('data-settled')) return done(Number((figure.shadowRoot ?? figure).querySelector('[data-name=${name}]').dataset.value));
    if (Date.now() > until) return fail(new Error('not settled: ' + (figure.shadowRoot ?? figure).textContent.slice(0, 400)));
    setTimeout(look, 100);
  };
  look();
})`;

test.setTimeout(240_000);

test('case 25: the single file opens from a disk and computes', async () => {
  const browser = await firefox();
  const page = await browser.newPage();
  await page.goto(`${pathToFileURL(join(dist, 'sqrt-dk.html')).href}?dk=256&divisor=1`);
  expect(await page.evaluate<number>(number('dk-saturation', 'sigma'))).toBe(16);
  for (const tag of ['dk-gradient', 'dk-pipeline', 'dk-overflow']) await page.evaluate(number(tag, 'seed'));
  await browser.close();
});

test('three embeds and a sandboxed frame live under a strict policy', async () => {
  const foreign = await startForeign();
  const browser = await firefox();
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(foreign.page(`
<dk-saturation id="one" dk="512" divisor="1" lang="en"></dk-saturation><dk-saturation id="two" dk="16" lang="zh-TW"></dk-saturation><dk-gradient id="three" lang="en"></dk-gradient>
<iframe id="frame" src="${foreign.site}/embed/saturation.html?dk=128&lang=en" sandbox="allow-scripts" style="width: 100%; height: 300px"></iframe><script src="${foreign.site}/embed.js" async></script>`, POLICY));
  await page.evaluate('new Promise((done) => { const look = () => (customElements.get("dk-saturation") ? done() : setTimeout(look, 100)); look(); })');
  expect(await page.evaluate<number>(number('#one', 'sigma'))).toBe(Math.sqrt(512));
  expect(await page.evaluate<number>(number('#two', 'sigma'))).toBe(1);
  await page.evaluate(number('#three', 'seed'));
  // Its height comes by message once it has drawn.
  const height = await page.evaluate<number>('new Promise((done) => { const frame = document.querySelector("#frame"); frame.scrollIntoView(); const look = () => (frame.offsetHeight > 600 ? done(frame.offsetHeight) : setTimeout(look, 100)); look(); })');
  expect(height).toBeGreaterThan(600);
  expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(foreign.site) && !url.startsWith(foreign.origin))).toEqual([]);
  await browser.close();
  await foreign.close();
});
