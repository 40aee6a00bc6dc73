// The built page (web/dist) in a real Chromium. One worker: the machine may have two cores, and the engine wants one.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'browser',
  outputDir: 'browser/results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
