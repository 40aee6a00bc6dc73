import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { Figure } from './support/any_figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const SAMPLE = readFileSync(fileURLToPath(new URL('../../web/figures/inspector/sample.safetensors', import.meta.url)));

class Inspector extends Figure {
  constructor(page: Page) {
    super(page, 'dk-inspector', 'closing');
  }
  phase = (phase: string): Promise<void> => expect(this.element.locator('.dk-figure')).toHaveAttribute('data-phase', phase, { timeout: 30_000 });
  get file(): Locator {
    return this.element.locator('input[type=file]');
  }
  give = (name: string, text: string | Buffer): Promise<void> => this.file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  async sample(): Promise<void> {
    await this.element.locator('[data-action=sample]').click();
    await this.phase('done');
    await this.settled();
  }
}

test('the sample comes from this origin at a press, and shows a head that outgrows its divisor @smoke', async ({ page }) => {
  const requests: string[] = [];
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  page.on('request', (request) => requests.push(request.url()));
  await figure.sample();
  expect(requests.filter((url) => url.includes('safetensors'))).toHaveLength(1);
  const data = await figure.data();
  expect(Number(data['sigma']!.value)).toBeCloseTo(1, 1);
  expect(Number(data['sigma-4']!.value)).toBeGreaterThan(15);
  await expect(figure.element.locator('[role=status]').last()).toContainText('Heads measured: 5');
  // Another head: its numbers, its picture.
  await figure.element.locator('[data-head="3"]').click();
  await expect(figure.element.locator('canvas')).toHaveAttribute('aria-label', /step 160/);
  expect(Number((await figure.data())['sigma']!.value)).toBeCloseTo(Number(data['sigma-3']!.value), 12);
  await expect.poll(() => figure.element.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data: pixels } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return [canvas.width, canvas.height, new Set(pixels.filter((_, i) => i % 4 === 3)).size > 20];
  })).toEqual([64, 64, true]);
  await expect(figure.element.locator('figcaption')).toContainText('crowds onto a few keys');
});

test('nothing of the reader’s file leaves the browser', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await figure.give('qk.safetensors', SAMPLE);
  await figure.phase('done');
  await figure.settled();
  // Of this page's own program, nothing else: the worker, what it is made of, and the report's styles.
  expect(sent.filter((line) => !/^GET \S+\.(js|wasm|css) $/.test(line))).toEqual([]);
});

test('a bad file is told in a sentence, and the report before it stays', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  await figure.sample();
  const before = await figure.data();
  for (const [name, content, sentence] of [
    ['q.npy', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /really PNG/], ['q.npy', 'x', /NumPy’s mark/], ['empty.csv', '', /is empty/], ['q.csv', '1,2\n3,four\n', /Line 2, cell 2.*“four”/],
    ['qk.safetensors', SAMPLE.subarray(0, 5000), /cut short/], ['qk.json', '{"q": [[1, NaN]], "k": [[1, 2]]}', /row 0, column 1.*NaN/],
  ] as const) {
    await figure.give(name, content);
    await expect(figure.element.locator('[role=alert]')).toHaveText(sentence);
    await expect(figure.element.locator('[role=alert]')).toContainText('Below is still sample.safetensors');
    expect(await figure.data()).toEqual(before);
  }
  // And the next good one is measured.
  await figure.give('x.csv', '1;2,5\n3;4,25\n');
  await expect(figure.element.locator('[role=alert]')).toHaveCount(0);
  await expect(figure.element.locator('.dk-told')).toContainText('taken for logits');
});

test('dropped and pasted numbers are measured; q and k may be two files', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  await figure.element.locator('summary').first().click();
  await figure.element.locator('textarea').fill('1 0\n0 2\n\n1 0\n0 1\n1 1');
  await figure.element.getByRole('button', { name: 'Measure these' }).click();
  await figure.phase('done');
  expect((await figure.data())['key-count']?.value).toBe('3');
  await figure.element.locator('.dk-drop').evaluate((zone) => {
    const files = new DataTransfer();
    files.items.add(new File(['1,2,3,4\n5,6,7,9\n'], 'q.csv'));
    files.items.add(new File(['1,0,0,1\n0,1,1,0\n'], 'k.csv'));
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await expect(figure.element.locator('.dk-told')).toContainText('q.csv · k.csv');
  await figure.settled();
  const data = await figure.data();
  expect([data['head-dim']?.value, data['divisor']?.value, data['largest-score']?.value]).toEqual(['4', undefined, '14']);
});

test('divisor, mask and split measure anew, by keyboard; σ = 1 does what it says', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  await figure.element.locator('[data-action=sample]').focus();
  await page.keyboard.press('Enter');
  await figure.phase('done');
  await figure.element.locator('[data-head="4"]').focus();
  await page.keyboard.press('Enter');
  await figure.settled();
  await figure.choice('divisor', 'unit').focus();
  await page.keyboard.press('Enter');
  await figure.phase('done');
  expect(await figure.number('sigma')).toBeCloseTo(1, 3);
  await expect(page).toHaveURL(/inspector\.divisor=148/);
  await figure.choose('mask', 'causal');
  await figure.phase('done');
  expect((await figure.data())['sigma-0']).toBeDefined();
  const split = figure.element.locator('input[name=split-field]');
  await split.fill('2');
  await split.press('Enter');
  await figure.phase('done');
  await figure.settled();
  await expect(figure.element.locator('.dk-heads tbody tr')).toHaveCount(10);
  await split.fill('3');
  await split.press('Enter');
  await expect(figure.element.locator('[role=alert]')).toContainText('can’t be cut into 3');
  await expect(figure.element.locator('.dk-heads tbody tr')).toHaveCount(10);
  await figure.element.getByRole('button', { name: 'Reset' }).click();
  await figure.phase('empty');
  await expect(figure.element.locator('.dk-heads')).toHaveCount(0);
  await expect(page).not.toHaveURL(/inspector/);
});

