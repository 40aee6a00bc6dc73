// The built page (web/dist) in a real Chromium: Debian's, in an ordinary run its headless shell. Two files at a time; nothing asserts how long anything takes.
import { defineConfig } from '@playwright/test';
import { launchOptions, shellOptions } from './browser/support/chromium.mjs';

const full = process.env['SQRT_DK_FULL'] !== undefined;
/** The page itself, and what it is on other pages: all of it in every run. */
const PAGE = ['page', 'accessible', 'address', 'arrival', 'bar', 'embed', 'failures', 'faults', 'hostile', 'monkey', 'place', 'practice', 'together', 'weight'].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: 'browser',
  outputDir: 'browser/results',
  workers: 2,
  fullyParallel: false,
  // An ordinary run has of the figures, of sharing and of the disk what is named after a reader's case, and one smoke test each; the full
  // run has everything, and full/: minutes long, with tools of their own (tests/audit).
  projects: full
    ? [{ name: 'full' }]
    : [
      { name: 'page', testMatch: PAGE, grepInvert: /@full/ },
      { name: 'figures', testIgnore: [...PAGE, 'full/**'], grep: /\bcase \d+|@smoke/, grepInvert: /@full/ },
    ],
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions: full ? launchOptions : shellOptions,
  },
});
