// Any figure by its element's name: what is on it, at full precision, once its digits are final.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Reading } from './figure.ts';

export interface NamedFigure {
  figure: Locator;
  /** Opens the page with this state, at the section that the figure stands in. */
  open(query?: string, path?: string): Promise<void>;
  settled(): Promise<void>;
  readings(): Promise<Record<string, Reading>>;
  reading(name: string): Promise<Reading>;
  slider(name: string): Locator;
  mark(name: string): Locator;
  choice(control: string, value: string): Locator;
}

export function named(page: Page, element: string, section: string): NamedFigure {
  const figure = page.locator(element);
  const settled = async (): Promise<void> => {
    await figure.scrollIntoViewIfNeeded();
    // Two frames, so that a change made just now has reached the figure and taken the mark away.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(figure).toHaveAttribute('data-settled', '', { timeout: 20_000 });
  };
  const readings = async (): Promise<Record<string, Reading>> => {
    await settled();
    const all = await figure.locator('[data-name][data-value]').evaluateAll((elements) => elements.map((one) => ({ ...(one as HTMLElement).dataset })));
    const numberOr = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    return Object.fromEntries(all.filter(({ value = '' }) => value !== '' && !/^[a-z]+$/.test(value)).map(({ name = '', value, error, theory }) => [name, { value: Number(value), error: numberOr(error), theory: numberOr(theory) }]));
  };
  return {
    figure, settled, readings,
    open: async (query = '', path = '/') => {
      await page.goto(`${path}${query}#${section}`);
      await settled();
    },
    reading: async (name) => {
      const found = (await readings())[name];
      if (!found) throw new Error(`the figure shows no ${name}`);
      return found;
    },
    slider: (name) => figure.locator(`input[type=range][name=${name}]`),
    mark: (name) => figure.locator(`[data-mark="${name}"]`),
    choice: (control, value) => figure.locator(`[data-control=${control}] [data-choice="${value}"]`),
  };
}
