// Attention and the number formats through the modules: right answers, the same bits with and without SIMD, statuses for bad data.
import assert from 'node:assert/strict';
import test from 'node:test';
import { call, loadModule } from './support.mjs';

const scalar = await loadModule('scalar');
const simd = await loadModule('simd');

function bothAnswer(operation, request) {
  const a = call(scalar, operation, request);
  const b = call(simd, operation, request);
  assert.deepEqual(a, b);
  return b;
}

function ok(operation, request) {
  const { status, argument, value } = bothAnswer(operation, request);
  assert.equal(status, 'ok', argument);
  return value;
}

const filled = (rows, columns, entry, Data = Float32Array) => ({ rows, columns, data: Data.from({ length: rows * columns }, (_, i) => entry(i)) });
const inputs = {
  query: filled(3, 65, (i) => Math.sin(i)), key: filled(7, 65, (i) => Math.cos(1.7 * i)), value: filled(7, 2, (i) => i / 7),
};

test('attention answers what was asked for, divided by the root of the columns of query', () => {
  const value = ok('attentionForward', { ...inputs, wantScores: true, wantLogits: true, wantMoments: true, wantHistogram: true, histogramBins: 5, wantLogsumexp: true });
  assert.ok(Math.abs(value.divisor - Math.sqrt(65)) < 1e-12);
  assert.deepEqual([value.weights.rows, value.weights.columns, value.output.columns], [3, 7, 2]);
  for (let i = 0; i < 3; ++i) assert.ok(Math.abs(value.weights.data.subarray(7 * i, 7 * i + 7).reduce((a, b) => a + b, 0) - 1) < 1e-6);
  value.logits.data.forEach((logit, i) => assert.ok(Math.abs(logit - value.scores.data[i] / value.divisor) < 1e-6));
  assert.equal(value.moments.count, 21);
  assert.equal(value.histogram.counts.reduce((a, b) => a + b, 0), 21);
  assert.equal(value.logsumexp.length, 3);
  const short = ok('attentionForward', { query: inputs.query, key: inputs.key, wantOutput: false, wantWeights: false });
  assert.deepEqual([short.weights.rows, short.scores.data.length, short.histogram.counts.length], [0, 0, 0]);
});

test('every option of attention reaches the engine', () => {
  const weights = (options) => ok('attentionForward', { ...inputs, ...options }).weights.data;
  const plain = weights({});
  const allow = { rows: 3, columns: 7, data: Uint8Array.from({ length: 21 }, (_, i) => i % 2) };
  for (const options of [{ divisor: 1 }, { placement: 'queryRoot' }, { mask: 'causal' }, { mask: 'causalBottomRight' }, { mask: 'allow', allow }])
    assert.notDeepEqual(weights(options), plain, JSON.stringify(options));
  for (const placement of ['query', 'bothRoots']) weights({ placement }).forEach((weight, i) => assert.ok(Math.abs(weight - plain[i]) < 1e-6));
  assert.equal(weights({ mask: 'allow', allow })[0], 0);
  assert.deepEqual(ok('attentionForward', { ...inputs, mask: 'allow', allow: { rows: 3, columns: 7, data: new Uint8Array(21) } }).fullyMasked, Uint8Array.of(1, 1, 1));
});

test('gradients have the shape of what they belong to and agree with a difference', () => {
  const gradOutput = filled(3, 2, (i) => 1 - i / 3);
  const gradient = ok('attentionBackward', { ...inputs, gradOutput, divisor: 2 });
  assert.deepEqual([gradient.gradQuery.columns, gradient.gradKey.rows, gradient.gradValue.columns, gradient.gradLogits.columns], [65, 7, 2, 7]);
  const loss = (divisor) => ok('attentionForward', { ...inputs, divisor }).output.data.reduce((sum, o, i) => sum + o * gradOutput.data[i], 0);
  assert.ok(Math.abs(gradient.gradDivisor - (loss(2.05) - loss(1.95)) / 0.1) < 1e-3);
});

