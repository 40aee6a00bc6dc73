import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { EngineError } from '../../web/engine/errors.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { STEPS } from '../../web/figures/training/query.ts';
import { Race, type RaceHost } from '../../web/figures/training/race.ts';
import { WASM } from './support/content.ts';
import { RECIPES, stored } from './support/training_results.ts';

let real: EngineClient;
beforeAll(async () => {
  real = await nodeClient(WASM);
});

function start(engine: EngineClient = real, visible = true): { race: Race; host: { [Name in keyof RaceHost]: RaceHost[Name] }; calls: () => number } {
  const call = vi.spyOn(engine, 'call');
  const host = { engine, breath: () => new Promise((resolve) => setTimeout(resolve)), changed: vi.fn(), failed: vi.fn() };
  call.mockClear();
  return { race: new Race(RECIPES['standard']!, host, visible), host, calls: () => call.mock.calls.length };
}

const until = (condition: () => boolean): Promise<void> => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 20_000, interval: 1 });
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

describe('a race', () => {
  it('asks for nothing before it is started', async () => {
    const { race, calls } = start();
    await quiet();
    expect([race.phase, race.result, calls()]).toEqual(['ready', undefined, 0]);
  });
  it('ends with the stored digits, telling of every slice', async () => {
    const { race, host } = start();
    race.run();
    await until(() => race.phase === 'done');
    expect(race.result).toEqual(stored('standard'));
    expect(vi.mocked(host.changed).mock.calls.length).toBeGreaterThan(20);
  });
  it('stands still at once when it is paused, and goes on to the same digits', async () => {
    const { race, calls } = start();
    race.run();
    await until(() => (race.result?.steps ?? 0) > 20);
    race.pause();
    const steps = race.result?.steps;
    await quiet();
    const asked = calls();
    await quiet();
    expect([race.phase, race.result?.steps, calls()]).toEqual(['paused', steps, asked]);
    race.run();
    await until(() => race.phase === 'done');
    expect(race.result).toEqual(stored('standard'));
  });
  it('keeps what was run when it is stopped, and begins anew when it is run again', async () => {
    const { race } = start();
    race.run();
    await until(() => (race.result?.steps ?? 0) > 20);
    race.stop();
    const steps = race.result!.steps;
    await quiet();
    expect([race.phase, race.result?.steps]).toEqual(['stopped', steps]);
    race.run();
    expect(race.result).toBeUndefined();
    await until(() => race.phase === 'done');
    expect(race.result).toEqual(stored('standard'));
  });
  it('does no work while nobody sees it', async () => {
    const { race, calls } = start(real, false);
    race.run();
    await quiet();
    expect([race.phase, calls()]).toEqual(['running', 0]);
    race.see(true);
    await until(() => (race.result?.steps ?? 0) > 10);
    race.see(false);
    await quiet();
    const asked = calls();
    await quiet();
    expect(calls()).toBe(asked);
    race.see(true);
    await until(() => race.phase === 'done');
    expect(race.result).toEqual(stored('standard'));
  });
  it('tells of a failure and goes on from its last slice', async () => {
    let failing = true;
    const engine: EngineClient = { call: (name, request) => (failing && (request as { firstStep?: number }).firstStep! > 10 ? Promise.reject(new EngineError('engine_failed', 'trap')) : real.call(name, request)) };
    const { race, host } = start(engine);
    race.run();
    await until(() => race.phase === 'failed');
    expect(vi.mocked(host.failed)).toHaveBeenCalledOnce();
    expect(race.result!.steps).toBeGreaterThan(10);
    failing = false;
    race.run();
    await until(() => race.phase === 'done');
    expect(race.result).toEqual(stored('standard'));
  });
  it('is silent once it was left for another', async () => {
    const { race, host } = start();
    race.run();
    race.leave();
    vi.mocked(host.changed).mockClear();
    await quiet();
    expect(host.changed).not.toHaveBeenCalled();
    expect(race.result?.steps ?? 0).toBeLessThan(STEPS);
  });
});
