// Takes the README's pictures from the built page: `npm run --prefix tests pictures` (needs web/dist, see script/build).
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startServer } from '../../script/static_server.mjs';
import { shellOptions } from './support/chromium.mjs';

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
// On the figure's own page: no bar of controls lies over it.
const PICTURES = [
  { file: 'docs/pictures/saturation.png', address: '/embed/saturation.html?dk=64&divisor=1&keys=512&seed=42&lang=en', figure: 'dk-saturation', colorScheme: 'light' },
  { file: 'docs/pictures/saturation-zh-dark.png', address: '/embed/saturation.html?dk=64&keys=512&seed=42&lang=zh-Hant', figure: 'dk-saturation', colorScheme: 'dark' },
];

const server = await startServer(path('web/dist'));
const browser = await chromium.launch(shellOptions);
for (const { file, address, figure, colorScheme } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 1000 }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(server.origin + address);
  await page.locator(figure).scrollIntoViewIfNeeded();
  const settled = page.locator(`${figure}[data-settled]`);
  await settled.waitFor();
  await settled.screenshot({ path: path(file) });
  await page.close();
  console.log(file);
}
await browser.close();
await server.close();
