// The comparison in Chromium, on a page of its own that is cross-origin isolated: only there does the clock have a resolution of 5 µs.
//   node in_chromium.mjs BUILD_TREE [only] [quick]     prints JSON on its last line
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const [build, only = '', quick = ''] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const fromTests = createRequire(join(here, '..', 'package.json'));
const { chromium } = fromTests('@playwright/test');
const { launchOptions } = await import('../browser/support/chromium.mjs');

const bundles = { '/randn.mjs': await bundle('randn.mjs'), '/tf_gradients.mjs': await bundle('tf_gradients.mjs') };

const types = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const page = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,">
<script src="/bench/node_modules/@tensorflow/tfjs-core/dist/tf-core.min.js"></script>
<script src="/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script type="module">
import * as ort from '/bench/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';
import randn from '/randn.mjs';
import '/tf_gradients.mjs';
import create from '/build/simd/sqrt_dk.mjs';
import { runSuite } from '/bench/suite.mjs';
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = '/bench/node_modules/onnxruntime-web/dist/';
tf.wasm.setWasmPaths('/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
tf.wasm.setThreadsCount(1);
await tf.setBackend('wasm');
const bytes = async (path) => (await fetch(path)).arrayBuffer();
const start = async (binary) => create({ instantiateWasm(imports, done) { WebAssembly.instantiate(binary, imports).then(({ instance, module }) => done(instance, module)); return {}; } });
globalThis.suite = async (options) => runSuite({ kernels: await bytes('/build/bench/bench_kernels.wasm'), module: await start(await bytes('/build/simd/sqrt_dk.wasm')), ort, tf, randn, log: console.log, ...options });
globalThis.starts = async () => {
  const binary = await bytes('/build/simd/sqrt_dk.wasm'), times = [];
  for (let i = 0; i < 25; ++i) {
    const copy = binary.slice(0), view = new Uint8Array(copy), before = performance.now();
    const module = await start(view);
    module.engineInfo();
    times.push(performance.now() - before);
    await new Promise((next) => setTimeout(next, 20));
  }
  return times;
};
globalThis.ready = true;
</script>`;
const server = createServer(async ({ url }, response) => {
  const path = normalize(decodeURIComponent(new URL(url, 'http://x').pathname));
  const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cache-Control': 'no-store' };
  try {
    const body = path === '/' ? page : bundles[path] ?? (await readFile(path.startsWith('/build/') ? join(build, path.slice(6)) : join(here, path.replace(/^\/bench\//, ''))));
    response.writeHead(200, { ...isolated, 'Content-Type': types[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404, isolated).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = await chromium.launch(launchOptions);
try {
  const tab = await browser.newPage();
  tab.on('console', (message) => process.stderr.write(`${message.text()}\n`));
  tab.on('pageerror', (error) => process.stderr.write(`${error}\n`));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction(() => globalThis.ready);
  const starts = await tab.evaluate(() => globalThis.starts());
  const answer = await tab.evaluate((options) => globalThis.suite(options), { only, quick: quick === 'quick' });
  process.stdout.write(`${JSON.stringify({ where: `Chromium ${browser.version()}`, starts, ...answer })}\n`);
} finally {
  await browser.close();
  server.close();
}