test('without the matrices of weights the answers are the same, to rounding, and the same bits with and without SIMD', () => {
  const [queries, keys, dim, width] = [37, 150, 70, 9];
  const large = { query: filled(queries, dim, (i) => Math.sin(i)), key: filled(keys, dim, (i) => Math.cos(1.7 * i)), value: filled(keys, width, (i) => Math.sin(0.3 * i)) };
  const gradOutput = filled(queries, width, (i) => Math.cos(i));
  const near = (a, b) => a.data.forEach((x, i) => assert.ok(Math.abs(x - b.data[i]) < 1e-5));
  for (const options of [{}, { mask: 'causal' }, { placement: 'bothRoots', divisor: 3 }]) {
    const whole = ok('attentionForward', { ...large, ...options, wantLogsumexp: true });
    const fused = ok('attentionForward', { ...large, ...options, wantLogsumexp: true, wantWeights: false });
    assert.equal(fused.weights.data.length, 0);
    near(fused.output, whole.output);
    fused.logsumexp.forEach((x, i) => assert.ok(Math.abs(x - whole.logsumexp[i]) < 1e-5));
    const all = ok('attentionBackward', { ...large, ...options, gradOutput });
    const some = ok('attentionBackward', { ...large, ...options, gradOutput, wantGradWeights: false, wantGradLogits: false });
    for (const name of ['gradQuery', 'gradKey', 'gradValue']) near(some[name], all[name]);
    assert.ok(Math.abs(some.gradDivisor - all.gradDivisor) < 1e-4);
  }
});

test('bad requests to attention are statuses that name the argument', () => {
  const refused = (change, status, argument) => {
    const answer = bothAnswer('attentionForward', { ...inputs, ...change });
    assert.deepEqual([answer.status, answer.argument, answer.value], [status, argument, undefined]);
  };
  refused({ divisor: 0 }, 'divisor_not_positive', 'divisor');
  refused({ divisor: NaN }, 'not_finite', 'divisor');
  refused({ divisor: '8' }, 'out_of_range', 'divisor');
  refused({ divisor: null }, 'out_of_range', 'divisor');
  refused({ mask: 'diagonal' }, 'unknown_option', 'mask');
  refused({ mask: 'allow' }, 'shape_mismatch', 'allow');
  refused({ mask: 'allow', allow: { rows: 3, columns: 7, data: new Array(21).fill(0.5) } }, 'out_of_range', 'allow');
  refused({ query: undefined }, 'head_dim_out_of_range', 'query');
  refused({ query: { rows: 3, columns: 64, data: inputs.query.data } }, 'shape_mismatch', 'query');
  refused({ key: filled(7, 64, () => 1) }, 'shape_mismatch', 'key');
  refused({ query: filled(1, 65, () => NaN) }, 'not_finite', 'query');
  refused({ wantScore: true }, 'unknown_option', 'request');
});

test('naive softmax fails on (100, 10, 10) in float32 and not in float64; the others never', () => {
  const logits = { rows: 1, columns: 3, data: Float64Array.of(100, 10, 10) };
  const report = (format, algorithm) => ok('formatSoftmax', { logits, format, algorithm });
  assert.deepEqual([...report('float32', 'naive').anyNan], [1]);
  assert.deepEqual([...report('float64', 'naive').anyNan], [0]);
  for (const algorithm of ['maxSubtracted', 'online'])
    for (const format of ['float16', 'bfloat16', 'float32', 'float64']) assert.equal(report(format, algorithm).weights.data[0], 1);
});

test('entries of 40 overflow float16 after the product and not before', () => {
  const request = { query: new Float64Array(64).fill(40), key: filled(2, 64, () => 40, Float64Array), format: 'float16', algorithm: 'maxSubtracted' };
  const after = ok('formatAttentionRow', request);
  assert.deepEqual([...after.scores], [Infinity, Infinity]);
  assert.equal(after.scoreInf && after.report.anyNan, true);
  assert.deepEqual([...ok('formatAttentionRow', { ...request, order: 'beforeOnQuery' }).logits], [12800, 12800]);
  assert.deepEqual([...ok('formatAttentionRow', { ...request, format: 'float32' }).logits], [12800, 12800]);
});

test('thresholds are those of the format that was named', () => {
  assert.equal(ok('formatThresholds', { format: 'float16' }).smallestXInf, 11.09375);
  assert.equal(ok('formatThresholds', { format: 'bfloat16' }).smallestXInf, 89);
  assert.equal(bothAnswer('formatThresholds', { format: 'float8' }).status, 'unknown_option');
});

test('measured shares come with their error and with how they were drawn', () => {
  const request = { format: 'float16', headDim: 8, keyCount: 64, divisor: 1, rows: 400, seed: 3 };
  const vectors = ok('overflowShare', request);
  assert.equal(vectors.drawn, 'vectors');
  assert.ok(vectors.expInf.share > 0 && vectors.expInf.share < 0.1 && vectors.expInf.error > 0);
  assert.equal(ok('overflowShare', { ...request, budget: 0 }).drawn, 'law');
  assert.equal(ok('overflowShare', { ...request, divisor: undefined }).any.share, 0);
});
