import { AxeBuilder } from '@axe-core/playwright';
import { ALPHAS, recipeOf, runRace, TRAINING_OPTIONS, type TrainingOptions } from '../../web/figures/training/query.ts';
import { outcomesOf } from '../../web/figures/training/outcome.ts';
import { readOptions } from '../../web/state/options.ts';
import { engine, reading, slider, visibleText } from './support/figure.ts';
import { expect, languages, test } from './support/page_test.ts';
import { button, openTraining, over, preset, runThenPress, race, read, training } from './support/training.ts';

const defaults: TrainingOptions = readOptions(TRAINING_OPTIONS, () => null).values;

/** A number as data-value has it; a run that never got there has none. */
const shown = (value: number | undefined): string => (Number.isFinite(value) ? String(value) : 'none');

/** What the figure must show for a recipe, from the engine under Node. */
async function expected(changes: Partial<TrainingOptions>, seed = 1): Promise<Record<string, string>> {
  const recipe = recipeOf({ ...defaults, ...changes }, seed);
  const result = await runRace(await engine(), recipe);
  const runs = outcomesOf(result, recipe);
  return Object.fromEntries(ALPHAS.reduce<[string, string][]>((all, alpha, i) => {
    const run = runs[i]!;
    return [...all, [`state-${alpha}`, run.state], [`final-loss-${alpha}`, shown(result.summary.finalLoss[i])], [`steps-${alpha}`, shown(result.summary.stepsToThreshold[i])],
      [`max-grad-${alpha}`, shown(run.maxGradNorm)], [`weight-ratio-${alpha}`, shown(run.weightRatio)], [`max-weight-${alpha}`, shown(run.maxWeight)]];
  }, []));
}

test('nothing runs before the reader starts it, and the default race shows what is commonly said @smoke', async ({ page }) => {
  await openTraining(page);
  await page.waitForTimeout(300);
  await expect(training(page)).not.toHaveAttribute('data-settled', '');
  expect(await read(page)).toMatchObject({ phase: 'ready', 'steps-done': '0' });
  const shown = await race(page);
  expect(shown).toMatchObject({ ...(await expected({})), phase: 'done', 'steps-done': '400', pattern: 'said', 'state-0.0625': 'dead', 'state-16': 'learnt' });
  // … though α = 2 ends lowest even there, and the caption says so.
  const losses = [...ALPHAS].map((alpha) => Number(shown[`final-loss-${alpha}`]));
  expect(ALPHAS[losses.indexOf(Math.min(...losses))]).toBe(2);
  await expect(training(page).locator('figcaption')).toContainText('最後損失最低的是 α = 2');
});

test('one click on the rate 0.05 overturns it, one on Adam too, and the caption says so from the numbers', async ({ page }) => {
  await openTraining(page, '', '/en/');
  await race(page);
  await expect(training(page).locator('figcaption')).toContainText('As the story goes');
  await preset(page, 'sgd-0.05').click();
  await over(page);
  const small = await read(page);
  expect(small).toMatchObject({ ...(await expected({ lr: 0.05 })), pattern: 'reversed' });
  expect(Number(small['final-loss-0.0625'])).toBeLessThan(Number(small['final-loss-16']));
  await expect(training(page).locator('figcaption')).toContainText('The opposite of what one hears');
  await preset(page, 'adam-0.01').click();
  await over(page);
  expect(await read(page)).toMatchObject({ ...(await expected({ optimiser: 'adam', lr: 0.01 })), pattern: 'all', learnt: '9' });
  await expect(training(page).locator('figcaption')).toContainText('All nine learn');
  await expect.poll(() => new URL(page.url()).searchParams.get('training.optimiser')).toBe('adam');
});

test('every option reaches the engine, and a change by hand runs anew once a race had begun', async ({ page }) => {
  await openTraining(page);
  await training(page).locator('[data-option=clip]').click();
  expect(await read(page)).toMatchObject({ phase: 'ready' });
  expect(await race(page)).toMatchObject(await expected({ clip: 0.1 }));
  await training(page).locator('[data-option=clip]').click();
  await training(page).locator('[data-option=qk-norm]').click();
  await over(page);
  expect(await read(page)).toMatchObject(await expected({ 'qk-norm': true }));
  await training(page).locator('[data-option=qk-norm]').click();
  await training(page).locator('[data-loss=ce]').click();
  await training(page).locator('[data-option=lr-times-alpha]').click();
  const field = training(page).locator('input[name=lr-field]');
  await field.fill('1.5');
  await field.press('Enter');
  await over(page);
  expect(await read(page)).toMatchObject(await expected({ loss: 'ce', lr: 1.5, 'lr-times-alpha': true }));
  await training(page).getByRole('button', { name: /換一組樣本/ }).click();
  await over(page);
  expect(await read(page)).toMatchObject({ ...(await expected({ loss: 'ce', lr: 1.5, 'lr-times-alpha': true }, 2)), seed: '2' });
  await training(page).getByRole('button', { name: '回到預設' }).click();
  expect(await read(page)).toMatchObject({ phase: 'ready', seed: '1' });
  await expect(preset(page, 'sgd-5')).toHaveAttribute('aria-pressed', 'true');
});

