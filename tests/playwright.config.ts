// The built page (web/dist) in a real Chromium. Two files at a time; nothing asserts how long anything takes.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser/support/chromium.mjs';

export default defineConfig({
  testDir: 'browser',
  // Minutes long, and with tools of their own (tests/audit): script/test full.
  testIgnore: process.env['SQRT_DK_FULL'] ? [] : ['full/**'],
  outputDir: 'browser/results',
  workers: 2,
  fullyParallel: false,
  // Repetitions in more settings, and whatever takes a minute by itself, wait for the full run.
  ...(process.env['SQRT_DK_FULL'] ? {} : { grepInvert: /@full/ }),
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions,
  },
});
