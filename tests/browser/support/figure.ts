import { expect, type Locator, type Page } from '@playwright/test';
import { nodeClient } from '../../../web/engine/node_engine.ts';
import { wasm } from './page_test.ts';

export const saturation = (page: Page): Locator => page.locator('dk-saturation');
export const slider = (page: Page, name: 'dk' | 'keys'): Locator => saturation(page).locator(`input[type=range][name=${name}]`);
export const divisorSlider = (page: Page): Locator => saturation(page).locator('input.dk-divisor-range');
export const mark = (page: Page, name: string): Locator => saturation(page).locator(`[data-mark="${name}"]`);

/** Waits until the figure's digits are final for the state that it has now. */
export async function settled(page: Page): Promise<void> {
  const figure = saturation(page);
  await figure.scrollIntoViewIfNeeded();
  // Two frames, so that a change made just now has reached the figure and taken the mark away.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(figure).toHaveAttribute('data-settled', '');
}

export async function openFigure(page: Page, query = '', path = '/'): Promise<void> {
  await page.goto(`${path}${query}#saturation`);
  await settled(page);
}

export interface Reading {
  value: number;
  error: number | undefined;
  theory: number | undefined;
}

/** Every number that the figure shows, by name, at full precision. */
export async function readings(page: Page): Promise<Record<string, Reading>> {
  await settled(page);
  const all = await saturation(page).locator('[data-name][data-value]').evaluateAll((elements) =>
    elements.map((element) => {
      const { name, value, error, theory } = (element as HTMLElement).dataset;
      return { name: name ?? '', value: value ?? '', error, theory };
    }));
  const numberOr = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return Object.fromEntries(all.filter(({ value }) => value !== '' && !/^[a-z]+$/.test(value))
    .map(({ name, value, error, theory }) => [name, { value: Number(value), error: numberOr(error), theory: numberOr(theory) }]));
}

export async function reading(page: Page, name: string): Promise<Reading> {
  const found = (await readings(page))[name];
  if (!found) throw new Error(`the figure shows no ${name}`);
  return found;
}

/** Where on the screen a slider's thumb stands for a value: its scale is logarithmic and ends half a thumb inside. */
export async function thumbAt(range: Locator, value: number): Promise<{ x: number; y: number }> {
  const box = await range.boundingBox();
  if (!box) throw new Error('the slider is not on the screen');
  const { min, max } = await range.evaluate((input: HTMLInputElement) => ({ min: Number(input.min), max: Number(input.max) }));
  const thumb = 24;
  const share = (Math.log2(value) - min) / (max - min);
  return { x: box.x + thumb / 2 + share * (box.width - thumb), y: box.y + box.height / 2 };
}

/** The text of the page as a reader has it, for "no NaN anywhere"; without the one figure that shows and explains them, and the exercise that is named after them. */
export const visibleText = (page: Page): Promise<string> =>
  page.locator('body').evaluate((body: HTMLElement) =>
    [...body.querySelectorAll<HTMLElement>('dk-overflow, .to-practice')].reduce((text, { innerText }) => text.replace(innerText, ''), body.innerText));

let client: ReturnType<typeof nodeClient> | undefined;

/** The same engine under Node, to hold the page's numbers against. */
export const engine = () => (client ??= nodeClient(wasm));
