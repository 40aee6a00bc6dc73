import { expect, test } from './support/page_test.ts';
import { readThrough } from './support/scroll.ts';

interface Watched {
  calls: string[];
  mutations: string[];
}

test('figures off the screen ask nothing and draw nothing, whatever the state does, and catch up when they are seen', async ({ page }) => {
  await page.addInitScript(() => {
    const watched: Watched = { calls: [], mutations: [] };
    Object.assign(globalThis, { watched });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(this: Worker, message: { kind?: string; operation?: string }, ...rest: []) {
      if (message.kind === 'call') watched.calls.push(message.operation ?? '');
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto('/');
  await readThrough(page);
  // The references: no figure is near. (At the top is the opening one.)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    watched.calls.length = 0;
    const watch = new MutationObserver((records) => watched.mutations.push(...records.map(({ type, attributeName, target }) => `${(target as Element).nodeName} ${type} ${attributeName ?? ''}`)));
    for (const figure of document.querySelectorAll('.figure')) watch.observe(figure, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const dk of [100, 200, 300]) {
      history.pushState(null, '', `?dk=${dk}&keys=32`);
      dispatchEvent(new PopStateEvent('popstate'));
    }
  });
  await page.waitForTimeout(1000);
  const { calls, mutations } = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
  expect(calls).toEqual([]);
  // Only the mark of being settled goes.
  expect(mutations.filter((one) => !/ attributes data-settled$/.test(one))).toEqual([]);
  const figure = page.locator('dk-saturation');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-settled', '');
  await expect(figure.locator('input[type=range][name=dk]')).toHaveAttribute('aria-valuetext', /300/);
});