test('case 10: runs that explode are told in words, at the step where they did, and show no NaN and no infinity', async ({ page }) => {
  for (const { path } of languages) {
    await openTraining(page, '?training.loss=ce&training.lr=2', path);
    const shown = await race(page);
    expect(shown).toMatchObject({ ...(await expected({ loss: 'ce', lr: 2 })), 'state-0.0625': 'exploded', 'state-0.125': 'exploded' });
    await expect(training(page).locator('.dk-burst')).toHaveCount(2);
    await expect(training(page).locator('.dk-stop')).toHaveCount(0);
    expect(await visibleText(page)).not.toMatch(/NaN|Infinity|∞|undefined/);
  }
});

test('a pause holds every digit, going on ends with the same ones, and a stop ends the race where it is', async ({ page }) => {
  await openTraining(page, '?training.qk-norm=on');
  await runThenPress(page, 'run', 5);
  const held = await read(page);
  expect(held['phase']).toBe('paused');
  await page.waitForTimeout(400);
  expect(await read(page)).toEqual(held);
  await button(page, 'run').click();
  await over(page);
  expect(await read(page)).toMatchObject(await expected({ 'qk-norm': true }));

  await runThenPress(page, 'stop', 5);
  await over(page);
  const stopped = await read(page);
  expect(stopped['phase']).toBe('stopped');
  expect(Number(stopped['steps-done'])).toBeLessThan(400);
  await page.waitForTimeout(300);
  expect(await read(page)).toEqual(stopped);
});

test('case 31: off the screen the race does no work, and it goes on when it is seen again', async ({ page }) => {
  await openTraining(page, '?training.qk-norm=on');
  await button(page, 'run').click();
  await expect.poll(async () => Number((await read(page))['steps-done'])).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(training(page)).not.toBeInViewport();
  await page.waitForTimeout(400);
  const away = await read(page);
  expect(Number(away['steps-done'])).toBeLessThan(400);
  await page.waitForTimeout(400);
  expect(await read(page)).toEqual(away);
  await training(page).scrollIntoViewIfNeeded();
  await over(page);
  expect((await read(page))['steps-done']).toBe('400');
});

test('while the race runs, other figures are answered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 30_000 });
  await openTraining(page, '?training.qk-norm=on');
  await expect(slider(page, 'dk')).toBeVisible();
  await button(page, 'run').click();
  await slider(page, 'dk').focus();
  await page.keyboard.press('PageUp');
  expect((await reading(page, 'sigma')).value).toBe(1);
  expect(Number((await read(page))['steps-done'])).toBeLessThan(400);
  await over(page);
});

test('the same address gives the same digits in both languages, and never starts by itself', async ({ page }) => {
  const digits = [];
  for (const { path } of languages) {
    await openTraining(page, '?seed=7&training.lr=0.7&training.clip=0.5', path);
    expect((await read(page))['phase']).toBe('ready');
    digits.push(await race(page));
  }
  expect(digits[1]).toEqual(digits[0]);
  expect(digits[0]).toMatchObject(await expected({ lr: 0.7, clip: 0.5 }, 7));
});

test('a rate out of range or no number is answered in a sentence', async ({ page }) => {
  await openTraining(page, '?training.lr=1e9&training.loss=huber');
  await expect(training(page).locator('[data-notice=clamped][data-param=lr]')).toBeVisible();
  await expect(training(page).locator('[data-notice=unknown_option][data-param=loss]')).toBeVisible();
  const field = training(page).locator('input[name=lr-field]');
  await expect(field).toHaveValue('100');
  await field.fill('fast');
  await field.press('Enter');
  await expect(training(page).locator('[data-notice=not_a_number]').first()).toBeVisible();
  await expect(field).toHaveValue('100');
});

test('the race can be run and read with the keyboard alone, and axe finds nothing in it', async ({ page }) => {
  await openTraining(page);
  await button(page, 'run').focus();
  await page.keyboard.press('Enter');
  await over(page);
  await expect(button(page, 'run')).toBeFocused();
  await expect(training(page).locator('[role=status]')).not.toBeEmpty();
  await training(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(training(page).locator('.dk-data tbody tr')).toHaveCount(9);
  const { violations } = await new AxeBuilder({ page }).include('dk-training').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`)).toEqual([]);
});

for (const width of [320, 390]) {
  test(`at ${width} px nothing scrolls sideways, before and after the race, and every control is a thumb high`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of languages) {
      await openTraining(page, '?training.loss=ce', path);
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
      expect(await fits()).toBe(true);
      await race(page);
      expect(await fits()).toBe(true);
      const strip = await training(page).locator('.dk-strip-frame').evaluate((frame) => [frame.scrollWidth, frame.clientWidth] as const);
      expect(strip[0]).toBeLessThanOrEqual(strip[1]);
      for (const control of await training(page).locator('button, input, summary').all()) {
        const box = await control.boundingBox();
        expect(box?.height ?? 0, await control.evaluate((element) => element.outerHTML.slice(0, 120))).toBeGreaterThanOrEqual(44);
      }
    }
  });
}
