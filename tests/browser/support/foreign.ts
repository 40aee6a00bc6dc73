import { createServer } from 'node:http';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { dist } from './page_test.ts';

/** The site on one port, somebody else's page on another. */
export interface Foreign {
  site: string;
  origin: string;
  /** Puts a page on the foreign server; answers its address. `policy` may name the site by HOST. */
  page(body: string, policy?: string, head?: string): string;
  close(): Promise<void>;
}

export const POLICY = "script-src HOST 'wasm-unsafe-eval'; worker-src blob:";

export async function startForeign(folder = dist): Promise<Foreign> {
  const site = await startServer(folder);
  const pages = new Map<string, { body: string; policy: string | undefined }>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...(page.policy === undefined ? {} : { 'content-security-policy': page.policy }) }).end(page.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    site: site.origin,
    origin,
    page(body, policy, head = '') {
      const path = `/page${pages.size}.html`;
      pages.set(path, { body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">${head}</head><body>\n${body}\n</body></html>`, policy: policy?.replaceAll('HOST', site.origin) });
      return origin + path;
    },
    async close() {
      await Promise.all([site.close(), new Promise<void>((done) => { server.close(() => done()); server.closeAllConnections(); })]);
    },
  };
}

/** Notes down requests to any origin but those given. */
export function strangers(context: BrowserContext, ...known: string[]): string[] {
  const found: string[] = [];
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !known.some((origin) => request.url().startsWith(`${origin}/`))) found.push(request.url());
  });
  return found;
}

/** Waits until an embed's digits are final. */
export async function settledEmbed(figure: Locator): Promise<void> {
  await figure.scrollIntoViewIfNeeded();
  // Two frames, so that a change made just now has reached the figure and taken the mark away.
  await figure.page().evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(figure).toHaveAttribute('data-settled', '', { timeout: 20_000 });
}

/** A number that an embed shows, in full. */
export async function numberIn(figure: Locator, name: string): Promise<number> {
  await settledEmbed(figure);
  return Number(await figure.locator(`[data-name=${name}]`).first().getAttribute('data-value'));
}

export const namesLeft = (page: Page, before: string[]): Promise<string[]> => page.evaluate((known) => Object.getOwnPropertyNames(window).filter((name) => !known.includes(name) && !/^\d+$/.test(name)), before);
