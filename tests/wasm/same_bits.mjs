// The scalar and the SIMD module answer every sampling request with the same bits, and hand them over as copies.
import assert from 'node:assert/strict';
import test from 'node:test';
import { call, loadModule, rowRequest, sampleRequest } from './support.mjs';

const scalar = await loadModule('scalar');
const simd = await loadModule('simd');

/** The bits of a result: every number as its 64-bit pattern, arrays element by element. */
function bitsOf(value) {
  if (typeof value === 'number') return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}:${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bitsOf(item)]));
  return value;
}

function bothAnswer(operation, request) {
  const a = call(scalar, operation, request);
  const b = call(simd, operation, request);
  assert.deepEqual(bitsOf(a), bitsOf(b));
  return b;
}

test('the modules say what they are', () => {
  assert.equal(scalar.module.engineInfo().simd, false);
  assert.equal(simd.module.engineInfo().simd, true);
  assert.deepEqual(scalar.module.engineInfo().statuses, simd.module.engineInfo().statuses);
});

test('case 20: samples have the same bits with and without SIMD', () => {
  for (const headDim of [1, 3, 64, 65, 300, 4096])
    for (const keyCount of [2, 7, 8, 65, 1000]) {
      const answer = bothAnswer('saturationSample', {
        ...sampleRequest, headDim, keyCount, seed: headDim + keyCount, minRows: 50, maxRows: 100,
        divisors: Float64Array.of(1e-6, 1, Math.sqrt(headDim), headDim, 1e6),
      });
      assert.equal(answer.status, 'ok');
      for (const item of Object.values(answer.value)) if (ArrayBuffer.isView(item)) assert.ok(item.every(Number.isFinite));
    }
});

test('rows have the same bits with and without SIMD', () => {
  for (const headDim of [1, 16, 65, 4096])
    for (const keyCount of [2, 5, 64, 4096])
      for (const divisor of [1e-6, 1, 8, 1e6]) {
        const { status, value } = bothAnswer('attentionRow', { ...rowRequest, headDim, keyCount, divisor, row: keyCount });
        assert.equal(status, 'ok');
        assert.equal(value.scores.length, keyCount);
        assert.ok(Math.abs(value.weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-6);
      }
});

test('claims are measured with the same bits with and without SIMD, and get the same verdicts', () => {
  for (const id of [4, 8, 12, 16, 23, 28, 33]) assert.equal(bothAnswer('measureClaim', { id, seed: 3 }).status, 'ok');
});

test('the same request gives the same bits again, after other requests too', () => {
  const before = bitsOf(call(simd, 'saturationSample', sampleRequest));
  call(simd, 'saturationSample', { ...sampleRequest, headDim: 65 });
  call(simd, 'attentionRow', { ...rowRequest, headDim: 0 });
  assert.deepEqual(bitsOf(call(simd, 'saturationSample', sampleRequest)), before);
});

test('changing the divisor leaves the raw scores as they are', () => {
  const scores = [1e-6, 1, 8, 1e6].map((divisor) => bitsOf(call(simd, 'attentionRow', { ...rowRequest, divisor }).value.scores));
  assert.equal(new Set(scores).size, 1);
});

test('case 23: results own their numbers: no view of WebAssembly memory, which growth would make stale, gets out', () => {
  const { value } = call(simd, 'attentionRow', { ...rowRequest, keyCount: 32 });
  const sample = call(simd, 'saturationSample', sampleRequest).value;
  for (const array of [value.scores, value.weights, ...Object.values(sample).filter(ArrayBuffer.isView)]) {
    assert.notEqual(array.buffer, simd.memory.buffer);
    assert.equal(array.buffer.byteLength, array.byteLength);
  }
  const bits = bitsOf(value);
  call(simd, 'attentionRow', { ...rowRequest, headDim: 900, keyCount: 4096 });
  assert.deepEqual(bitsOf(value), bits);
});

test('case 22: ten thousand slider moves leave memory as it was', () => {
  for (let i = 0; i < 100; ++i) call(simd, 'attentionRow', { ...rowRequest, headDim: 1 + (i % 64) });
  const size = simd.memory.buffer.byteLength;
  for (let i = 0; i < 10000; ++i) call(simd, 'attentionRow', { ...rowRequest, headDim: 1 + (i % 64), divisor: i % 7 });
  assert.equal(simd.memory.buffer.byteLength, size);
});
