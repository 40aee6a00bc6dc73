// Firefox over WebDriver BiDi, by puppeteer-core (Playwright drives a Firefox of its own only).
import { createRequire } from 'node:module';
import type { Engine, Key } from './engine.ts';

interface Frame {
  evaluate<T>(script: string): Promise<T>;
}
interface Page extends Frame {
  goto(address: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  goForward(): Promise<unknown>;
  reload(): Promise<unknown>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  keyboard: { press(key: Key): Promise<void> };
  waitForSelector(selector: string): Promise<{ contentFrame(): Promise<Frame | null> } | null>;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export const audit = createRequire(new URL('../../audit/package.json', import.meta.url));

export const firefox: Engine = {
  name: 'firefox',
  open: async () => {
    const puppeteer = audit('puppeteer-core') as { launch(options: object): Promise<Browser> };
    const browser = await puppeteer.launch({
      browser: 'firefox', executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr', headless: true, defaultViewport: { width: 1280, height: 900 },
      protocolTimeout: 240_000,
    });
    const page = await browser.newPage();
    return {
      go: async (address) => void (await page.goto(address)),
      size: (width, height) => page.setViewport({ width, height }),
      run: <T>(script: string) => page.evaluate<T>(script),
      inFrame: async <T>(selector: string, script: string) => {
        const frame = await (await page.waitForSelector(selector))?.contentFrame();
        if (!frame) throw new Error(`${selector} is no frame`);
        return frame.evaluate<T>(script);
      },
      press: (key) => page.keyboard.press(key),
      back: async () => void (await page.goBack()),
      forward: async () => void (await page.goForward()),
      reload: async () => void (await page.reload()),
      close: () => browser.close(),
    };
  },
};
