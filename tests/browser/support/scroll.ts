import { expect, type Page } from '@playwright/test';
import { FIGURES } from '../../../web/figures/registry.ts';

/** Reads the whole page once, as a quick reader does: every figure comes into view and draws, to the very end. */
export async function readThrough(page: Page): Promise<void> {
  for (const tag of Object.keys(FIGURES)) {
    for (const figure of await page.locator(tag).all()) {
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('> .dk-figure')).toHaveCount(1);
      await expect(figure).toHaveAttribute('aria-busy', 'false');
    }
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await page.waitForLoadState('networkidle');
}
