// The built page (web/dist) in a real Chromium. One worker: the machine may have two cores, and the engine wants one.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser/support/chromium.mjs';

export default defineConfig({
  testDir: 'browser',
  // Minutes long, and with tools of their own (tests/audit): script/test full.
  testIgnore: process.env['SQRT_DK_FULL'] ? [] : ['full/**'],
  outputDir: 'browser/results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions,
  },
});
