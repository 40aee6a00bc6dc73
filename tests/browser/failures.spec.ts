import { expect, test } from './support/page_test.ts';

/** What the test's hand on the engine's worker is called in the page. */
interface Hand {
  workers: Worker[];
  /** While set, messages to the worker are kept here and not sent. */
  held: unknown[] | undefined;
}

test('a lane that failed stays said, though another lane of the figure is answered by the new engine', async ({ page }) => {
  await page.addInitScript(() => {
    const hand: Hand = { workers: [], held: undefined };
    const Plain = globalThis.Worker;
    Object.assign(globalThis, {
      hand,
      Worker: class extends Plain {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          hand.workers.push(this);
        }
        override postMessage(message: unknown): void {
          if (hand.held) hand.held.push(message);
          else super.postMessage(message);
        }
        release(message: unknown): void {
          super.postMessage(message);
        }
      },
    });
  });
  await page.goto('/en/#saturation');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  const range = figure.locator('input[type=range][name=dk]');
  const choose = (value: number) => range.evaluate((input: HTMLInputElement, wanted) => {
    input.value = String(Math.log2(wanted));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

  // State and curve of d_k = 200 are under way; only the state is answered, so that of 300 follows while the curve of 300 waits.
  await page.evaluate(() => void ((globalThis as unknown as { hand: Hand }).hand.held = []));
  await choose(200);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { hand: Hand }).hand.held?.length)).toBeGreaterThan(3);
  await choose(300);
  await page.evaluate(() => {
    const { hand } = globalThis as unknown as { hand: Hand };
    const worker = hand.workers[0] as Worker & { release(message: unknown): void };
    for (const message of hand.held?.splice(0, 3) ?? []) worker.release(message);
  });
  await expect.poll(() => page.evaluate(() => JSON.stringify((globalThis as unknown as { hand: Hand }).hand.held, (_key, value: unknown) => (ArrayBuffer.isView(value) ? undefined : value)))).toContain('"headDim":300');
  await page.evaluate(() => {
    const { hand } = globalThis as unknown as { hand: Hand };
    hand.held = undefined;
    hand.workers[0]?.onerror?.(new ErrorEvent('error', { message: 'crashed' }));
  });

  await expect(figure.locator('.dk-error')).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(figure.locator('.dk-error')).toBeVisible();
  await figure.locator('.dk-error button').click();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('.dk-error')).toHaveCount(0);
});

test('an engine of which nothing arrives is given up after a time, said, and asked for again in place', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  // The seconds of silence, sixty times as fast while `hurry` is set.
  await page.addInitScript(() => {
    const plain = globalThis.setInterval;
    const hand = { hurry: true };
    Object.assign(globalThis, { hand, setInterval: (call: () => void, pause: number) => plain(call, hand.hurry ? pause / 60 : pause) });
  });
  let silent = true;
  await page.route(/\.wasm$/, (route) => (silent ? undefined : route.continue()));
  await page.goto('/en/#saturation');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('.dk-error')).toHaveAttribute('data-code', 'load_silent');
  await expect(figure.locator('.dk-error')).toContainText('30 seconds');

  silent = false;
  await page.evaluate(() => void ((globalThis as unknown as { hand: { hurry: boolean } }).hand.hurry = false));
  await figure.locator('.dk-error button').click();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('.dk-error')).toHaveCount(0);
  await context.close();
});

test('a worker that no longer answers is given up after a time, said, and replaced', async ({ page }) => {
  await page.addInitScript(() => {
    const plain = globalThis.setInterval;
    const hand = { hurry: false, deaf: false };
    const Plain = globalThis.Worker;
    Object.assign(globalThis, {
      hand,
      setInterval: (call: () => void, pause: number) => plain(call, hand.hurry ? pause / 300 : pause),
      Worker: class extends Plain {
        override postMessage(message: unknown): void {
          if (!hand.deaf) super.postMessage(message);
        }
      },
    });
  });
  await page.goto('/en/#saturation');
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  const set = (values: Record<string, boolean>) => page.evaluate((given) => void Object.assign((globalThis as unknown as { hand: object }).hand, given), values);
  await set({ hurry: true, deaf: true });
  await figure.locator('[data-mark="1"]').click();
  await expect(figure.locator('.dk-error')).toHaveAttribute('data-code', 'engine_silent');
  await set({ hurry: false, deaf: false });
  await figure.locator('.dk-error button').click();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('.dk-error')).toHaveCount(0);
});
