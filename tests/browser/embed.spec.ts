// Figures on somebody else's page, under the policy that docs/embedding.md asks for.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { namesLeft, numberIn, POLICY, settledEmbed, startForeign, strangers, type Foreign } from './support/foreign.ts';
import { dist, wasm } from './support/page_test.ts';

const test = base.extend<{ stranger: string[]; complaints: string[] }, { foreign: Foreign }>({
  foreign: [async ({}, use) => {
    const foreign = await startForeign();
    await use(foreign);
    await foreign.close();
  }, { scope: 'worker' }],
  stranger: [async ({ context, foreign }, use) => {
    const found = strangers(context, foreign.site, foreign.origin);
    await use(found);
    expect(found, 'requests to a third origin').toEqual([]);
  }, { auto: true }],
  complaints: async ({ context }, use) => {
    const all = complaintsOf(context);
    await use(all);
    expect(all, 'what the browser complained about').toEqual([]);
  },
});

function complaintsOf(context: BrowserContext): string[] {
  const all: string[] = [];
  context.on('console', (message) => ['error', 'warning'].includes(message.type()) && all.push(message.text()));
  context.on('weberror', (error) => all.push(error.error().message));
  return all;
}

const script = (foreign: Foreign): string => `<script src="${foreign.site}/embed.js" async></script>`;
const fallback = '<a class="kept" href="https://example.org/">The figure elsewhere</a>';
const three = `
<dk-saturation id="one" dk="512" divisor="1" keys="64" seed="7" lang="en">${fallback}</dk-saturation>
<p style="height: 300px">Prose between.</p>
<dk-saturation id="two" dk="16" keys="8" lang="zh-TW" theme="dark" controls="divisor">${fallback}</dk-saturation>
<p style="height: 300px">More prose.</p>
<dk-gradient id="three" alpha="0.5" of="key" keys="16" lang="en">${fallback}</dk-gradient>`;

test('case 31, case 35: three embeds and a sandboxed frame live on a page with a strict policy, independent, at their right heights', async ({ page, foreign, complaints }) => {
  void complaints;
  const frame = `<iframe id="frame" src="${foreign.site}/embed/saturation.html?dk=128&divisor=1&keys=32&lang=en" sandbox="allow-scripts" title="Figure" style="width: 100%; height: 500px; border: 0"></iframe>`;
  await page.goto(foreign.page(`${three}${frame}${script(foreign)}`, POLICY));
  const engine = await nodeClient(wasm);
  const exact = async (headDim: number, keyCount: number, divisor: number): Promise<number> =>
    (await engine.call('saturationTheory', { headDim, keyCount, divisors: Float64Array.of(divisor) })).maxWeight[0]!;
  expect(await numberIn(page.locator('#one'), 'max-weight-exact')).toBe(await exact(512, 64, 1));
  expect(await numberIn(page.locator('#two'), 'max-weight-exact')).toBe(await exact(16, 8, 4));
  await settledEmbed(page.locator('#three'));
  await expect(page.locator('#three [data-control=of] [aria-pressed=true]')).toHaveAttribute('data-choice', 'key');

  await page.locator('#frame').scrollIntoViewIfNeeded();
  const inFrame = page.frameLocator('#frame').locator('dk-saturation');
  await expect(inFrame).toHaveAttribute('data-settled', '');
  expect(Number(await inFrame.locator('[data-name=max-weight-exact]').getAttribute('data-value'))).toBe(await exact(128, 32, 1));

  // The frame is as high as what is in it: embed.js takes the heights that its own frames tell.
  const inner = await page.frames()[1]!.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
  await expect.poll(async () => (await page.locator('#frame').boundingBox())?.height).toBe(inner);
  for (const id of ['one', 'two', 'three']) expect((await page.locator(`#${id}`).boundingBox())!.height).toBeGreaterThan(500);

  // One is moved; the others stay. By key: right after scrolling, the browser may still give a click at this place to the frame that was there.
  await page.locator('#one [data-mark=root]').press('Enter');
  await settledEmbed(page.locator('#one'));
  expect(await numberIn(page.locator('#one'), 'max-weight-exact')).toBe(await exact(512, 64, Math.sqrt(512)));
  expect(await numberIn(page.locator('#two'), 'max-weight-exact')).toBe(await exact(16, 8, 4));
});

