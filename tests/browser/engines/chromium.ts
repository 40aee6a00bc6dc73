import { chromium as playwright, type Page } from '@playwright/test';
import { launchOptions } from '../support/chromium.mjs';
import type { Engine, Tab } from './engine.ts';

/** A page of Playwright's as a scenario has it. */
export function tabOf(page: Page, close: () => Promise<void> = () => page.close()): Tab {
  const frame = async (selector: string) => {
    const found = await (await page.waitForSelector(selector)).contentFrame();
    if (!found) throw new Error(`${selector} is no frame`);
    return found;
  };
  return {
    go: async (address) => void (await page.goto(address)),
    size: (width, height) => page.setViewportSize({ width, height }),
    run: <T>(script: string) => page.evaluate<T>(script),
    inFrame: async <T>(selector: string, script: string) => (await frame(selector)).evaluate<T>(script),
    press: (key) => page.keyboard.press(key),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    close,
  };
}

export const chromium: Engine = {
  name: 'chromium',
  open: async () => {
    const browser = await playwright.launch(launchOptions);
    return tabOf(await browser.newPage({ viewport: { width: 1280, height: 900 } }), () => browser.close());
  },
};
