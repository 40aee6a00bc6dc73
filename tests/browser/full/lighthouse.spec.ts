// Lighthouse's own marks, for a page that knows where it stands (SITE), as a published one does.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { launchOptions } from '../support/chromium.mjs';
import { expect, languages, test } from '../support/page_test.ts';

const web = fileURLToPath(new URL('../../../web', import.meta.url));
const lighthouse = new URL('../../audit/node_modules/lighthouse/core/index.js', import.meta.url).href;
const PORT = 9333;

interface Report {
  lhr: { categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>; audits: Record<string, { score: number | null; title: string; details?: unknown }> };
}

test('Lighthouse gives every language 100 for accessibility, best practices and search', async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'sqrt-dk-'));
  const server = await startServer(folder);
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${PORT}`] });
  try {
    await promisify(execFile)('npx', ['vite', 'build', '--outDir', folder, '--emptyOutDir'], { cwd: web, env: { ...process.env, SITE: `${server.origin}/` } });
    const { default: run } = (await import(lighthouse)) as { default: (url: string, flags: object) => Promise<Report> };
    for (const { tag, path } of languages) {
      const { lhr } = await run(server.origin + path, { port: PORT, logLevel: 'error', onlyCategories: ['accessibility', 'best-practices', 'seo'], maxWaitForLoad: 90_000 });
      const faults = Object.entries(lhr.categories).flatMap(([category, { score, auditRefs }]) => (score === 1 ? [] : auditRefs
        .filter(({ id, weight }) => weight > 0 && lhr.audits[id]?.score !== null && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${tag} ${category} ${String(score)}: ${id} ${JSON.stringify(lhr.audits[id]?.details ?? '').slice(0, 1500)}`)));
      expect(Object.keys(lhr.categories)).toHaveLength(3);
      expect(faults).toEqual([]);
    }
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
