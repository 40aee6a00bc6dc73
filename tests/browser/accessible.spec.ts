import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { openFigure, saturation, settled, slider } from './support/figure.ts';
import { dist, expect, languages, test } from './support/page_test.ts';
import { faultsOfHtml } from './support/valid_html.ts';

/** Half a minute each: both schemes, both widths, the two languages that are written; all together in the full run. */
const always = new Set(['zh-Hant light 1280', 'en dark 390']);

for (const { tag, path } of languages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      test(`axe finds nothing in ${tag}, ${colorScheme}, at ${width} px${always.has(`${tag} ${colorScheme} ${width}`) ? '' : ' @full'}`, async ({ page }) => {
        test.slow();
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await openFigure(page, '', path);
        // Formulas are boxes hidden from assistive technology beside MathML; their ten thousand nodes would take axe half a minute.
        const { violations } = await new AxeBuilder({ page }).exclude('.katex').analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' · ')}`)).toEqual([]);
      });
    }
  }

  test(`the built HTML in ${tag} is valid`, async () => {
    expect(await faultsOfHtml(join(dist, path, 'index.html'))).toEqual([]);
  });
}

test('the page can be used with the keyboard alone', async ({ page }) => {
  await openFigure(page);
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.locator('a.skip')).toBeFocused();
  await expect(page.locator('a.skip')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.locator('a.home')).toBeFocused();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
  await expect(page.locator('a.language[hreflang=en]')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('button.theme')).toBeFocused();

  // Tab on until the first slider of the figure; whatever is passed has a name and a visible focus.
  await saturation(page).scrollIntoViewIfNeeded();
  await settled(page);
  for (let i = 0; i < 300 && !(await slider(page, 'dk').evaluate((input) => input === document.activeElement)); i += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused).not.toHaveAccessibleName('');
    // A slider's ring is drawn round its thumb, which no style of the element tells; that of an option round its label.
    const ringed = await focused.evaluate((element) => element.matches('[type=range]') || [element, element.closest('label')].some((one) => one !== null && getComputedStyle(one).outlineStyle !== 'none'));
    expect(ringed, await focused.evaluate((element) => element.outerHTML.slice(0, 200))).toBe(true);
  }
  await expect(slider(page, 'dk')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /65/);
  await page.keyboard.press('PageUp');
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /130/);
  await page.keyboard.press('Home');
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /\b1\b/);
  await page.keyboard.press('End');
  await expect(slider(page, 'dk')).toHaveAttribute('aria-valuetext', /4096/);
});

test('case 34: the divisor’s slider is spoken as a value in words, and answers arrows, PageUp and PageDown, Home and End', async ({ page }) => {
  await openFigure(page, '', '/en/');
  const range = saturation(page).locator('input.dk-divisor-range');
  await range.focus();
  await expect(range).toHaveAttribute('aria-valuetext', '8.00, 1.00 times √64');
  const says: [key: string, spoken: RegExp][] = [
    ['ArrowRight', /^8\.08, 1\.01 times √64$/], ['ArrowLeft', /^8\.00, 1\.00 times √64$/], ['ArrowUp', /^8\.08/], ['ArrowDown', /^8\.00/],
    ['PageUp', /^11\.31?, 1\.41 times √64$/], ['PageDown', /^8\.00, 1\.00 times √64$/], ['Home', /^\S+, 0\.\S+ times √64$/], ['End', /^\S+, \d{2,}\S* times √64$/],
  ];
  for (const [key, spoken] of says) {
    await page.keyboard.press(key);
    await expect(range, key).toHaveAttribute('aria-valuetext', spoken);
  }
  // An unnamed slider would be read as its place on the scale.
  const silent = await page.locator('input[type=range]').evaluateAll((all) => all.filter((one) => !one.getAttribute('aria-valuetext')).map((one) => one.outerHTML.slice(0, 120)));
  expect(silent).toEqual([]);
});
