import { GALLERY } from '../../web/figures/gallery.ts';
import { FIGURES } from '../../web/figures/registry.ts';
import { expect, test } from './support/page_test.ts';

test('every figure has states in the gallery @smoke', () => {
  expect(Object.keys(GALLERY).sort()).toEqual(Object.keys(FIGURES).sort());
});

// dk-overflow alone shows NaN, and explains it.
for (const [tag, states] of Object.entries(GALLERY)) {
  test(`the gallery shows ${tag} live in all its states, at the width and in the theme asked for, without a number that is none`, async ({ page }) => {
    await page.goto(`/gallery/?only=${tag.slice(3)}&theme=dark&lang=en&width=350`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    for (const name of Object.keys(states)) {
      const figure = page.locator(`#${tag.slice(3)}-${name} > ${tag}`);
      await figure.scrollIntoViewIfNeeded();
      await expect(figure).toHaveAttribute('data-settled', '', { timeout: 40_000 });
      expect(Math.round((await figure.boundingBox())?.width ?? 0)).toBe(350);
      expect(await figure.innerText(), name).not.toMatch(tag === 'dk-overflow' ? /Infinity|undefined/ : /NaN|Infinity|undefined/);
    }
  });
}

test('the gallery is not for search engines', async ({ page }) => {
  await page.goto('/gallery/?only=saturation');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(await page.locator('link[rel=alternate], link[rel=canonical]').count()).toBe(0);
});
