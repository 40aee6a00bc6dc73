import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

/** A module as text: base64, deflated first unless `plain`. What reads it is engine/embedded.ts. */
export function packed(wasm: string, variant: 'simd' | 'scalar', plain = false): string {
  const bytes = readFileSync(join(wasm, variant, 'sqrt_dk.wasm'));
  return (plain ? bytes : deflateSync(bytes, { level: 9 })).toString('base64');
}

/** Serves scripts that carry their own engine: both modules as text, and the worker's program as one function. */
export function packedEngine({ root, wasm }: { root: string; wasm: string }): Plugin {
  const worker = 'virtual:engine-worker';
  return {
    name: 'sqrt-dk-packed-engine',
    resolveId: (id) => (id === worker || id.startsWith('virtual:wasm/') ? `\0${id}` : undefined),
    async load(id) {
      if (id === '\0virtual:wasm/simd' || id === '\0virtual:wasm/scalar') return `export default ${JSON.stringify(packed(wasm, id.endsWith('simd') ? 'simd' : 'scalar'))};`;
      if (id !== `\0${worker}`) return undefined;
      const result = await build({
        configFile: false, root, logLevel: 'warn', publicDir: false,
        resolve: { alias: { '@wasm': wasm } },
        build: { write: false, target: 'es2022', minify: false, rolldownOptions: { input: join(root, 'engine/engine.worker.ts'), output: { format: 'iife' } } },
      });
      const [first] = 'output' in result ? result.output : Array.isArray(result) ? result[0]!.output : [];
      if (first?.type !== 'chunk') throw new Error('the worker was not built');
      return `export function engineWorker(self) {\n${first.code}\n}`;
    },
  };
}
