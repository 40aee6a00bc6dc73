import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { drawRequest, queryPipeline, runPipeline, type PipelineResult } from '../../web/figures/pipeline/query.ts';
import { OPTION_TABLE } from '../../web/figures/pipeline/options.ts';
import { readOptions } from '../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../web/state/params.ts';
import { engine, openFigure, reading, visibleText } from './support/figure.ts';
import { expect, test } from './support/page_test.ts';

const pipeline = (page: Page): Locator => page.locator('dk-pipeline');
const choice = (page: Page, control: string, value: string): Locator => pipeline(page).locator(`[data-control=${control}] [data-choice=${value}]`);
const entry = (page: Page, name: string): Locator => pipeline(page).locator(`input[data-name=${name}]`);
const cell = (page: Page, name: string): Locator => pipeline(page).locator(`button[data-name=${name}]`);
const size = (page: Page, name: string, step: 1 | -1): Locator => pipeline(page).locator(`[data-control=${name}] [data-step="${step}"]`);

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(pipeline(page)).toHaveAttribute('data-settled', '');
}

async function open(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}`);
  await pipeline(page).scrollIntoViewIfNeeded();
  await settled(page);
}

async function choose(page: Page, control: string, value: string): Promise<void> {
  await choice(page, control, value).click();
  await expect(choice(page, control, value)).toHaveAttribute('aria-pressed', 'true');
  await settled(page);
}

async function number(page: Page, name: string): Promise<number> {
  await settled(page);
  return Number(await pipeline(page).locator(`[data-name="${name}"]`).getAttribute('data-value'));
}

async function numbers(page: Page, prefix: string): Promise<number[]> {
  await settled(page);
  return pipeline(page).locator(`[data-name^="${prefix}-"][data-value]`).evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset['value'])));
}

async function write(page: Page, name: string, text: string): Promise<void> {
  await entry(page, name).fill(text);
  await entry(page, name).press('Enter');
  await settled(page);
}

async function paste(page: Page, name: string, text: string): Promise<void> {
  await entry(page, name).focus();
  await entry(page, name).evaluate((input, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await settled(page);
}

/** What the engine under Node says of the same state. */
async function expected(given: Record<string, string>, params: Partial<Params> = {}): Promise<PipelineResult> {
  const client = await engine();
  const whole = { ...DEFAULTS, ...params };
  const drawn = (await client.call('dotProductSample', drawRequest(whole.seed))).logits;
  return runPipeline(client, queryPipeline(whole, readOptions(OPTION_TABLE, (name) => given[name] ?? null).values), drawn);
}

test('walking through the steps shows at each the numbers of the engine @smoke', async ({ page }) => {
  await open(page);
  const result = await expected({});
  const steps = [['scores', result.unmasked.scores], ['divide', result.unmasked.logits], ['mask', result.unmasked.logits], ['softmax', result.forward.weights], ['output', result.forward.output]] as const;
  for (const [i, [step, matrix]] of steps.entries()) {
    if (i > 0) await pipeline(page).locator('[data-go="1"]').click();
    await expect(choice(page, 'step', step)).toHaveAttribute('aria-pressed', 'true');
    expect(await numbers(page, step), step).toEqual(Array.from(matrix.data));
  }
  await expect(pipeline(page).locator('[data-go="1"]')).toBeDisabled();
});

test('the address reproduces sizes, matrices, mask, divisor and step, digit by digit', async ({ page }) => {
  const given = { nq: '3', n: '5', width: '6', dv: '2', mask: 'free', allow: '10111_11111_01110', divide: 'one', step: 'softmax', q: '1 2 3 4 5 6_-1 0 0 0 0 1_0.5 0.25 0 0 0 0' };
  const query = new URLSearchParams(Object.entries(given).map(([name, text]) => [`pipeline.${name}`, text]));
  await open(page, `?seed=7&${query}`);
  const result = await expected(given, { seed: 7 });
  expect(await numbers(page, 'softmax')).toEqual(Array.from(result.forward.weights.data));
  expect(await numbers(page, 'sum')).toEqual(Array.from(result.sums));
  expect(await number(page, 'difference')).toBe(result.difference);
});

test('what is set through the controls stands in the address, and a reload shows the same numbers', async ({ page }) => {
  await open(page);
  await write(page, 'q-0-0', '2.5');
  await size(page, 'n', 1).click();
  await choose(page, 'mask', 'causal');
  await choose(page, 'divide', 'both');
  await choose(page, 'step', 'softmax');
  const before = await numbers(page, 'softmax');
  await expect.poll(() => new URL(page.url()).search).toContain('pipeline.step=softmax');
  expect(new URL(page.url()).searchParams.get('pipeline.n')).toBe('5');
  await page.reload();
  await pipeline(page).scrollIntoViewIfNeeded();
  expect(await numbers(page, 'softmax')).toEqual(before);
  await pipeline(page).locator('.dk-foot button').click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await numbers(page, 'scores')).toEqual(Array.from((await expected({})).unmasked.scores.data));
});

test('claim 4: editing V moves the output and not one bit of the weights', async ({ page }) => {
  await open(page, '?pipeline.step=output');
  const output = await numbers(page, 'output');
  await choose(page, 'step', 'softmax');
  const weights = await numbers(page, 'softmax');
  await write(page, 'v-1-2', '-40');
  expect(await numbers(page, 'softmax')).toEqual(weights);
  expect(await number(page, 'value-change')).toBe(0);
  await choose(page, 'step', 'output');
  expect(await numbers(page, 'output')).not.toEqual(output);
  await write(page, 'k-0-0', '9');
  await choose(page, 'step', 'softmax');
  expect(await numbers(page, 'softmax')).not.toEqual(weights);
});

test('case 6: √d_model by mistake divides √8 times too much, which is flatter; the default is the root of Q’s columns', async ({ page }) => {
  for (const width of [1, 5, 8]) {
    await open(page, `?pipeline.width=${width}`);
    expect(await number(page, 'divisor')).toBe(Math.sqrt(width));
  }
  const [spread, largest] = [await number(page, 'logit-spread'), await number(page, 'max-weight')];
  await choose(page, 'divide', 'rootmodel');
  expect(await number(page, 'divisor')).toBeCloseTo(8, 12);
  expect((await number(page, 'logit-spread')) / spread).toBeCloseTo(0.354, 3);
  expect(await number(page, 'max-weight')).toBeLessThan(largest);
  await size(page, 'heads', -1).click();
  expect(await number(page, 'divisor')).toBeCloseTo(Math.sqrt(56), 12);
  // The case's own size, where nobody edits by hand: d_model 512, 8 heads.
  await openFigure(page, '?dk=64&heads=8&divisor=rootmodel');
  expect((await reading(page, 'sigma')).value).toBeCloseTo(0.3536, 4);
});

test('case 8: split over Q and K the weights are those of √d_k within 1e-6; on one side only they are not', async ({ page }) => {
  await open(page, '?pipeline.width=8&pipeline.step=softmax');
  const spread = await number(page, 'logit-spread');
  await choose(page, 'divide', 'both');
  expect(await number(page, 'difference')).toBeLessThanOrEqual(1e-6);
  await choose(page, 'divide', 'one');
  expect(await number(page, 'difference')).toBeGreaterThan(0.01);
  expect((await number(page, 'logit-spread')) / spread).toBeCloseTo(8 ** 0.25, 4);
  // One side only is a divisor of √√d_k: at d_k = 256 the spread is 4.
  await openFigure(page, '?dk=256&divisor=root4');
  expect((await reading(page, 'sigma')).value).toBeCloseTo(4, 12);
});

test('case 39: 1/√d_k folded into W_q gives the same weights within 1e-6', async ({ page }) => {
  await open(page, '?pipeline.width=7&pipeline.step=softmax', '/en/');
  const weights = await numbers(page, 'softmax');
  await choose(page, 'divide', 'folded');
  for (const [i, weight] of (await numbers(page, 'softmax')).entries()) expect(Math.abs(weight - (weights[i] ?? 0))).toBeLessThanOrEqual(1e-6);
  expect(await number(page, 'difference')).toBeLessThanOrEqual(1e-6);
  await expect(pipeline(page).locator('figcaption')).toContainText('nothing needs dividing later');
});

test('case 13: the first causal row is (1, 0, …); a row that is masked whole is a row of zeros with a note, and nothing is NaN', async ({ page }) => {
  await open(page, '?pipeline.n=6&pipeline.nq=6');
  await choose(page, 'mask', 'causal');
  await choose(page, 'step', 'softmax');
  expect((await numbers(page, 'softmax')).slice(0, 6)).toEqual([1, 0, 0, 0, 0, 0]);
  await choose(page, 'step', 'mask');
  await cell(page, 'mask-0-0').click();
  await settled(page);
  await expect(choice(page, 'mask', 'free')).toHaveAttribute('aria-pressed', 'true');
  await expect(pipeline(page).locator('[data-name=fully-masked]')).toHaveAttribute('data-value', '1');
  await choose(page, 'step', 'softmax');
  expect((await numbers(page, 'softmax')).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await number(page, 'sum-0')).toBe(0);
  await expect(pipeline(page).locator('.dk-full-mask')).toContainText('定為 0');
  await choose(page, 'step', 'output');
  expect((await numbers(page, 'output')).slice(0, 3)).toEqual([0, 0, 0]);
  expect(await visibleText(page)).not.toMatch(/NaN|Infinity|undefined/);
  await choose(page, 'step', 'mask');
  await cell(page, 'mask-0-0').click();
  await settled(page);
  await expect(pipeline(page).locator('[data-name=fully-masked]')).toHaveCount(0);
});

test('case 15: what is hovered or focused is written out with the engine’s value, and rows of weights sum to 1 as shown', async ({ page }) => {
  await open(page, '?pipeline.n=8&pipeline.nq=8&pipeline.width=3');
  const result = await expected({ n: '8', nq: '8', width: '3' });
  const matrices = { scores: result.unmasked.scores, divide: result.unmasked.logits, softmax: result.forward.weights, output: result.forward.output };
  for (const [step, matrix] of Object.entries(matrices)) {
    await choose(page, 'step', step);
    for (const [row, column] of [[2, 1], [7, 2]] as const) {
      const value = matrix.data[row * matrix.columns + column] ?? NaN;
      await cell(page, `${step}-${row}-${column}`).hover();
      expect(await number(page, 'cell')).toBe(value);
      const shown = Number((await pipeline(page).locator('[data-name=cell]').innerText()).replace('−', '-'));
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(1e-4 * Math.abs(value));
      await page.mouse.move(0, 0);
      await cell(page, `${step}-0-0`).focus();
      expect(await number(page, 'cell')).toBe(matrix.data[0]);
      await page.keyboard.press('ArrowRight');
      expect(await number(page, 'cell')).toBe(matrix.data[1]);
    }
  }
  await choose(page, 'step', 'softmax');
  expect(await number(page, 'scale')).toBe(1);
  for (let i = 0; i < 8; i += 1) {
    const shown = (await pipeline(page).locator(`[data-name^="softmax-${i}-"]`).allInnerTexts()).map(Number);
    expect(Math.abs(shown.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThanOrEqual(8 * 0.0005 + 1e-9);
    expect(await pipeline(page).locator(`[data-name=sum-${i}]`).innerText()).toBe('1.000');
  }
});

test('a block from a spreadsheet is taken and the matrix grows; a bad cell gets a sentence and changes nothing', async ({ page }) => {
  await open(page);
  await paste(page, 'q-0-0', '1\t2\t3\t4\t5\n-1\t0,5\t0\t0\t1\n');
  expect((await numbers(page, 'q')).slice(0, 10)).toEqual([1, 2, 3, 4, 5, -1, 0.5, 0, 0, 1]);
  await expect(pipeline(page).locator('input[name=width-field]')).toHaveValue('5');
  const result = await expected({ width: '5', q: (await numbers(page, 'q')).join(' ').replace(/((\S+ ){4}\S+) /g, '$1_') });
  expect(await numbers(page, 'scores')).toEqual(Array.from(result.unmasked.scores.data));
  const before = await numbers(page, 'q');
  for (const [text, kind] of [['1\t2\nx\t3', 'not-a-number'], ['1\t2\n3', 'ragged'], ['1\t\n2\t3', 'empty-cell'], ['1;2;3;4;5;6;7;8;9', 'too-many'], ['1\t1e9', 'out-of-range']] as const) {
    await paste(page, 'q-0-0', text);
    await expect(pipeline(page).locator(`[data-notice=${kind}]`)).toBeVisible();
    expect(await numbers(page, 'q')).toEqual(before);
  }
  await paste(page, 'q-3-4', '1\t2\t3\t4\t5');
  await expect(pipeline(page).locator('[data-notice=no-room]')).toContainText('9');
  expect(await numbers(page, 'q')).toEqual(before);
  await pipeline(page).locator('.dk-notice button').click();
  await expect(pipeline(page).locator('[data-notice]')).toHaveCount(0);
});

test('what is typed into a cell and is no number leaves the cell as it was, in words', async ({ page }) => {
  await open(page, '', '/en/');
  const before = await numbers(page, 'k');
  await write(page, 'k-1-1', 'many');
  await expect(pipeline(page).locator('[data-notice=not-a-number]')).toContainText('row 2, column 2');
  expect(await numbers(page, 'k')).toEqual(before);
  await write(page, 'k-1-1', '-3');
  await expect(pipeline(page).locator('[data-notice]')).toHaveCount(0);
  expect((await numbers(page, 'k'))[5]).toBe(-3);
  await pipeline(page).locator('[data-matrix=k] .dk-restore').click();
  expect(await numbers(page, 'k')).toEqual(before);
});

test('matrices and a mask in the address that cannot be read are told, and drawn ones are used', async ({ page }) => {
  await open(page, '?pipeline.q=hello&pipeline.allow=xyz&pipeline.n=99&pipeline.mask=free');
  await expect(pipeline(page).locator('[data-notice=unread]')).toHaveCount(2);
  await expect(pipeline(page).locator('[data-notice=clamped]')).toBeVisible();
  expect((await numbers(page, 'q')).map(Math.fround)).toEqual(Array.from((await expected({ n: '8' })).query.data));
});

test('a new sample draws Q, K and V anew, and its seed brings them back', async ({ page }) => {
  await open(page);
  const first = await numbers(page, 'v');
  await pipeline(page).locator('.dk-new-sample').click();
  expect(await numbers(page, 'v')).not.toEqual(first);
  expect(await number(page, 'seed')).toBe(2);
  await open(page, '?seed=1');
  expect(await numbers(page, 'v')).toEqual(first);
});

for (const width of [320, 390]) {
  test(`at ${width} px the largest matrices fit, nothing scrolls sideways, and a thumb can do every step`, async ({ browser, origin }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, hasTouch: true, isMobile: true, baseURL: origin });
    const page = await context.newPage();
    await open(page, '?pipeline.n=8&pipeline.nq=8&pipeline.width=8&pipeline.dv=8');
    for (const step of ['divide', 'mask', 'softmax', 'output', 'scores']) {
      await choice(page, 'step', step).tap();
      await settled(page);
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect(scroll).toBe(client);
      const wide = await pipeline(page).locator('table').evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right - table.closest('dk-pipeline')!.getBoundingClientRect().right));
      for (const over of wide) expect(over).toBeLessThanOrEqual(0.5);
      const spilt = await pipeline(page).locator('button.dk-cell').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
      expect(spilt, step).toBe(0);
    }
    await choice(page, 'step', 'mask').tap();
    await cell(page, 'mask-3-4').tap();
    await settled(page);
    await expect(cell(page, 'mask-3-4')).toHaveAttribute('aria-pressed', 'true');
    for (const target of await pipeline(page).locator('button.dk-chip, button.dk-step-by, button.dk-go').all()) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await context.close();
  });
}

for (const [step, colorScheme] of [['scores', 'light'], ['mask', 'dark'], ['softmax', 'dark'], ['output', 'light']] as const) {
  test(`axe finds nothing in the figure at the step ${step}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, `?pipeline.step=${step}&pipeline.mask=causal&pipeline.divide=rootmodel`);
    const { violations } = await new AxeBuilder({ page }).include('dk-pipeline').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
