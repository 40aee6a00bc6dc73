// Builds the npm package into web/dist-package: `npm run --prefix web package`, then `npm pack ./web/dist-package`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('./dist-package');
const { version, dependencies, license, engines } = JSON.parse(readFileSync(here('./package.json'), 'utf8'));

await build({ configFile: here('./vite.package.ts') });
execFileSync(process.execPath, [here('./node_modules/typescript/bin/tsc'), '-p', here('./tsconfig.package.json')], { stdio: 'inherit' });

// Declarations name one another as the files that they stand for are named once published.
const types = join(out, 'types');
for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))) {
  const path = join(types, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(from\s+|import\()'(\.[^']*)\.ts'/g, "$1'$2.js'").replace(/(from\s+|import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"').replace(/from '(\.\/protocol[\w]*)'/g, "from '$1.js'"));
}

writeFileSync(join(out, 'package.json'), `${JSON.stringify({
  name: 'sqrt-dk', version, description: 'Scaled dot-product attention, measured: the engine (C++ as WebAssembly) and the figures of the tutorial “Why divide by √d_k?”',
  keywords: ['attention', 'transformer', 'softmax', 'webassembly', 'custom-elements'], license, type: 'module', engines,
  sideEffects: ['./elements.js'],
  exports: { '.': { types: './types/package/index.d.ts', default: './index.js' }, './elements': { types: './types/package/elements.d.ts', default: './elements.js' }, './package.json': './package.json' },
  files: ['*.js', 'parts', 'types', 'LICENSE', 'README.md'],
  dependencies,
}, null, 2)}\n`);
copyFileSync(here('../LICENSE'), join(out, 'LICENSE'));
writeFileSync(join(out, 'README.md'), `# sqrt-dk

The engine and the figures of the tutorial *Why divide by √d_k?* as ES modules. No bundler settings, no files to serve: the WebAssembly modules are inside.

    import { createEngine } from 'sqrt-dk';            // a browser, or Node 20 and later
    const engine = createEngine();
    const { maxWeight } = await engine.call('saturationTheory', { headDim: 512, keyCount: 64, divisors: Float64Array.of(1, Math.sqrt(512)) });
    engine.dispose();

    import 'sqrt-dk/elements';                         // a browser: <dk-saturation dk="512" divisor="1" lang="en"></dk-saturation>

A page with a content security policy needs \`script-src … 'wasm-unsafe-eval'; worker-src blob:\` (without the latter the engine runs on the page's own thread).
`);
rmSync(join(out, 'types/engine/engine.worker.d.ts'), { force: true });
