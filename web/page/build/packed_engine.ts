import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

/** A module as text: base64, deflated first unless `plain`. What reads it is engine/embedded.ts. */
export function packed(wasm: string, variant: 'simd' | 'scalar', plain = false): string {
  const bytes = readFileSync(join(wasm, variant, 'sqrt_dk.wasm'));
  return (plain ? bytes : deflateSync(bytes, { level: 9 })).toString('base64');
}

const deflated = (file: string): string => deflateSync(readFileSync(file), { level: 9 }).toString('base64');

/** The programs of workers, each as one function. */
const WORKERS: Readonly<Record<string, { name: string; file: string }>> = {
  '\0virtual:engine-worker': { name: 'engineWorker', file: 'engine/engine.worker.ts' },
  '\0virtual:inspector-worker': { name: 'inspectorWorker', file: 'inspector/inspector.worker.ts' },
};

/** What the site's pages fetch, scripts that carry all they need have in themselves. */
const IN_PLACE: Readonly<Record<string, string>> = {
  'inspector/browser.ts': 'inspector/embedded.ts',
  'inspector/sample.ts': 'figures/inspector/packed_sample.ts',
};

/** Serves scripts that carry their own engine: both modules and the inspector's sample as text, the workers' programs as functions. */
export function packedEngine({ root, wasm }: { root: string; wasm: string }): Plugin {
  return {
    name: 'sqrt-dk-packed-engine',
    enforce: 'pre',
    async resolveId(id, from) {
      if (/^virtual:(engine-worker|inspector-worker|inspector-sample|wasm\/)/.test(id)) return `\0${id}`;
      if (!id.startsWith('.') || !from || !/\/(browser|sample)\.ts$/.test(id)) return undefined;
      const found = await this.resolve(id, from, { skipSelf: true });
      const own = Object.entries(IN_PLACE).find(([path]) => found?.id.endsWith(`/${path}`))?.[1];
      return own && join(root, own);
    },
    async load(id) {
      if (id === '\0virtual:wasm/simd' || id === '\0virtual:wasm/scalar') return `export default ${JSON.stringify(packed(wasm, id.endsWith('simd') ? 'simd' : 'scalar'))};`;
      if (id === '\0virtual:inspector-sample') return `export default ${JSON.stringify(deflated(join(root, 'figures/inspector/sample.safetensors')))};`;
      const worker = WORKERS[id];
      return worker && `export function ${worker.name}(self) {\n${await program(root, wasm, worker.file)}\n}`;
    },
  };
}

/** A worker's program with all that it imports, as one script. */
async function program(root: string, wasm: string, file: string): Promise<string> {
  const result = await build({
    configFile: false, root, logLevel: 'warn', publicDir: false,
    resolve: { alias: { '@wasm': wasm } },
    build: { write: false, target: 'es2022', minify: false, rolldownOptions: { input: join(root, file), output: { format: 'iife' } } },
  });
  const [first] = 'output' in result ? result.output : Array.isArray(result) ? result[0]!.output : [];
  if (first?.type !== 'chunk') throw new Error(`${file} was not built`);
  return first.code;
}
