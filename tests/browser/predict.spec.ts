// Guess first, then see; what was done is kept on the device, and can be taken along.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { QUESTIONS } from '../../web/figures/predict/questions.ts';
import { expect, languages, test } from './support/page_test.ts';

const card = (page: Page, question: string): Locator => page.locator(`dk-predict[question=${question}]`).last();
const KEY = 'sqrt-dk-progress';
const stored = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), KEY);
const entry = async (page: Page, id: string): Promise<{ done: boolean; guess?: number[] } | undefined> =>
  (JSON.parse((await stored(page)) ?? '{"entries":{}}') as { entries: Record<string, { done: boolean; guess?: number[] }> }).entries[id];

async function near(page: Page, question: string): Promise<Locator> {
  const one = card(page, question);
  await one.scrollIntoViewIfNeeded();
  await expect(one).toHaveAttribute('data-settled', '');
  return one;
}

/** Tab until the focus is on it: nothing but keys. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    for (let i = 0; i < 12; i += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('not reached');
  }).toPass();
}

/** Answers a card by keys alone, wherever the focus is before it. */
async function byKeys(page: Page, question: string, act: (one: Locator) => Promise<void>): Promise<Locator> {
  const one = await near(page, question);
  // What a reader does with the contents list: jump, then go on with Tab.
  await one.evaluate((element) => {
    (element as HTMLElement).tabIndex = -1;
    (element as HTMLElement).focus();
  });
  await act(one);
  await tabTo(page, one.locator('[data-action=reveal]'));
  await page.keyboard.press('Enter');
  await expect(one.locator('[data-action=again]')).toBeFocused();
  await expect(one.locator('[role=status]')).not.toBeEmpty();
  return one;
}

for (const { tag, path } of languages) {
  test(`§3 with its predictions by keyboard alone, left and come back to, in ${tag}${tag === 'zh-Hans' ? ' @full' : tag === 'en' ? '' : ' @smoke'}`, async ({ page, context }) => {
    await page.goto(`${path}?dk=128#saturation`);
    const sketch = await byKeys(page, 'saturation', async (one) => {
      await tabTo(page, one.locator('input').first());
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      await page.keyboard.press('End');
    });
    await expect(sketch.locator('svg[role=img]')).toHaveAttribute('aria-label', /4096/);
    await byKeys(page, 'jacobian', async (one) => {
      await tabTo(page, one.locator('input').first());
      await page.keyboard.press('ArrowDown');
    });
    await byKeys(page, 'stability', async (one) => {
      await tabTo(page, one.locator('input'));
      for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
    });
    await byKeys(page, 'invariance', async (one) => {
      await tabTo(page, one.locator('input'));
      await page.keyboard.press('Home');
    });
    await byKeys(page, 'statistics', async (one) => {
      await tabTo(page, one.locator('input').first());
      await page.keyboard.press('Space');
    });
    expect((await entry(page, 'predict/statistics'))?.done).toBe(true);
    await expect(page.locator('nav.contents a[href="#stability"] .tally')).toContainText('1');

    // Keys were pressed, so the place is the reader's; the page is left and opened again.
    await page.keyboard.press('Shift');
    await expect(async () => {
      await page.locator('#statistics').evaluate((element) => element.scrollIntoView());
      await expect(page.locator('nav.contents a[aria-current]')).toHaveAttribute('href', '#statistics', { timeout: 1000 });
    }).toPass();
    await page.goto('about:blank');
    const again = await context.newPage();
    await again.goto(path);
    const link = again.locator('.kicker .resume');
    await expect(link).toContainText('3.4');
    await expect(link).toContainText('dk=128');
    expect(await again.evaluate(() => scrollY)).toBe(0);
    await link.focus();
    await again.keyboard.press('Enter');
    await expect(again.locator('#statistics h2')).toBeInViewport();
    expect(new URL(again.url()).search).toContain('dk=128');
    await expect((await near(again, 'stability')).locator('[data-name]').first()).toHaveAttribute('data-value', /^87\d/);
  });
}

test('a guess stays until it is asked for, returns after a reload, and is forgotten when asked again @smoke', async ({ page }) => {
  await page.goto('/en/');
  const asked = page.locator('dk-predict[hold]');
  await asked.scrollIntoViewIfNeeded();
  const slider = asked.locator('input');
  await slider.focus();
  for (let i = 0; i < 40; i += 1) await page.keyboard.press('ArrowLeft');
  // In §1 it is only kept: nothing there tells the answer.
  await expect(asked.locator('[data-action=reveal]')).toHaveCount(0);
  await expect(asked).toContainText('0.30');
  await expect(asked.locator('[data-value]')).toHaveCount(0);
  await page.reload();
  const closing = await near(page, 'introduction');
  await expect(closing).toContainText('0.30');
  await closing.locator('[data-action=reveal]').click();
  await expect(closing.locator('[data-name=introduction]')).toHaveAttribute('data-value', /^0\.725/);
  await expect(closing).toContainText('too low by 0.43');
  await closing.locator('[data-action=again]').click();
  await expect(closing.locator('[data-value]')).toHaveCount(0);
  expect(await entry(page, 'predict/introduction')).toBeUndefined();
  await closing.locator('[data-action=show]').click();
  await expect(closing.locator('[data-action=again]')).toBeFocused();
  expect(await entry(page, 'predict/introduction')).toEqual({ done: true });
  // The reader's state is not the cards' business.
  expect(new URL(page.url()).search).toBe('');
});