test('each embed speaks its own language, has its own theme and keeps only the controls it is given', async ({ page, foreign }) => {
  await page.goto(foreign.page(`${three}${script(foreign)}`, POLICY));
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  await settledEmbed(one);
  await settledEmbed(two);
  await expect(one).toContainText('Largest weight');
  await expect(two).toContainText('最大權重');
  await expect(two.locator('input[type=range][name=dk]')).toHaveCount(0);
  await expect(two.locator('.dk-divisor-range')).toHaveCount(1);
  const paper = (id: string) => page.locator(id).evaluate((figure) => getComputedStyle(figure).backgroundColor);
  expect(await paper('#one')).toBe('rgb(252, 251, 248)');
  expect(await paper('#two')).toBe('rgb(20, 22, 26)');
});

test('styles stay on their side: the host’s do not reach in, the figure’s do not reach out, and documented properties do', async ({ page, foreign }) => {
  const head = '<style>p, h3, button, svg text { color: red !important; font-size: 40px !important; fill: red !important } body { letter-spacing: 5px; text-transform: uppercase; font: 30px/3 fantasy } dk-saturation { --dk-paper: rgb(1, 2, 3) }</style>';
  await page.goto(foreign.page(`<p id="mine" class="dk-note">Mine</p>${three}${script(foreign)}`, undefined, head));
  const one = page.locator('#one');
  await settledEmbed(one);
  const style = (selector: string, property: string) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await style('#one .dk-title', 'font-size')).toBe('24px');
  expect(await style('#one .dk-title', 'letter-spacing')).toBe('normal');
  expect(await style('#one .dk-note', 'text-transform')).toBe('none');
  expect(await style('#one .dk-note', 'color')).not.toBe('rgb(255, 0, 0)');
  expect(await style('#one', 'background-color')).toBe('rgb(1, 2, 3)');
  expect(await style('#three', 'background-color')).toBe('rgb(252, 251, 248)');
  expect(await style('#mine', 'font-size')).toBe('40px');
  expect(await page.evaluate(() => document.styleSheets.length + document.adoptedStyleSheets.length)).toBe(1);
});

test('embeds of one group share their state, others do not', async ({ page, foreign }) => {
  await page.goto(foreign.page(`
<dk-saturation id="one" group="lesson" dk="256" lang="en" controls="divisor dk"></dk-saturation>
<dk-gradient id="two" group="lesson" lang="en"></dk-gradient>
<dk-saturation id="alone" lang="en"></dk-saturation>${script(foreign)}`, POLICY));
  await settledEmbed(page.locator('#one'));
  await settledEmbed(page.locator('#two'));
  await page.locator('#two [data-mark="1"]').click();
  expect(await numberIn(page.locator('#one'), 'sigma')).toBe(16);
  expect(await numberIn(page.locator('#alone'), 'sigma')).toBe(1);
});

test('case 31: nothing is fetched before a figure nears the screen, and a figure off screen does no work', async ({ page, foreign }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(foreign.page(`<p style="height: 4000px">A long post.</p>${three}<p style="height: 4000px">Its end.</p><dk-saturation id="far" dk="32"></dk-saturation>${script(foreign)}`, POLICY));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/assets/'))).toEqual([]);
  await settledEmbed(page.locator('#one'));
  expect(asked.filter((url) => url.includes('/embed-figures-'))).toHaveLength(1);
  expect(asked.some((url) => url.includes('/embed-scalar-'))).toBe(false);
  const far = await page.locator('#far').evaluate((figure) => ({ drawn: figure.shadowRoot?.querySelector('.dk-figure') !== null, settled: figure.hasAttribute('data-settled') }));
  expect(far).toEqual({ drawn: false, settled: false });
});

