// WebKitGTK's MiniBrowser over WebDriver, by selenium-webdriver, on a screen that nobody sees (Xvfb).
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import type { Engine, Key } from './engine.ts';
import { audit } from './firefox.ts';

interface Driver {
  get(address: string): Promise<void>;
  executeAsyncScript<T>(script: string): Promise<T>;
  switchTo(): { frame(element: unknown): Promise<void>; defaultContent(): Promise<void> };
  findElement(by: unknown): Promise<unknown>;
  navigate(): { refresh(): Promise<void> };
  actions(): { sendKeys(key: string): { perform(): Promise<void> } };
  manage(): { setTimeouts(timeouts: object): Promise<void>; window(): { setRect(box: object): Promise<unknown> } };
  quit(): Promise<void>;
}
interface Selenium {
  Builder: new () => { usingServer(address: string): { withCapabilities(wanted: object): { build(): Promise<Driver> } } };
  By: { css(selector: string): unknown };
  Key: Record<string, string>;
}

const SELENIUM_KEYS: Record<Key, string> = {
  ArrowRight: 'ARROW_RIGHT', ArrowLeft: 'ARROW_LEFT', ArrowUp: 'ARROW_UP', ArrowDown: 'ARROW_DOWN', PageUp: 'PAGE_UP', PageDown: 'PAGE_DOWN', Home: 'HOME', End: 'END', Tab: 'TAB', Enter: 'ENTER',
};

const freePort = (): Promise<number> => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => found(port));
  });
});

async function answers(address: string, process: ChildProcess): Promise<void> {
  for (let i = 0; i < 300; i += 1) {
    if (process.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${process.exitCode}`);
    if (await fetch(`${address}/status`).then(({ ok }) => ok, () => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('WebKitWebDriver does not answer');
}

function miniBrowser(): string {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'].filter((folder) => existsSync(folder));
  const found = process.env['MINIBROWSER'] ?? folders.flatMap((folder) => readdirSync(folder).filter((name) => /^webkit2?gtk-[46]/.test(name)).map((name) => `${folder}/${name}/MiniBrowser`)).find((path) => existsSync(path));
  if (!found) throw new Error('no MiniBrowser (webkit2gtk-driver)');
  return found;
}

export const webkit: Engine = {
  name: 'webkit',
  open: async () => {
    const { Builder, By, Key: keys } = audit('selenium-webdriver') as Selenium;
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const server = spawn('xvfb-run', ['-a', '-s', '-screen 0 1400x1000x24', 'WebKitWebDriver', `--port=${port}`], { detached: true, stdio: 'ignore' });
    const end = (): void => {
      try {
        if (server.pid) process.kill(-server.pid);
      } catch {
        // It has ended by itself.
      }
    };
    try {
      await answers(address, server);
      const driver = await new Builder().usingServer(address).withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } }).build();
      await driver.manage().setTimeouts({ script: 240_000, pageLoad: 120_000 });
      const size = async (width: number, height: number): Promise<void> => void (await driver.manage().window().setRect({ x: 0, y: 0, width, height }));
      await size(1280, 900);
      const run = async <T>(script: string): Promise<T> => {
        const { value, wrong } = await driver.executeAsyncScript<{ value: T; wrong?: string }>(`const done = arguments[arguments.length - 1];
          Promise.resolve().then(() => (${script})).then((value) => done({ value }), (reason) => done({ wrong: String(reason) }));`);
        if (wrong !== undefined) throw new Error(wrong);
        return value;
      };
      return {
        go: (to) => driver.get(to),
        size,
        run,
        inFrame: async <T>(selector: string, script: string) => {
          await driver.switchTo().frame(await driver.findElement(By.css(selector)));
          try {
            return await run<T>(script);
          } finally {
            await driver.switchTo().defaultContent();
          }
        },
        press: (key) => driver.actions().sendKeys(keys[SELENIUM_KEYS[key]] ?? '').perform(),
        // The driver's own Back passes over entries that were made without a real gesture; the page's does not.
        back: () => run('void setTimeout(() => history.back())'),
        forward: () => run('void setTimeout(() => history.forward())'),
        reload: () => driver.navigate().refresh(),
        close: async () => {
          await driver.quit().catch(() => {});
          end();
        },
      };
    } catch (reason) {
      end();
      throw reason;
    }
  },
};
