// What a reader's first visit costs, in bytes as brotli sends them. A budget that is passed is a fault, not a remark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { dist, expect, languages, test } from './support/page_test.ts';
import { readThrough } from './support/scroll.ts';

const KB = 1000;
/** What it took to get here: docs/performance.md. */
const ARTICLE = 250 * KB;
const TEXT = 90 * KB;

const weigh = (file: string): number => brotliCompressSync(readFileSync(join(dist, file.endsWith('/') ? `${file}index.html` : file))).length;

for (const { tag, path } of languages) {
  test(`the article in ${tag}, read to its end, weighs at most 250 KB, its text at most 90 KB, and says nothing on the console${tag === 'zh-Hans' ? ' @full' : ''}`, async ({ page, origin }) => {
    const files = new Set<string>();
    // Of the context, not of the page: the engine's worker fetches too.
    page.context().on('request', (request) => {
      // What the service worker keeps for a day without a network comes when the visit is over.
      if (request.serviceWorker()) return;
      const { origin: from, pathname } = new URL(request.url());
      if (from === origin) files.add(pathname);
    });
    await page.goto(path);
    await readThrough(page);
    const sizes = [...files].map((file) => ({ file, size: weigh(file) })).sort((a, b) => b.size - a.size);
    const sum = (list: typeof sizes): number => list.reduce((total, { size }) => total + size, 0);
    const text = sizes.filter(({ file }) => /(\/|\.css|\.woff2|\.svg|theme_early-.*\.js)$/.test(file));
    const told = `${tag}: ${(sum(sizes) / KB).toFixed(1)} KB in ${sizes.length} files, the text ${(sum(text) / KB).toFixed(1)} KB\n${sizes.map(({ file, size }) => `${String(size).padStart(8)} ${file}`).join('\n')}`;
    console.log(told);
    expect(files.size).toBeGreaterThan(10);
    expect(sizes.some(({ file }) => file.endsWith('.wasm')), 'the engine is weighed').toBe(true);
    expect(sum(text), told).toBeLessThanOrEqual(TEXT);
    expect(sum(sizes), told).toBeLessThanOrEqual(ARTICLE);
  });
}
