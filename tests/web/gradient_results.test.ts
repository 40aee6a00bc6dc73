import { expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { Unwanted, joinedStatistics, pieces, queryCurve, queryState, runCurve, runState } from '../../web/figures/gradient/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { WASM } from './support/content.ts';
import { GRADIENT_STATES, store, stored, type StoredGradient } from './support/gradient_results.ts';

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/gradient_results
it('the stored gradients are what the engine computes', async () => {
  const engine = await nodeClient(WASM);
  const now: Record<string, StoredGradient> = {};
  for (const [name, params] of Object.entries(GRADIENT_STATES)) now[name] = { state: await runState(engine, queryState(params, 'resting')), curve: await runCurve(engine, queryCurve(params, 'resting')) };
  if (process.env['SQRT_DK_STORE']) store(now);
  for (const name of Object.keys(GRADIENT_STATES)) {
    const { state, curve } = stored(name);
    expect(now[name]!.state, name).toEqual(state);
    expect(now[name]!.curve, name).toEqual(curve);
  }
}, 60_000);

it('curves asked in pieces are those asked at once, to the last bit', async () => {
  const engine = await nodeClient(WASM);
  const { statistics } = queryCurve({ ...DEFAULTS, keyCount: 512 }, 'resting');
  const asked = pieces(statistics);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.flatMap(({ alphas }) => [...alphas])).toEqual([...statistics.alphas]);
  const parts = [];
  for (const request of asked) parts.push(await engine.call('gradientStatistics', { ...request, rows: 100 }));
  expect(joinedStatistics(parts)).toEqual(await engine.call('gradientStatistics', { ...statistics, rows: 100 }));
});

it('what nobody wants any more is not asked', async () => {
  const engine = await nodeClient(WASM);
  await expect(runCurve(engine, queryCurve(DEFAULTS, 'moving'), () => false)).rejects.toThrow(Unwanted);
});

it('moving d_k 64 → 65 → 64 returns the very same numbers, and a changed divisor keeps the same rows', async () => {
  const engine = await nodeClient(WASM);
  const at = (headDim: number, divisor: number | 'root' = 'root') => runState(engine, queryState({ ...DEFAULTS, headDim, divisor }, 'resting'));
  const first = await at(64);
  const between = await at(65);
  expect(between.statistics.gradQuery.mean[0]).not.toBe(first.statistics.gradQuery.mean[0]);
  expect(await at(64)).toEqual(first);
  // The root's numbers, measured beside another divisor's, are those that the root shows when it is chosen.
  expect((await at(64, 1)).statistics.gradQuery.mean[1]).toBe(first.statistics.gradQuery.mean[0]);
});
