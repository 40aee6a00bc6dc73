// The engine under Node: for tests, and for numbers that are computed while the page is built.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { ModuleFactory, RawModule } from './abi.ts';
import { Engine, type EngineClient } from './engine.ts';
import { loadModule, runOperation } from './module.ts';
import { serve } from './service.ts';

export type Variant = 'simd' | 'scalar';

/** Reads glue and binary from a folder laid out as build/wasm. The glue is shared, so it is always the SIMD one's. */
async function read(folder: string, variant: Variant): Promise<{ factory: ModuleFactory; bytes: ArrayBuffer }> {
  const glue = (await import(/* @vite-ignore */ pathToFileURL(`${folder}/simd/sqrt_dk.mjs`).href)) as { default: ModuleFactory };
  const file = await readFile(`${folder}/${variant}/sqrt_dk.wasm`);
  return { factory: glue.default, bytes: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
}

/** Loads the module itself, for callers that want answers at once. */
export async function loadNodeModule(folder: string, variant: Variant = 'simd'): Promise<RawModule> {
  const { factory, bytes } = await read(folder, variant);
  return loadModule(factory, bytes);
}

/** A client that answers at once, in this thread. */
export async function nodeClient(folder: string, variant: Variant = 'simd'): Promise<EngineClient> {
  const module = await loadNodeModule(folder, variant);
  return { call: async (operation, request) => runOperation(module, operation, request) };
}

/** The page's engine, wrapper and messages included, over an in-process port. */
export async function nodeEngine(folder: string, variant: Variant = 'simd'): Promise<Engine> {
  const { factory, bytes } = await read(folder, variant);
  return new Engine((receive) => {
    let open = true;
    const answer = serve(factory, (message) => open && receive(message));
    answer({ kind: 'start', binary: bytes });
    return { post: (message) => void setTimeout(() => open && answer(message)), close: () => void (open = false) };
  });
}
