import { describe, expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { queryRows, querySample, runRows, runSample, type DotProductOptions, type SampleResult } from '../../web/figures/dot_product/query.ts';
import type { Params } from '../../web/state/params.ts';
import { WASM } from './support/content.ts';
import { DOT_PRODUCT_STATES, stateOf, store, stored, type StoredDotProduct } from './support/dot_product_results.ts';

const engine = await nodeClient(WASM);
const sampled = (params: Partial<Params>, options: Partial<DotProductOptions> = {}): Promise<SampleResult> => {
  const state = stateOf(params, options);
  return runSample(engine, querySample(state.params, state.options, 'resting'));
};

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/dot_product_results
it('the stored dot products are what the engine computes', async () => {
  const now: Record<string, StoredDotProduct> = {};
  for (const [name, { params, options }] of Object.entries(DOT_PRODUCT_STATES)) {
    now[name] = { sample: await runSample(engine, querySample(params, options, 'resting')), rows: await runRows(engine, queryRows(params, options, 'resting')) };
  }
  if (process.env['SQRT_DK_STORE']) store(now);
  for (const name of Object.keys(DOT_PRODUCT_STATES)) expect(now[name], name).toEqual(stored(name));
}, 60_000);

describe('cases that others met', () => {
  it.each([16, 64, 256, 1024])('case 2: the unscaled spread for d_k = %i is √d_k within 3 %%', async (headDim) => {
    const { sample } = await sampled({ headDim, divisor: '1' });
    expect(Math.abs(Math.sqrt(sample.variance) / Math.sqrt(headDim) - 1)).toBeLessThan(0.03);
  });
  it('case 3: moving d_k 64 → 65 → 64 returns the very same numbers, from at least a thousand pairs with their errors', async () => {
    const first = await sampled({ headDim: 64 });
    const between = await sampled({ headDim: 65 });
    expect(between.sample.mean).not.toBe(first.sample.mean);
    expect(await sampled({ headDim: 64 })).toEqual(first);
    expect(querySample(stateOf().params, stateOf().options, 'resting').sample.pairs).toBeGreaterThanOrEqual(1000);
    expect(first.sample.varianceError).toBeGreaterThan(0);
    expect(first.sample.meanError).toBeGreaterThan(0);
  });
  it('case 3: the vectors at d_k = 65 begin with those at 64: the difference of their scores is one more term, as large as a term is', async () => {
    const keep = 1000;
    const at = (headDim: number) => engine.call('dotProductSample', { headDim, pairs: keep, seed: 1, divisor: 1, keep });
    const [shorter, longer] = [await at(64), await at(65)];
    const differences = Array.from(longer.logits, (logit, i) => logit - shorter.logits[i]!);
    const variance = differences.reduce((sum, one) => sum + one * one, 0) / keep;
    // A product of two standard normal numbers has variance 1, not the 129 that two unrelated scores differ by.
    expect(Math.abs(variance - 1)).toBeLessThan(0.35);
  });
  it('case 4: four pairs carry a relative error of 82 %, ten thousand one of 1.4 %', async () => {
    expect((await sampled({}, { pairs: 4 })).sample.varianceRelativeError).toBeCloseTo(0.816, 3);
    expect((await sampled({}, { pairs: 10_000 })).sample.varianceRelativeError).toBeCloseTo(0.0141, 4);
  });
  it('changing the divisor leaves the raw scores bit-identical', async () => {
    const [one, eight] = [await sampled({ divisor: '1' }, { pairs: 100 }), await sampled({ divisor: 8 }, { pairs: 100 })];
    expect([...eight.sample.logits].map((logit) => logit * 8)).toEqual([...one.sample.logits]);
  });
});

describe('what the text says of the statistics', () => {
  it.each([1, 8, 64, 512])('for d_k = %i mean, variance and kurtosis are 0, d_k and 6/d_k within five standard errors', async (headDim) => {
    const { sample, law } = await sampled({ headDim, divisor: '1' });
    expect(Math.abs(sample.mean)).toBeLessThan(5 * sample.meanError);
    expect(Math.abs(sample.variance - headDim)).toBeLessThan(5 * sample.varianceError);
    expect(Math.abs(sample.excessKurtosis - 6 / headDim)).toBeLessThan(5 * sample.excessKurtosisError + 0.05);
    expect(law.excessKurtosis).toBeCloseTo(6 / headDim, 10);
  });
  it('the exact law is 0.1377/d_k from the normal one from d_k = 64 on', async () => {
    for (const headDim of [64, 512, 4096]) expect((await sampled({ headDim }, { pairs: 4 })).law.ksDistance * headDim).toBeCloseTo(0.1377, 3);
  });
  it.each(['uniform', 'sign', 'laplace', 'student5', 'student3'] as const)('%s entries have the variance d_k too', async (entries) => {
    const { sample } = await sampled({ divisor: '1' }, { entries });
    expect(sample.theoryVariance).toBeCloseTo(64, 9);
    expect(Math.abs(sample.variance - 64)).toBeLessThan(5 * sample.varianceError);
  });
  it('with ρ = ½ the mean after √d_k runs away as ρ√d_k, and after d_k it stays at ρ', async () => {
    for (const [headDim, mean] of [[16, 2], [64, 4], [256, 8], [1024, 16]] as const) {
      const { sample } = await sampled({ headDim }, { rho: 0.5 });
      expect(sample.theoryMean).toBeCloseTo(mean, 9);
      expect(Math.abs(sample.mean - mean)).toBeLessThan(5 * sample.meanError);
      const divided = await sampled({ headDim, divisor: 'dk' }, { rho: 0.5 });
      expect(Math.abs(divided.sample.mean - 0.5)).toBeLessThan(5 * divided.sample.meanError);
    }
  });
  it('ρ with one key draws the weight to it; with all keys the spread within a row shrinks to √(1 − ρ²)', () => {
    const { none, one, all } = stored('one_key').rows;
    expect(one.maxWeight).toBeGreaterThan(3 * none.maxWeight);
    expect(all.maxWeight).toBeLessThan(none.maxWeight);
    expect(Math.abs(all.rowVariance - 0.75)).toBeLessThan(5 * all.rowVarianceError);
    expect(all.rowVarianceTheory).toBeCloseTo(0.75, 9);
  });
  it('the first coordinates alone are the same at every d_k: a term of the sum is really one of its terms', async () => {
    const [one, other] = [await sampled({ headDim: 64 }), await sampled({ headDim: 512 })];
    expect(one.term).toEqual(other.term);
  });
});
