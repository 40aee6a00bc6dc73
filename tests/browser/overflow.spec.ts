import { queryState, runState } from '../../web/figures/overflow/query.ts';
import { OPTION_TABLE } from '../../web/figures/overflow/options.ts';
import { readOptions } from '../../web/state/options.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { Figure } from './support/any_figure.ts';
import { engine } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';

const overflow = (page: ConstructorParameters<typeof Figure>[0]): Figure => new Figure(page, 'dk-overflow', 'stability');
const weights = async (figure: Figure): Promise<string[]> => Object.entries(await figure.data()).filter(([name]) => /^weight-\d+$/.test(name)).map(([, { value }]) => value);

test('case 11: one press shows where softmax as written fails, and what subtracting the maximum makes of it @smoke', async ({ page }) => {
  const figure = overflow(page);
  await figure.open();
  await figure.choose('format', 'float32');
  await figure.choose('row', '100 10 10');
  expect(await weights(figure)).toEqual(['NaN', '0', '0']);
  await expect(figure.element.locator('[data-why=nan]')).toContainText('∞ ÷ ∞');
  await figure.choose('format', 'float64');
  const [largest = '', ...others] = await weights(figure);
  expect(largest).toBe('1');
  for (const other of others) expect(Number(other)).toBeLessThan(1e-30);
  await figure.choose('row', '710 10 10');
  expect(await weights(figure)).toEqual(['NaN', '0', '0']);
  await figure.choose('row', '1000 10 10');
  await figure.choose('algorithm', 'maxSubtracted');
  expect(await weights(figure)).toEqual(['1', '0', '0']);
  await expect(figure.element.locator('.dk-worked')).not.toContainText(/NaN|∞/);
});

test('case 12: entries of 40 overflow in float16 unless they are divided first; in float32 they never do', async ({ page }) => {
  const figure = overflow(page);
  await figure.open('?overflow.row=forties&overflow.algorithm=maxSubtracted');
  expect((await figure.data())['score-1']?.value).toBe('Infinity');
  await figure.choose('order', 'beforeOnQuery');
  expect((await figure.data())['score-1']?.value).toBe('12800');
  await figure.choose('order', 'after');
  await figure.choose('format', 'float32');
  expect((await figure.data())['score-1']?.value).toBe('102400');
  expect((await figure.data())['logit-1']?.value).toBe('12800');
});

test('with the maximum subtracted the line lies on 0 at any divisor, and the largest weight does not move', async ({ page }) => {
  const figure = overflow(page);
  await figure.open('?divisor=1&keys=512');
  const naive = await figure.data();
  expect(Number(naive['exp-overflow']?.value)).toBe(1);
  await figure.choose('algorithm', 'maxSubtracted');
  const stable = await figure.data();
  expect(Number(stable['exp-overflow']?.value)).toBe(0);
  expect(stable['max-weight']).toEqual(naive['max-weight']);
  expect(Number(stable['max-weight-exact']?.value)).toBeGreaterThan(0.7);
  await figure.mark('root').click();
  expect(await figure.number('max-weight-exact')).toBeLessThan(0.03);
});

test('every number shown is the one that the engine gives under Node for the same request', async ({ page }) => {
  const figure = overflow(page);
  const cases: [string, Record<string, string>, object][] = [
    ['?dk=512&divisor=1&keys=64&seed=7&overflow.format=float32', { format: 'float32' }, { headDim: 512, divisor: '1', keyCount: 64, seed: 7 }],
    ['?divisor=4&overflow.entry-std=32&overflow.order=beforeOnBoth', { 'entry-std': '32', order: 'beforeOnBoth' }, { divisor: 4 }],
  ];
  for (const [query, given, params] of cases) {
    await figure.open(query);
    const options = readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;
    const state = await runState(await engine(), queryState({ ...DEFAULTS, ...params }, options, 'resting'));
    const shown = await figure.data();
    expect(shown['exp-overflow']).toEqual({ value: String(state.share.expInf.share), error: String(state.share.expInf.error), theory: String(state.exact?.value) });
    expect(shown['raw-overflow']?.value).toBe(String(state.stable.nan.share));
    expect(shown['flushed-share']?.value).toBe(String(state.share.flushedWeights.share));
    for (const { key, weight } of state.worked.shown) expect(shown[`weight-${key}`]?.value).toBe(String(weight));
  }
});

test('case 18: changing the divisor leaves the raw scores as they were', async ({ page }) => {
  const figure = overflow(page);
  await figure.open();
  const scores = async (): Promise<[string, string][]> => Object.entries(await figure.data()).filter(([name]) => name.startsWith('score-')).map(([name, { value }]) => [name, value]);
  const before = await scores();
  expect(before).toHaveLength(8);
  await figure.mark('1').click();
  expect(await scores()).toEqual(before);
});

test('logits can be typed; what is none is refused in a sentence', async ({ page }) => {
  const figure = overflow(page);
  await figure.open('', '/en/');
  const field = figure.element.locator('input[name=logits-field]');
  await field.fill('12, 3');
  await field.press('Enter');
  expect(await weights(figure)).toEqual(['NaN', '0']);
  await expect(page).toHaveURL(/overflow\.logits=12(\+|%20)3/);
  await field.fill('twelve');
  await field.press('Enter');
  await expect(figure.element.locator('[data-notice][data-param=logits]')).toContainText('twelve');
  expect(await weights(figure)).toEqual(['NaN', '0']);
  await figure.element.getByRole('button', { name: 'Reset' }).click();
  await figure.settled();
  expect(await weights(figure)).toHaveLength(8);
});

test('an address full of nonsense is answered in sentences', async ({ page }) => {
  const figure = overflow(page);
  await figure.open('?overflow.format=int8&overflow.entry-std=1e9&overflow.logits=a,b&overflow.row=typed', '/en/');
  for (const param of ['format', 'entry-std', 'logits']) await expect(figure.element.locator(`[data-notice][data-param=${param}]`)).toBeVisible();
});

test('sliders move by keyboard, and the size of entries has its own', async ({ page }) => {
  const figure = overflow(page);
  await figure.open('?overflow.algorithm=maxSubtracted&keys=64');
  expect(await figure.number('raw-overflow')).toBe(0);
  await figure.slider('entry-std').focus();
  await page.keyboard.press('End');
  expect(await figure.number('raw-overflow')).toBeGreaterThan(0.5);
  await figure.slider('divisor').focus();
  await page.keyboard.press('ArrowRight');
  await figure.settled();
  await expect(figure.slider('divisor')).toHaveAttribute('aria-valuetext', /8\.08/);
});

for (const { tag, path } of languages)
  for (const width of [320, 390, 1280]) {
    test(`in ${tag} at ${width} px: nothing scrolls sideways, a thumb finds every control, axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const figure = overflow(page);
      await figure.open('?overflow.row=forties&overflow.algorithm=maxSubtracted', path);
      expect(await figure.scrollsSideways()).toBe(false);
      const box = (await figure.element.boundingBox())!;
      const outside = await figure.element.locator('table.dk-worked, .dk-chip, svg.dk-picture').evaluateAll((all, right) => all.filter((one) => one.getBoundingClientRect().right > right + 1).length, box.x + box.width);
      expect(outside).toBe(0);
      if (width === 390) {
        expect(await figure.tooSmall()).toEqual([]);
        expect(await figure.axe()).toEqual([]);
      }
    });
  }
