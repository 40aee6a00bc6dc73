import { expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { queryCurve, queryState, runCurve, runState } from '../../web/figures/saturation/query.ts';
import { WASM } from './support/content.ts';
import { STATES, store, stored } from './support/results.ts';

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/results
it.each(Object.keys(STATES))('the stored results of "%s" are what the engine computes', async (name) => {
  const engine = await nodeClient(WASM);
  const params = STATES[name]!;
  const now = { state: await runState(engine, queryState(params, 'resting')), curve: await runCurve(engine, queryCurve(params, 'resting')) };
  if (process.env['SQRT_DK_STORE']) store(name, now);
  const { state, curve } = stored(name);
  expect(now.state).toEqual(state);
  expect(now.curve).toEqual(curve);
});
