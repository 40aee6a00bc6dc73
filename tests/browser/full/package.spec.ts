// The npm package, from its packed tarball: checked by publint, used under Node and in a page made by Vite.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { numberIn } from '../support/foreign.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const run = (command: string, args: string[], cwd: string): string => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

test('the package installs from its tarball, answers under Node, and draws in a page made by Vite', async ({ page }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'sqrt-dk-'));
  run('npm', ['run', '--silent', 'package'], path('web'));
  run(process.execPath, [path('tests/audit/node_modules/publint/src/cli.js'), path('web/dist-package'), '--strict'], folder);
  run('npm', ['pack', '--silent', '--pack-destination', folder, path('web/dist-package')], folder);
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', join(folder, 'sqrt-dk-0.1.0.tgz'), 'vite@8.3.8', 'typescript@5.9.3'], folder);

  writeFileSync(join(folder, 'use.mjs'), `import { createEngine, EngineError } from 'sqrt-dk';
const engine = createEngine();
const { maxWeight } = await engine.call('saturationTheory', { headDim: 64, keyCount: 8, divisors: Float64Array.of(8) });
const wrong = await engine.call('saturationTheory', { headDim: 0, keyCount: 8, divisors: Float64Array.of(8) }).catch((reason) => reason);
console.log(JSON.stringify([maxWeight[0], wrong instanceof EngineError, wrong.code]));
engine.dispose();
`);
  const [weight, isError, code] = JSON.parse(run('node', ['use.mjs'], folder)) as [number, boolean, string];
  expect(weight).toBeCloseTo(0.3587, 2);
  expect([isError, code]).toEqual([true, 'head_dim_out_of_range']);

  writeFileSync(join(folder, 'use.ts'), `import { createEngine, type SaturationTheory } from 'sqrt-dk';
const theory: Promise<SaturationTheory> = createEngine().call('saturationTheory', { headDim: 64, keyCount: 8, divisors: Float64Array.of(8) });
// @ts-expect-error an operation that is not there
void createEngine().call('nothing', {});
export { theory };
`);
  run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'use.ts'], folder);

  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><title>A page</title><body><dk-saturation dk="256" divisor="1"></dk-saturation><script type="module">import "sqrt-dk/elements";</script>');
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], folder);
  const host = await startServer(join(folder, 'dist'));
  await page.goto(`${host.origin}/`);
  expect(await numberIn(page.locator('dk-saturation'), 'sigma')).toBe(16);
  await host.close();
  rmSync(folder, { recursive: true });
});
