// No memory can be had any more: what was asked is answered with a sentence's code, never with a wrong number, and a later engine works.
import { afterEach, expect, it, vi } from 'vitest';
import { EngineError } from '../../web/engine/errors.ts';
import { nodeEngine } from '../../web/engine/node_engine.ts';
import { WASM } from './support/content.ts';

afterEach(() => void vi.restoreAllMocks());

const side = 2048;
const matrix = { rows: side, columns: 64, data: new Float32Array(side * 64).fill(0.01) };
const large = { query: matrix, key: matrix, value: matrix, wantScores: true, wantLogits: true, wantWeights: true, wantOutput: true };
const small = { headDim: 64, keyCount: 8, seed: 1, divisor: 8, row: 0 };

it('where the memory cannot grow, the call fails with a code, and the next engine gives the same digits as ever', async () => {
  const engine = await nodeEngine(WASM);
  const before = await engine.call('attentionRow', small);
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => { throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory'); });
  const failed: unknown = await engine.call('attentionForward', large).catch((reason: unknown) => reason);
  expect(grow).toHaveBeenCalled();
  expect(failed).toBeInstanceOf(EngineError);
  expect(['engine_failed', 'too_large']).toContain((failed as EngineError).code);
  grow.mockRestore();
  expect(await engine.call('attentionRow', small)).toEqual(before);
  expect((await engine.call('attentionForward', large)).output?.rows).toBe(side);
  engine.dispose();
});
