import { chromium as playwright } from '@playwright/test';
import { launchOptions } from '../support/chromium.mjs';
import type { Engine } from './engine.ts';

export const chromium: Engine = {
  name: 'chromium',
  open: async () => {
    const browser = await playwright.launch(launchOptions);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const frame = async (selector: string) => {
      const found = await (await page.waitForSelector(selector)).contentFrame();
      if (!found) throw new Error(`${selector} is no frame`);
      return found;
    };
    return {
      go: async (address) => void (await page.goto(address)),
      run: <T>(script: string) => page.evaluate<T>(script),
      inFrame: async <T>(selector: string, script: string) => (await frame(selector)).evaluate<T>(script),
      press: (key) => page.keyboard.press(key),
      back: async () => void (await page.goBack()),
      forward: async () => void (await page.goForward()),
      reload: async () => void (await page.reload()),
      close: () => browser.close(),
    };
  },
};
