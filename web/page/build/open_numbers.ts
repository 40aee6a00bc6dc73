import type { NumberSource } from './numbers.ts';
import { nodeClient } from '../../engine/node_engine.ts';
import { COMPOSED } from './composed.ts';

/** Opens the built module under Node. Without it there is no page: a number that nobody computed must not be printed. */
export async function openNumbers(wasmFolder: string): Promise<NumberSource> {
  let source: Awaited<ReturnType<typeof nodeClient>>;
  try {
    source = await nodeClient(wasmFolder);
  } catch (error) {
    throw new Error(`the engine's module is not in ${wasmFolder} (build it first: script/build): ${String(error)}`);
  }
  // Every language asks for the same numbers, and one table often for the same request.
  const known = new Map<string, unknown>();
  return {
    async call(name, request) {
      const key = JSON.stringify([name, request]);
      if (!known.has(key)) known.set(key, await (name in COMPOSED ? COMPOSED[name]!(source, request as never) : source.call(name, request)));
      return known.get(key) as never;
    },
  };
}