test('tensors whose names say nothing are chosen by the reader', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  await figure.give('abc.json', '{"a": [[1, 0]], "b": [[1, 0], [0, 1]], "c": [[2, 0], [0, 2], [1, 1]]}');
  await figure.phase('choose');
  await expect(figure.element.locator('figcaption')).toContainText('please choose above');
  await figure.element.locator('select[name=query]').selectOption('1');
  await figure.element.locator('select[name=key]').selectOption('2');
  await figure.phase('done');
  await figure.settled();
  expect((await figure.data())['key-count']?.value).toBe('3');
});

test('the table sorts, and is saved as a file', async ({ page }) => {
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  await figure.sample();
  await figure.element.locator('[data-sort=sigma]').click();
  await expect(figure.element.locator('.dk-pick').first()).toHaveText('step 640');
  await expect(figure.element.locator('th[aria-sort=descending] [data-sort=sigma]')).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent('download'), figure.element.locator('[data-save=csv]').click()]);
  expect(download.suggestedFilename()).toBe('heads.csv');
  const text = readFileSync((await download.path())!, 'utf8');
  expect(text.split('\r\n')).toHaveLength(7);
  expect(text).toContain((await figure.data())['sigma-4']!.value);
});

for (const { tag, path } of languages)
  for (const width of [320, 390, 1280]) {
    test(`in ${tag} at ${width} px: nothing scrolls sideways, a thumb finds every control, axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const figure = new Inspector(page);
      await figure.open('', path);
      await figure.sample();
      for (const summary of await figure.element.locator('.dk-way summary').all()) await summary.click();
      expect(await figure.scrollsSideways()).toBe(false);
      if (width === 390) expect(await figure.tooSmall()).toEqual([]);
      expect(await figure.axe()).toEqual([]);
    });
  }

test('what measures comes with the first file; where it does not arrive, a sentence says so and the next try works', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const figure = new Inspector(page);
  await figure.open('', '/en/');
  expect(asked.filter((url) => /\/assets\/(work|inspector\.worker|en-inspector-report)-/.test(url))).toEqual([]);
  await page.route(/assets\/work-.*\.js/, (route) => route.abort());
  await figure.element.locator('[data-action=sample]').click();
  await expect(figure.element.locator('[data-problem=part_missing]')).toBeVisible();
  await page.unroute(/assets\/work-.*\.js/);
  await figure.sample();
  await expect(figure.element.locator('[data-problem]')).toHaveCount(0);
  await context.close();
});

test('on another page too the heat map is painted, follows the element’s theme, and no program is offered for numbers that are not in it', async ({ page }) => {
  await page.goto('/embed/inspector.html?lang=en&theme=light');
  const figure = page.locator('dk-inspector');
  await figure.locator('[data-action=sample]').click();
  await expect(figure.locator('.dk-figure')).toHaveAttribute('data-phase', 'done', { timeout: 30_000 });
  const ink = () => figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    // A copy that is made to be read: the figure's own canvas isn't, and the browser says so.
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d', { willReadFrequently: true })!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const at = data.findIndex((value, i) => i % 4 === 3 && value > 100);
    return at < 0 ? -1 : data[at - 3]!;
  });
  await expect.poll(ink).toBeGreaterThanOrEqual(0);
  const light = await ink();
  await figure.evaluate((element) => element.setAttribute('theme', 'dark'));
  await expect.poll(ink).toBeGreaterThan(light + 100);
  await figure.locator('[data-share=export]').click();
  await expect(figure.locator('dialog')).toBeVisible();
  await expect(figure.locator('dialog [data-save=csv], dialog [data-save=svg]').first()).toBeVisible();
  await expect(figure.locator('dialog pre')).toHaveCount(0);
});
