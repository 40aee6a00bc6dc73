import { expect, type Locator, type Page } from '@playwright/test';

export const training = (page: Page): Locator => page.locator('dk-training');
export const button = (page: Page, action: 'run' | 'stop'): Locator => training(page).locator(`[data-action=${action}]`);
export const preset = (page: Page, id: string): Locator => training(page).locator(`[data-preset="${id}"]`);

export async function openTraining(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}#smaller-gradients`);
  await training(page).scrollIntoViewIfNeeded();
  await expect(button(page, 'run')).toBeVisible();
}

/** Waits until the race is over. */
export async function over(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(training(page)).toHaveAttribute('data-settled', '', { timeout: 40_000 });
}

export async function race(page: Page): Promise<Record<string, string>> {
  await button(page, 'run').click();
  await over(page);
  return read(page);
}

/** Every value that the figure shows, by name, as the attributes have it. */
export async function read(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(await training(page).locator('[data-name][data-value]').evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset['name'] ?? '', (one as HTMLElement).dataset['value'] ?? ''] as const)));
}

/** Starts the race, and presses a button as soon as more than `steps` steps are done: inside the page, so that no race is over before the press arrives. */
export async function runThenPress(page: Page, action: 'run' | 'stop', steps: number): Promise<void> {
  await training(page).evaluate((figure, { action: name, steps: least }) => new Promise<void>((done) => {
    const press = (which: string): void => figure.querySelector<HTMLButtonElement>(`[data-action=${which}]`)?.click();
    const look = (): void => {
      if (Number(figure.querySelector<HTMLElement>('[data-name=steps-done]')?.dataset['value']) <= least) return;
      watch.disconnect();
      press(name);
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    };
    const watch = new MutationObserver(look);
    watch.observe(figure, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-value'] });
    press('run');
  }), { action, steps });
}
