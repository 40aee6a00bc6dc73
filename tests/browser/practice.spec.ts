// The practice page as its readers use it: by keyboard, with hints, back after a reload; and the two exercises that stand closed in the article.
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { BUGS } from '../../web/figures/bug_hunt/bugs.ts';
import { CHALLENGES } from '../../web/figures/challenge/list.ts';
import { dist, expect, languages, test } from './support/page_test.ts';
import { faultsOfHtml } from './support/valid_html.ts';

const PRACTICE = languages.map(({ tag, path }) => ({ tag, path: `${path}practice/` }));

const exercise = (page: Page, id: string): Locator => page.locator(`#${id}`);
const solved = (one: Locator): Locator => one.locator('[data-name=solved]');

async function open(page: Page, id: string, path = '/practice/'): Promise<Locator> {
  await page.goto(`${path}#${id}`);
  const one = exercise(page, id);
  await one.scrollIntoViewIfNeeded();
  await expect(one).toHaveAttribute('data-settled', '');
  return one;
}

/** Tab from where the focus is until this has it: a reader without a mouse gets there. */
async function tabTo(page: Page, target: Locator, most = 30): Promise<void> {
  for (let i = 0; i < most; i += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Puts the focus before an exercise, as following its link in the list does. */
const startAt = (one: Locator): Promise<void> => one.evaluate((element: HTMLElement) => {
  element.tabIndex = -1;
  element.focus();
});

async function answers(page: Page, one: Locator): Promise<Record<string, string>> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(one).toHaveAttribute('data-settled', '');
  return Object.fromEntries(await one.locator('[data-name][data-value]').evaluateAll((all) => all.map((element) => [(element as HTMLElement).dataset['name'] ?? '', (element as HTMLElement).dataset['value'] ?? ''])));
}

for (const { tag, path } of PRACTICE) {
  test(`${tag}: two challenges are solved by keyboard alone, a hint helps, and a reload keeps it${tag === 'zh-Hans' ? ' @full' : ' @smoke'}`, async ({ page }) => {
    // By its value: the divisor is typed.
    const eight = await open(page, 'eight-keys', path);
    await startAt(eight);
    const field = eight.locator('input[name=divisor-field]');
    await tabTo(page, field);
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    expect(Number((await answers(page, eight))['effective-keys'])).toBeLessThan(7.5);
    await expect(solved(eight)).toHaveCount(0);
    const hint = eight.locator('[data-action=hint]');
    await tabTo(page, hint);
    await page.keyboard.press('Enter');
    await expect(eight.locator('.dk-hint')).toHaveCount(1);
    await eight.locator('input.dk-divisor-range').focus();
    // One per cent a step: from 7 past 7.5.
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight');
    expect(Number((await answers(page, eight))['effective-keys'])).toBeGreaterThan(7.5);
    await expect(solved(eight)).toBeVisible();
    await expect(eight.locator('.dk-figure > [role=status]')).not.toBeEmpty();

    // By choices: broken, and cured in two ways.
    const twice = exercise(page, 'overflow-twice');
    await startAt(twice);
    await expect(twice).toHaveAttribute('data-settled', '');
    const press = async (selector: string): Promise<void> => {
      await startAt(twice);
      await tabTo(page, twice.locator(selector));
      await page.keyboard.press('Enter');
      await answers(page, twice);
    };
    await press('[data-mark="1"]');
    await expect(twice.locator('[data-step=sick]')).toHaveAttribute('data-done', 'yes');
    await press('[data-control=algorithm] [data-choice=maxSubtracted]');
    await expect(twice.locator('[data-step=cure]')).toHaveAttribute('data-done', 'yes');
    await press('[data-control=algorithm] [data-choice=naive]');
    await press('[data-control=format] [data-choice=bfloat16]');
    await expect(solved(twice)).toBeVisible();

    await expect(page.locator('[data-exercise="challenge/eight-keys"] .practice-done')).toBeVisible();
    await page.reload();
    await expect(page.locator('.practice-count')).toContainText('2');
    await eight.scrollIntoViewIfNeeded();
    await expect(solved(eight)).toBeVisible();
    await expect(eight.locator('.dk-hint:not(.dk-why)')).toHaveCount(1);
  });
}

test('a bug is found by keyboard: a wrong line is answered kindly, the right one with its correction and why', async ({ page }) => {
  const one = await open(page, 'finite-mask', '/en/practice/');
  await startAt(one);
  const line = (number: number): Locator => one.locator(`[data-line="${number}"]`);
  await tabTo(page, line(0));
  await page.keyboard.press('ArrowDown');
  await expect(line(1)).toBeFocused();
  await expect(line(1)).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('End');
  await expect(line(11)).toBeFocused();
  await tabTo(page, one.locator('[data-action=check]'));
  await page.keyboard.press('Enter');
  await expect(one.locator('.dk-answer')).toContainText('carefully done');
  await expect(solved(one)).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowUp');
  await expect(line(7)).toBeFocused();
  await tabTo(page, one.locator('[data-action=check]'));
  await page.keyboard.press('Enter');
  await expect(solved(one)).toBeVisible();
  await expect(one.locator('.dk-line-found')).toBeFocused();
  await expect(one.locator('ins')).toContainText('-INFINITY');
  const shown = await answers(page, one);
  expect(Number(shown['wrong-1'])).toBeCloseTo(1 / 8, 6);
  expect(Number(shown['right-1'])).toBe(0);
  await page.reload();
  await one.scrollIntoViewIfNeeded();
  await expect(solved(one)).toBeVisible();
});

test('hints come in two steps, then the solution, which can be taken step by step', async ({ page }) => {
  const one = await open(page, 'rescue');
  const [hint, take] = [one.locator('[data-action=hint]'), one.locator('[data-action=take]')];
  for (const hints of [1, 2, 3]) {
    await hint.click();
    await expect(one.locator('.dk-hint')).toHaveCount(hints);
  }
  await expect(hint).toHaveCount(0);
  await take.click();
  await answers(page, one);
  await expect(one.locator('[data-step=failed]')).toHaveAttribute('data-done', 'yes');
  await expect(solved(one)).toHaveCount(0);
  await take.click();
  await answers(page, one);
  await expect(solved(one)).toBeVisible();
  await one.locator('[data-action=reset]').click();
  await answers(page, one);
  await expect(one.locator('[data-step=failed]')).toHaveAttribute('data-done', 'no');
});

test('every challenge and every bug answers, each with a state of its own, and the address keeps out of it @full', async ({ page }) => {
  test.slow();
  await page.goto('/practice/');
  for (const { id } of [...CHALLENGES, ...BUGS]) {
    const one = exercise(page, id);
    await one.scrollIntoViewIfNeeded();
    await expect(one).toHaveAttribute('data-settled', '');
    await expect(solved(one)).toHaveCount(0);
    if (!BUGS.some((bug) => bug.id === id && id === 'float16-product')) expect(await one.innerText(), id).not.toMatch(/NaN|Infinity|undefined|challenge\.|bug-hunt\./);
  }
  await exercise(page, 'three-hundred').locator('[data-mark=root]').click();
  await expect(solved(exercise(page, 'three-hundred'))).toBeVisible();
  expect(Number((await answers(page, exercise(page, 'eight-keys')))['effective-keys'])).toBeLessThan(2);
  expect(new URL(page.url()).search).toBe('');
});

for (const [{ tag, path }, colorScheme, width] of PRACTICE.flatMap((one) => (['light', 'dark'] as const).flatMap((scheme) => [390, 1280].map((wide) => [one, scheme, wide] as const)))) {
  const always = ['zh-Hant light 390', 'en dark 1280'].includes(`${tag} ${colorScheme} ${width}`);
  test(`axe finds nothing on the practice page in ${tag}, ${colorScheme}, at ${width} px; nothing scrolls sideways${always ? '' : ' @full'}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    for (const id of ['eight-keys', 'common-shift', 'rescue', 'model-width', 'whole-width']) {
      await exercise(page, id).scrollIntoViewIfNeeded();
      await expect(exercise(page, id)).toHaveAttribute('data-settled', '');
    }
    await exercise(page, 'model-width').locator('[data-action=show]').click();
    await exercise(page, 'eight-keys').locator('[data-action=hint]').click();
    // One of each kind: all of them would take axe half a minute.
    const looked = ['header.bar', '.practice-head', '#eight-keys', '#common-shift', '#rescue', '#model-width', '#whole-width', '#teachers'];
    const { violations } = await looked.reduce((axe, selector) => axe.include(selector), new AxeBuilder({ page })).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
    if (width !== 390) return;
    await page.setViewportSize({ width: 320, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
    const small = await page.locator('dk-challenge :is(button, input):visible, dk-bug-hunt button:visible').evaluateAll((all) => all.filter((one) => {
      const { width: wide, height } = one.getBoundingClientRect();
      return !one.matches('.dk-mark, .dk-field') && (wide < 44 || height < 44);
    }).map((one) => one.outerHTML.slice(0, 90)));
    expect(small).toEqual([]);
  });
}

for (const { tag, path } of PRACTICE) {
  test(`the practice page’s HTML in ${tag} is valid${tag === 'zh-Hant' ? '' : ' @full'}`, async () => {
    expect(await faultsOfHtml(join(dist, path, 'index.html'))).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the practice page can be read: tasks, programs, hints and answers', async ({ page }) => {
    await page.goto('/practice/');
    await expect(page.locator('dk-challenge .exercise-title')).toHaveCount(CHALLENGES.length);
    await expect(page.locator('dk-bug-hunt pre')).toHaveCount(BUGS.length);
    await page.locator('#eight-keys summary').click();
    await expect(page.locator('#eight-keys details')).toContainText('√(2 ln');
  });
});

test('in the article two exercises stand closed; their code is fetched when one is opened, and what is solved there is solved on the practice page', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  await page.goto('/en/#saturation');
  const fold = page.locator('#saturation .practice-fold');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  await fold.scrollIntoViewIfNeeded();
  const own = (): string[] => fetched.filter((url) => /\/assets\/(en-)?challenge-/.test(url));
  expect(own()).toEqual([]);
  await fold.locator('summary').focus();
  await page.keyboard.press('Enter');
  const one = fold.locator('dk-challenge');
  await expect(one).toHaveAttribute('data-settled', '');
  expect(own().length).toBeGreaterThan(0);
  const divisor = one.locator('input[name=divisor-field]');
  await divisor.fill('8');
  await divisor.press('Enter');
  await expect(solved(one)).toBeVisible();
  // The article's own state is another matter.
  expect(new URL(page.url()).search).toBe('');
  await page.locator('#saturation .to-practice a').first().click();
  await expect(page).toHaveURL(/\/en\/practice\/#only-n$/);
  await expect(page.locator('[data-exercise="challenge/eight-keys"] .practice-done')).toBeVisible();
});

test('the way back, the languages and the lesson’s links lead where they say', async ({ page }) => {
  await page.goto('/practice/');
  await page.locator('a.language[hreflang=en]').click();
  await expect(page).toHaveURL(/\/en\/practice\/$/);
  await expect(page.locator('h1')).toHaveText('Practice');
  await page.locator('#teachers a[href*="pairs=4"]').click();
  await expect(page).toHaveURL(/\/en\/\?dk=64&divisor=1&dot-product\.pairs=4#statistics$|\/en\/\?divisor=1&dot-product\.pairs=4#statistics$/);
  await page.goto('/zh-hans/practice/');
  await page.locator('a.home').click();
  await expect(page).toHaveURL(/\/zh-hans\/$/);
});