test('a curve is drawn by a pointer across the chart, and none of it moves the page’s controls', async ({ page }) => {
  await page.goto('/en/#saturation');
  const one = await near(page, 'saturation');
  const chart = one.locator('svg.dk-drawable');
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 160);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 10, box.y + 30, { steps: 12 });
  await page.mouse.up();
  const { guess = [] } = (await entry(page, 'predict/saturation'))!;
  expect(guess).toHaveLength(6);
  expect([...guess].sort((a, b) => a - b)).toEqual(guess);
  expect(guess[5]! - guess[0]!).toBeGreaterThan(0.5);
});

test('export, erase and import bring everything back; a wrong file changes nothing and says why', async ({ page }) => {
  await page.goto('/en/#attention');
  const one = await near(page, 'attention');
  await one.locator('input').first().check();
  await one.locator('[data-action=reveal]').click();
  await expect(one.locator('[data-action=again]')).toBeVisible();
  const panel = page.locator('nav.contents .progress');
  await panel.locator('summary').click();
  await expect(panel.locator('summary')).toContainText('1 of');
  const [download] = await Promise.all([page.waitForEvent('download'), panel.locator('[data-do=export]').click()]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ entries: { 'predict/attention': { done: true, guess: [0] } } });

  await panel.locator('[data-do=erase]').click();
  await expect(panel.locator('[data-do=not]')).toBeFocused();
  await panel.locator('[data-do=sure]').click();
  await expect(panel.locator('summary')).toContainText('0 of');
  expect(await stored(page)).toBeNull();
  await expect(one.locator('[data-action=reveal]')).toBeDisabled();

  const give = (name: string, content: string): Promise<void> => panel.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await give('photo.json', '\u0089PNG');
  await expect(panel.locator('[role=status]')).toContainText('JSON');
  await give('other.json', '{}');
  await expect(panel.locator('[role=status]')).toContainText('wasn’t saved by this page');
  await give('progress.json', text);
  await expect(panel.locator('summary')).toContainText('1 of');
  await expect(one.locator('[data-action=again]')).toBeVisible();
});

test('where storage is refused all works as long as the page, which says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } }));
  await page.goto('/en/#attention');
  const one = await near(page, 'attention');
  await one.locator('input').nth(1).check();
  await one.locator('[data-action=reveal]').click();
  await expect(one).toContainText('the one you chose');
  await page.locator('nav.contents .progress summary').click();
  await expect(page.locator('nav.contents .not-kept')).toBeVisible();
  await expect(page.locator('nav.contents .kept')).toBeHidden();
});

test('what one tab does, the other shows', async ({ page, context }) => {
  await page.goto('/en/#attention');
  await near(page, 'attention');
  const other = await context.newPage();
  await other.goto('/en/#attention');
  const there = await near(other, 'attention');
  await there.locator('input').nth(1).check();
  await there.locator('[data-action=reveal]').click();
  await expect(card(page, 'attention').locator('[data-action=again]')).toBeVisible();
});

for (const width of [320, 390, 1280]) {
  test(`every kind, before and after, is reached by a thumb and passes axe at ${width} px${width === 320 ? ' @full' : ''}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const kinds = ['introduction', 'saturation', 'jacobian'];
    for (const question of kinds) {
      const one = await near(page, question);
      const small = (): Promise<string[]> => one.locator('button:visible, .dk-option:visible, input[type=range]:visible').evaluateAll((all) =>
        all.filter((element) => element.getBoundingClientRect().height < 44 || element.getBoundingClientRect().width < 44).map((element) => element.outerHTML.slice(0, 80)));
      expect(await small(), question).toEqual([]);
      await one.locator('[data-action=show]').click();
      await expect(one.locator('[data-action=again]')).toBeVisible();
      expect(await small(), question).toEqual([]);
    }
    await near(page, 'smaller');
    const { violations } = await new AxeBuilder({ page }).include('dk-predict[question=saturation]').include('dk-predict[question=jacobian]').include('dk-predict[question=smaller]').include('dk-predict[question=introduction]').include('nav.contents').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
}

test('without JavaScript every question is a sentence, and its answer waits under a fold', async ({ browser, origin }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const page = await context.newPage();
  await page.goto('/');
  const all = page.locator('dk-predict');
  // Every question once, and the first one again at the end.
  expect(await all.count()).toBe(Object.keys(QUESTIONS).length + 1);
  for (const one of await all.all()) {
    await expect(one.locator('.predict-question')).toBeVisible();
    await expect(one.locator('details')).not.toHaveAttribute('open');
  }
  await all.nth(1).locator('summary').click();
  await expect(all.nth(1).locator('details p')).toBeVisible();
  await context.close();
});
