import { fileURLToPath } from 'node:url';
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';

export const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url));
export const wasm = fileURLToPath(new URL('../../../build/wasm', import.meta.url));
export const languages = [{ tag: 'zh-Hant', path: '/' }, { tag: 'zh-Hans', path: '/zh-hans/' }, { tag: 'en', path: '/en/' }] as const;

/** Notes down whatever a page of this context should never do; the list is empty when all is well. */
export function watch(context: BrowserContext, origin: string): string[] {
  const wrongs: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrongs.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => wrongs.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) wrongs.push(`left the origin: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') wrongs.push(`failed: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) wrongs.push(`${response.status()}: ${response.url()}`);
  });
  return wrongs;
}

/** Every test's page is watched: no console error or warning (a breach of the policy is one), no request to anywhere else. */
export const test = base.extend<{ wrongs: string[] }, { origin: string }>({
  origin: [async ({}, use) => {
    const server = await startServer(dist);
    await use(server.origin);
    await server.close();
  }, { scope: 'worker' }],
  baseURL: async ({ origin }, use) => use(origin),
  wrongs: [async ({ context, origin }, use) => {
    const wrongs = watch(context, origin);
    await use(wrongs);
    expect(wrongs, 'what the page must never do').toEqual([]);
  }, { auto: true }],
});

export { expect };
