// Loads the two modules under Node as the page does: the glue as an ES module, the binary handed to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The build tree, build/wasm, is the test's only argument. */
export const buildDir = process.argv[2];
if (!buildDir) throw new Error('usage: node tests/wasm/<test>.mjs build/wasm');

export const variants = ['scalar', 'simd'];
export const gluePath = (variant) => join(buildDir, variant, 'sqrt_dk.mjs');
export const binaryPath = (variant) => join(buildDir, variant, 'sqrt_dk.wasm');

/** @returns {Promise<{module: object, memory: WebAssembly.Memory}>} */
export async function loadModule(variant) {
  const create = (await import(pathToFileURL(gluePath(variant)).href)).default;
  let memory;
  const module = await create({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(readFileSync(binaryPath(variant)), imports).then(({ instance, module: compiled }) => {
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        receive(instance, compiled);
      });
      return {};
    },
  });
  return { module, memory };
}

/** Calls an operation and answers {status: its name, argument, value}. */
export function call({ module }, operation, request) {
  const answer = module[operation](request);
  return { ...answer, status: module.engineInfo().statuses[answer.status] };
}

export const sampleRequest = { headDim: 64, keyCount: 8, seed: 1, divisors: Float64Array.of(1, 8), budget: 1e6, minRows: 1000, maxRows: 2000 };
export const rowRequest = { headDim: 64, keyCount: 8, seed: 1, divisor: 8, row: 0 };
