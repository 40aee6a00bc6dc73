import { expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { runRace, runSlice, STEPS, type Progress, type RaceResult } from '../../web/figures/training/query.ts';
import { WASM } from './support/content.ts';
import { RECIPES, store, stored } from './support/training_results.ts';

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/training_results
it('the stored races are what the engine computes', async () => {
  const engine = await nodeClient(WASM);
  const now: Record<string, RaceResult> = {};
  for (const [name, recipe] of Object.entries(RECIPES)) now[name] = await runRace(engine, recipe);
  if (process.env['SQRT_DK_STORE']) store(now);
  for (const name of Object.keys(RECIPES)) expect(now[name], name).toEqual(stored(name));
});

it.each(['standard', 'exploded', 'adam'])('the race of "%s" run slice by slice has the bits of the race run at once', async (name) => {
  const engine = await nodeClient(WASM);
  let progress: Progress = { result: undefined, state: undefined };
  let slices = 0;
  while ((progress.result?.steps ?? 0) < STEPS) {
    progress = await runSlice(engine, RECIPES[name]!, progress);
    slices += 1;
  }
  expect(slices).toBeGreaterThan(20);
  expect(progress.result).toEqual(stored(name));
});

it('case 18: recipes are compared on the same start and samples, so their first losses are the same bits', () => {
  const first = (name: string): number[] => Array.from({ length: 9 }, (_, i) => stored(name).trace.loss.data[i * STEPS]!);
  expect(first('small_rate')).toEqual(first('standard'));
  expect(first('adam')).toEqual(first('standard'));
});
