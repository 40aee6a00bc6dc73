// What the boundary to WebAssembly must never do: leak, or hand out a view that goes stale.
import { expect, it, vi } from 'vitest';
import { loadNodeModule } from '../../web/engine/node_engine.ts';
import { runOperation } from '../../web/engine/module.ts';
import { WASM } from './support/content.ts';

/** The module, and its memory's size as it is at any moment. */
async function moduleWithMemory() {
  let memory: WebAssembly.Memory | undefined;
  const plain = WebAssembly.instantiate;
  const spy = vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = (await (plain as (m: WebAssembly.Module, i: WebAssembly.Imports) => Promise<WebAssembly.Instance>)(module, imports));
    memory = Object.values(instance.exports).find((one): one is WebAssembly.Memory => one instanceof WebAssembly.Memory);
    return instance;
  }) as never);
  const module = await loadNodeModule(WASM);
  spy.mockRestore();
  return { module, size: () => memory!.buffer.byteLength };
}

it('case 22: ten thousand moves of a slider leave the memory as large as a hundred do, and nobody warns of a leak', async () => {
  const warned = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const { module, size } = await moduleWithMemory();
  const move = (i: number): void => {
    const headDim = 1 + ((i * 37) % 256);
    runOperation(module, 'attentionRow', { headDim, keyCount: 8, seed: i, divisor: Math.sqrt(headDim), row: 0 });
    runOperation(module, 'saturationSample', { headDim, keyCount: 8, seed: i, divisors: Float64Array.of(1, 8), budget: 4096, minRows: 2, maxRows: 4 });
  };
  for (let i = 0; i < 100; i += 1) move(i);
  const before = size();
  for (let i = 0; i < 10_000; i += 1) move(i);
  expect(size()).toBe(before);
  for (const spy of warned) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

it('case 23: a small result is still right after a large one made the memory grow', async () => {
  const { module, size } = await moduleWithMemory();
  const small = runOperation(module, 'attentionRow', { headDim: 64, keyCount: 8, seed: 1, divisor: 8, row: 0 });
  const copy = [...small.weights];
  const before = size();
  const side = 2048;
  const matrix = { rows: side, columns: 64, data: new Float32Array(side * 64).fill(0.01) };
  runOperation(module, 'attentionForward', { query: matrix, key: matrix, value: matrix, wantScores: true, wantLogits: true, wantWeights: true, wantOutput: true });
  expect(size()).toBeGreaterThan(before);
  expect([...small.weights]).toEqual(copy);
});
