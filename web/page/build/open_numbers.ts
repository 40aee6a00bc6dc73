import type { NumberSource } from './numbers.ts';
import { nodeClient } from '../../engine/node_engine.ts';

/** Opens the built module under Node. Without it there is no page: a number that nobody computed must not be printed. */
export async function openNumbers(wasmFolder: string): Promise<NumberSource> {
  try {
    return await nodeClient(wasmFolder);
  } catch (error) {
    throw new Error(`the engine's module is not in ${wasmFolder} (build it first: cmake --workflow --preset wasm): ${String(error)}`);
  }
}