test('the author’s link stays until the figure draws; running the script again is harmless; one name is left behind', async ({ page, foreign, complaints }) => {
  void complaints;
  await page.goto(foreign.page('<p></p>'));
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
  await page.goto(foreign.page(`<dk-saturation id="one" lang="en">${fallback}</dk-saturation><div style="height: 3000px"></div><dk-saturation id="two" lang="en">${fallback}</dk-saturation>${script(foreign)}`, POLICY));
  await expect(page.locator('#two .kept')).toHaveCSS('display', 'inline');
  await settledEmbed(page.locator('#one'));
  expect(await page.locator('#one').evaluate((figure) => figure.shadowRoot?.querySelector('slot') === null)).toBe(true);
  expect(await page.locator('#two').evaluate((figure) => figure.shadowRoot?.querySelector('slot') !== null)).toBe(true);
  for (let i = 0; i < 2; i += 1) await page.addScriptTag({ url: `${foreign.site}/embed.js` });
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<dk-saturation id="late" dk="9" lang="en"></dk-saturation>'));
  expect(await numberIn(page.locator('#late'), 'sigma')).toBe(1);
  expect(await namesLeft(page, before)).toEqual(['sqrtDk']);
});

test('case 27: without SIMD the scalar module is fetched, and the digits are the same', async ({ page, foreign }) => {
  const address = foreign.page(`${three}${script(foreign)}`, POLICY);
  await page.goto(address);
  const withSimd = await numberIn(page.locator('#one'), 'max-weight');
  await page.addInitScript(() => { WebAssembly.validate = () => false; });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  expect(await numberIn(page.locator('#one'), 'max-weight')).toBe(withSimd);
  expect(asked.filter((url) => url.includes('/embed-scalar-'))).toHaveLength(1);
});

test('case 26: a host that forbids blob workers still gets its figures; one that forbids WebAssembly gets the author’s link and a sentence', async ({ page, foreign }) => {
  await page.goto(foreign.page(`${three}${script(foreign)}`, "script-src HOST 'wasm-unsafe-eval'; worker-src 'none'"));
  await settledEmbed(page.locator('#one'));
  await page.goto(foreign.page(`${three}${script(foreign)}`, 'script-src HOST; worker-src blob:'));
  const one = page.locator('#one');
  await one.scrollIntoViewIfNeeded();
  await expect(one.locator('.dk-error')).toContainText('WebAssembly');
  await expect(one.locator('.kept')).toBeVisible();
});

test('where the second script does not arrive, the author’s link stays and a sentence says why', async ({ page, foreign }) => {
  await page.route(/embed-figures-/, (route) => route.abort());
  await page.goto(foreign.page(`${three}${script(foreign)}`, POLICY));
  await expect(page.locator('#two').getByRole('alert')).toContainText('程式沒有載入');
  await expect(page.locator('#one .kept')).toBeVisible();
});

test('a host whose policy forbids style attributes too loses nothing', async ({ page, foreign, complaints }) => {
  void complaints;
  await page.goto(foreign.page(`${three}${script(foreign)}`.replace(/ style="[^"]*"/g, ''), `default-src 'none'; ${POLICY}; style-src 'none'; img-src data:`));
  await settledEmbed(page.locator('#one'));
  expect(await page.locator('#one .dk-figure').evaluate((figure: HTMLElement) => figure.style.getPropertyValue('--left'))).toMatch(/px$/);
});

test('an embed in a narrow column draws for its own width', async ({ page, foreign }) => {
  await page.goto(foreign.page(`<div style="width: 360px">${three}</div>${script(foreign)}`));
  await settledEmbed(page.locator('#one'));
  await expect(page.locator('#one .dk-figure')).toHaveClass(/narrow/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
});

test('what an embed costs: embed.js at most 12 KB, the second script at most 180 KB, gzipped', async () => {
  const files = readdirSync(join(dist, 'assets'));
  const gzipped = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length;
  expect(gzipped(readFileSync(join(dist, 'embed.js')))).toBeLessThanOrEqual(12_000);
  const second = readFileSync(join(dist, 'assets', files.find((name) => name.startsWith('embed-figures-'))!), 'utf8');
  const module = /eNr[A-Za-z0-9+/=]{20000,}/.exec(second)?.[0] ?? '';
  expect(module.length, 'the packed module is found').toBeGreaterThan(0);
  const [whole, own] = [gzipped(second), gzipped(module)];
  console.log(`the second script: ${whole} bytes gzipped, ${own} of them the module`);
  expect(whole - own).toBeLessThanOrEqual(132_000);
  expect(whole).toBeLessThanOrEqual(180_000);
});
