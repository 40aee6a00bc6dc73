// Times the engine calls that figures make, in Chromium, SIMD and scalar. Prints only: times belong to a machine, so no test asserts them.
//   npm run --prefix tests speed      (needs build/wasm)
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startServer } from '../../script/static_server.mjs';
import { launchOptions } from '../browser/support/chromium.mjs';

const server = await startServer(fileURLToPath(new URL('../../build/wasm', import.meta.url)));
const browser = await chromium.launch(launchOptions);
console.log(`Chromium ${browser.version()}; first call, then best and median of the next ten, in ms`);
for (const variant of ['simd', 'scalar']) {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/CMakeCache.txt`);
  const rows = await page.evaluate(async (folder) => {
    const t0 = performance.now();
    const { default: factory } = await import(`/${folder}/sqrt_dk.mjs`);
    const wasmBinary = await (await fetch(`/${folder}/sqrt_dk.wasm`)).arrayBuffer();
    const module = await factory({ wasmBinary });
    const started = performance.now() - t0;
    const axis = (count) => Float64Array.from({ length: count }, (_, i) => 2 ** ((i / (count - 1)) * 12 - 6));
    const alphas = Float64Array.from({ length: 9 }, (_, i) => 2 ** (i - 4));
    const train = { headDim: 64, inputDim: 16, keyCount: 16, batch: 32, alphas, optimiser: 'sgd', learningRates: Float64Array.of(5), loss: 'mse', clip: 0, qkNorm: false, seed: 1, firstStep: 0, stepCount: 400 };
    const sample = { seed: 1, divisors: Float64Array.of(8), budget: 3e6, minRows: 200, maxRows: 1000 };
    let n = 100;
    const calls = {
      '4,000 dot products, d = 64': () => module.dotProductSample({ headDim: 64, pairs: 4000 }),
      'saturation curve, 60 points, a new n each time': () => module.saturationTheory({ headDim: 64, keyCount: ++n, divisors: axis(60) }),
      'saturation curve, 60 points, n kept': () => module.saturationTheory({ headDim: 64 + (n++ % 7), keyCount: 512, divisors: axis(60) }),
      '60 fixed spreads': () => module.saturationAtSigma({ keyCount: ++n, sigmas: axis(60) }),
      'sample while dragging, d = 64, n = 8': () => module.saturationSample({ headDim: 64, keyCount: 8, ...sample }),
      'sample while dragging, d = 4096, n = 64': () => module.saturationSample({ headDim: 4096, keyCount: 64, ...sample }),
      'sample at rest, d = 64, n = 8': () => module.saturationSample({ headDim: 64, keyCount: 8, ...sample, budget: 3e7, minRows: 1000, maxRows: 4000 }),
      '400 training steps × 9, SGD': () => module.trainingSteps(train),
      '400 training steps × 9, Adam': () => module.trainingSteps({ ...train, optimiser: 'adam', learningRates: Float64Array.of(0.01) }),
    };
    const results = [['compile and start', started]];
    for (const [name, call] of Object.entries(calls)) {
      const times = [];
      for (let i = 0; i < 11; ++i) {
        const start = performance.now();
        const answer = call();
        times.push(performance.now() - start);
        if (answer.status !== 0) throw new Error(`${name}: ${answer.status} ${answer.argument}`);
      }
      const [first, ...rest] = times;
      rest.sort((a, b) => a - b);
      results.push([name, first, rest[0], rest[5]]);
    }
    return results;
  }, variant);
  for (const [name, ...times] of rows) console.log(`${variant.padEnd(7)} ${name.padEnd(48)} ${times.map((time) => time.toFixed(1).padStart(8)).join('')}`);
  await page.close();
}
await browser.close();
await server.close();
