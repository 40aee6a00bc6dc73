// Whatever plain data JavaScript hands over, the answer is a status with the argument's name, never an exception.
import assert from 'node:assert/strict';
import test from 'node:test';
import { call, loadModule, rowRequest, sampleRequest, variants } from './support.mjs';

const detached = new Float64Array(4);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

/** [what, request, status, argument] */
const badSamples = [
  ['nothing', undefined, 'unknown_option', 'request'],
  ['null', null, 'unknown_option', 'request'],
  ['a number', 3, 'unknown_option', 'request'],
  ['a string', 'headDim', 'unknown_option', 'request'],
  ['an array', [], 'unknown_option', 'request'],
  ['a symbol', Symbol('s'), 'unknown_option', 'request'],
  ['a function', () => 1, 'unknown_option', 'request'],
  ['an unknown key', { ...sampleRequest, headdim: 3 }, 'unknown_option', 'request'],
  ['no divisors', { ...sampleRequest, divisors: undefined }, 'empty_input', 'divisors'],
  ['head dimension NaN', { ...sampleRequest, headDim: NaN }, 'not_finite', 'headDim'],
  ['head dimension infinity', { ...sampleRequest, headDim: Infinity }, 'not_finite', 'headDim'],
  ['head dimension 0', { ...sampleRequest, headDim: 0 }, 'head_dim_out_of_range', 'headDim'],
  ['head dimension −64', { ...sampleRequest, headDim: -64 }, 'head_dim_out_of_range', 'headDim'],
  ['head dimension 10⁹', { ...sampleRequest, headDim: 1e9 }, 'head_dim_out_of_range', 'headDim'],
  ['head dimension 10¹²', { ...sampleRequest, headDim: 1e12 }, 'out_of_range', 'headDim'],
  ['head dimension 1.5', { ...sampleRequest, headDim: 1.5 }, 'out_of_range', 'headDim'],
  ['head dimension as text', { ...sampleRequest, headDim: '64' }, 'out_of_range', 'headDim'],
  ['head dimension as BigInt', { ...sampleRequest, headDim: 64n }, 'out_of_range', 'headDim'],
  ['head dimension true', { ...sampleRequest, headDim: true }, 'out_of_range', 'headDim'],
  ['head dimension null', { ...sampleRequest, headDim: null }, 'out_of_range', 'headDim'],
  ['one key', { ...sampleRequest, keyCount: 1 }, 'key_count_out_of_range', 'keyCount'],
  ['no key', { ...sampleRequest, keyCount: 0 }, 'key_count_out_of_range', 'keyCount'],
  ['seed −1', { ...sampleRequest, seed: -1 }, 'out_of_range', 'seed'],
  ['seed 2³²', { ...sampleRequest, seed: 2 ** 32 }, 'out_of_range', 'seed'],
  ['seed NaN', { ...sampleRequest, seed: NaN }, 'not_finite', 'seed'],
  ['divisor 0', { ...sampleRequest, divisors: [8, 0] }, 'divisor_not_positive', 'divisors'],
  ['divisor −1', { ...sampleRequest, divisors: [-1] }, 'divisor_not_positive', 'divisors'],
  ['divisor 10⁻³⁰⁸', { ...sampleRequest, divisors: [1e-308] }, 'divisor_out_of_range', 'divisors'],
  ['divisor infinity', { ...sampleRequest, divisors: [Infinity] }, 'not_finite', 'divisors'],
  ['divisor NaN', { ...sampleRequest, divisors: [NaN] }, 'not_finite', 'divisors'],
  ['divisors as text', { ...sampleRequest, divisors: '8' }, 'out_of_range', 'divisors'],
  ['divisors with text', { ...sampleRequest, divisors: ['8'] }, 'out_of_range', 'divisors'],
  ['divisors null', { ...sampleRequest, divisors: null }, 'out_of_range', 'divisors'],
  ['divisors that only look like an array', { ...sampleRequest, divisors: { length: 1e9 } }, 'out_of_range', 'divisors'],
  ['divisors with BigInt', { ...sampleRequest, divisors: [8n] }, 'out_of_range', 'divisors'],
  ['divisors of BigInt', { ...sampleRequest, divisors: new BigInt64Array(2) }, 'out_of_range', 'divisors'],
  ['divisors with a symbol', { ...sampleRequest, divisors: [Symbol('s')] }, 'out_of_range', 'divisors'],
  ['nested divisors', { ...sampleRequest, divisors: [[1], [2]] }, 'out_of_range', 'divisors'],
  ['divisors as a DataView', { ...sampleRequest, divisors: new DataView(new ArrayBuffer(8)) }, 'out_of_range', 'divisors'],
  ['a detached buffer', { ...sampleRequest, divisors: detached }, 'empty_input', 'divisors'],
  ['257 divisors', { ...sampleRequest, divisors: new Float64Array(257).fill(1) }, 'too_large', 'divisors'],
  ['10⁸ divisors', { ...sampleRequest, divisors: new Float32Array(1e8) }, 'too_large', 'divisors'],
  ['four milliard holes', { ...sampleRequest, divisors: new Array(4e9) }, 'too_large', 'divisors'],
  ['one row', { ...sampleRequest, minRows: 1 }, 'query_count_out_of_range', 'minRows'],
  ['fewer rows at most than at least', { ...sampleRequest, maxRows: 10 }, 'query_count_out_of_range', 'maxRows'],
  ['budget NaN', { ...sampleRequest, budget: NaN }, 'not_finite', 'budget'],
  ['budget 0', { ...sampleRequest, budget: 0 }, 'out_of_range', 'budget'],
  ['a budget of hours', { ...sampleRequest, headDim: 4096, keyCount: 4096, budget: 1e15, maxRows: 100000 }, 'too_large', 'budget'],
];

const badRows = [
  ['a row that is not whole', { ...rowRequest, row: 0.5 }, 'out_of_range', 'row'],
  ['divisor 0', { ...rowRequest, divisor: 0 }, 'divisor_not_positive', 'divisor'],
  ['divisor 10⁻³⁰⁸', { ...rowRequest, divisor: 1e-308 }, 'divisor_out_of_range', 'divisor'],
  ['divisor infinity', { ...rowRequest, divisor: Infinity }, 'not_finite', 'divisor'],
  ['divisor as a list', { ...rowRequest, divisor: [8] }, 'out_of_range', 'divisor'],
  ['one key', { ...rowRequest, keyCount: 1 }, 'key_count_out_of_range', 'keyCount'],
];

for (const variant of variants) {
  const loaded = await loadModule(variant);
  const size = loaded.memory.buffer.byteLength;
  for (const [operation, list] of [['saturationSample', badSamples], ['attentionRow', badRows]])
    for (const [what, request, status, argument] of list)
      test(`${variant}, ${operation}: ${what} is answered with ${status}`, () => {
        const answer = call(loaded, operation, request);
        assert.deepEqual({ status: answer.status, argument: answer.argument }, { status, argument });
        assert.equal(answer.value, undefined);
      });
  test(`${variant}: bad requests took no memory and left the module well`, () => {
    assert.equal(loaded.memory.buffer.byteLength, size);
    assert.equal(call(loaded, 'saturationSample', sampleRequest).status, 'ok');
  });
  test(`${variant}: plain arrays, Float32Array and Float64Array give the same answer`, () => {
    const answers = [[1, 8], Float32Array.of(1, 8), Float64Array.of(1, 8)].map((divisors) => call(loaded, 'saturationSample', { ...sampleRequest, divisors }));
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], answers[2]);
  });
}
