import { existsSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { STATUSES, type ModuleFactory } from '../../web/engine/abi.ts';
import { Engine, type Port } from '../../web/engine/engine.ts';
import { EngineError } from '../../web/engine/errors.ts';
import { buffersOf, loadModule } from '../../web/engine/module.ts';
import { loadNodeModule, nodeEngine } from '../../web/engine/node_engine.ts';
import { serve, type FromEngine, type ToEngine } from '../../web/engine/service.ts';
import { SILENCE, limitOf } from '../../web/engine/watchdog.ts';
import { WASM } from './support/content.ts';

const SAMPLE = { headDim: 64, keyCount: 8, seed: 1, divisors: Float64Array.of(1, 8), budget: 3e6, minRows: 100, maxRows: 200 };
const ROW = { headDim: 64, keyCount: 8, seed: 1, divisor: 8, row: 0 };

beforeAll(() => {
  if (!existsSync(`${WASM}/simd/sqrt_dk.mjs`)) throw new Error('build the modules first: cmake --preset wasm && cmake --build --preset wasm');
});

describe('the module', () => {
  it.each(['simd', 'scalar'] as const)('%s reports the statuses that TypeScript knows, in their order', async (variant) => {
    const info = (await loadNodeModule(WASM, variant)).engineInfo();
    expect(info.statuses).toEqual([...STATUSES]);
    expect(info.simd).toBe(variant === 'simd');
  });
  it('scalar and SIMD give the same digits', async () => {
    const [simd, scalar] = [await nodeEngine(WASM, 'simd'), await nodeEngine(WASM, 'scalar')];
    expect(await scalar.call('saturationSample', SAMPLE)).toEqual(await simd.call('saturationSample', SAMPLE));
    expect(await scalar.call('attentionRow', ROW)).toEqual(await simd.call('attentionRow', ROW));
    const theory = { headDim: 64, keyCount: 8, divisors: SAMPLE.divisors };
    expect(await scalar.call('saturationTheory', theory)).toEqual(await simd.call('saturationTheory', theory));
  });
  it('a changed divisor leaves the raw scores bit-identical, and 64 → 65 → 64 returns the same digits', async () => {
    const engine = await nodeEngine(WASM);
    const first = await engine.call('attentionRow', ROW);
    expect((await engine.call('attentionRow', { ...ROW, divisor: 1 })).scores).toEqual(first.scores);
    await engine.call('attentionRow', { ...ROW, headDim: 65 });
    expect(await engine.call('attentionRow', ROW)).toEqual(first);
  });
  it('an early result stays right after a large one made the memory grow', async () => {
    const engine = await nodeEngine(WASM);
    const early = await engine.call('attentionRow', ROW);
    const copy = Array.from(early.weights);
    await engine.call('attentionRow', { ...ROW, headDim: 2048, keyCount: 4096 });
    expect(Array.from(early.weights)).toEqual(copy);
    expect(copy.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
  });
});

describe('what can go wrong', () => {
  it.each([
    [{ ...ROW, headDim: 0 }, 'head_dim_out_of_range'],
    [{ ...ROW, headDim: 1e9 }, 'head_dim_out_of_range'],
    [{ ...ROW, keyCount: 1 }, 'key_count_out_of_range'],
    [{ ...ROW, divisor: 0 }, 'divisor_not_positive'],
    [{ ...ROW, divisor: -1 }, 'divisor_not_positive'],
    [{ ...ROW, divisor: 1e-308 }, 'divisor_out_of_range'],
    [{ ...ROW, divisor: Number.NaN }, 'not_finite'],
    [{ ...ROW, divisor: Infinity }, 'not_finite'],
  ] as const)('%o is refused with %s, and the engine goes on', async (request, code) => {
    const engine = await nodeEngine(WASM);
    await expect(engine.call('attentionRow', request)).rejects.toMatchObject({ name: 'EngineError', code });
    expect((await engine.call('attentionRow', ROW)).weights).toHaveLength(8);
  });
  it('bytes that are no module are told as a mismatch', async () => {
    const factory: ModuleFactory = () => new Promise(() => {});
    await expect(loadModule(factory, new ArrayBuffer(8))).rejects.toMatchObject({ code: 'engine_mismatch' });
  });
  it('a module of another build is told as a mismatch', async () => {
    const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0).buffer;
    const other = { engineInfo: () => ({ version: '0', simd: false, statuses: ['ok'] }) };
    await expect(loadModule(() => Promise.resolve(other as never), empty)).rejects.toMatchObject({ code: 'engine_mismatch', argument: 'statuses' });
  });
  it('without WebAssembly the reason is told', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(loadModule(() => new Promise(() => {}), new ArrayBuffer(8))).rejects.toMatchObject({ code: 'no_webassembly' });
    vi.unstubAllGlobals();
  });
  it('a policy that forbids WebAssembly is told as such', async () => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValueOnce(new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script"));
    await expect(loadModule(() => new Promise(() => {}), new ArrayBuffer(8))).rejects.toMatchObject({ code: 'no_webassembly' });
  });
  it('a binary that is not there is told as a failed load', async () => {
    const engine = new Engine((receive) => {
      const answer = serve(() => new Promise(() => {}), receive);
      answer({ kind: 'start', binary: 'http://127.0.0.1:1/sqrt_dk.wasm' });
      return { post: answer, close: () => {} };
    });
    await expect(engine.call('attentionRow', ROW)).rejects.toMatchObject({ code: 'load_failed' });
  });
});

/** A port whose other side is played by the test. */
function scripted() {
  const ports: { sent: ToEngine[]; closed: boolean; receive(message: FromEngine): void; die(detail: string): void }[] = [];
  const engine = new Engine((receive, died): Port => {
    const port = { sent: [] as ToEngine[], closed: false, receive, die: died };
    ports.push(port);
    return { post: (message) => void port.sent.push(message), close: () => void (port.closed = true) };
  });
  return { engine, ports };
}

describe('the wrapper', () => {
  it('answers each call by its own number, whatever the order', async () => {
    const { engine, ports } = scripted();
    const [first, second] = [engine.call('attentionRow', ROW), engine.call('attentionRow', { ...ROW, row: 1 })];
    const [one, two] = ports[0]!.sent as Extract<ToEngine, { kind: 'call' }>[];
    ports[0]!.receive({ kind: 'result', id: two!.id, value: 'second' });
    ports[0]!.receive({ kind: 'result', id: one!.id, value: 'first' });
    expect(await first).toBe('first');
    expect(await second).toBe('second');
  });
  it('a trap rejects what is pending, discards the worker, and the next call builds a new one', async () => {
    const { engine, ports } = scripted();
    const pending = [engine.call('attentionRow', ROW), engine.call('attentionRow', ROW)];
    ports[0]!.receive({ kind: 'trap', detail: 'unreachable' });
    for (const one of pending) await expect(one).rejects.toMatchObject({ code: 'engine_failed' });
    expect(ports[0]!.closed).toBe(true);
    const again = engine.call('attentionRow', ROW);
    expect(ports).toHaveLength(2);
    const [call] = ports[1]!.sent as Extract<ToEngine, { kind: 'call' }>[];
    ports[0]!.receive({ kind: 'result', id: call!.id, value: 'from the dead' });
    ports[1]!.receive({ kind: 'result', id: call!.id, value: 'alive' });
    expect(await again).toBe('alive');
  });
  it('a worker that dies silently rejects what is pending too', async () => {
    const { engine, ports } = scripted();
    const pending = engine.call('attentionRow', ROW);
    ports[0]!.die('out of memory');
    await expect(pending).rejects.toBeInstanceOf(EngineError);
  });
  it('a number thrown from C++ counts as a trap, not as an answer', async () => {
    const messages: FromEngine[] = [];
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a trap in C++ reaches JavaScript as a bare number
    const module = { engineInfo: () => ({ version: '0', simd: false, statuses: [...STATUSES] }), attentionRow: () => { throw 5246024; }, saturationSample: () => ({ status: 0, argument: '', value: {} }) };
    let calls = 0;
    const fake = { ...module, attentionRow: () => (calls++ === 0 ? { status: 0, argument: '', value: {} } : module.attentionRow()) };
    const answer = serve(() => Promise.resolve(fake as never), (message) => messages.push(message));
    answer({ kind: 'start', binary: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0).buffer });
    answer({ kind: 'call', id: 1, operation: 'attentionRow', request: ROW });
    await vi.waitFor(() => expect(messages.map(({ kind }) => kind)).toEqual(['ready', 'trap']));
  });
  it('moves the buffers of a result instead of copying them', () => {
    const value = { a: new Float64Array(3), deep: { b: new Float32Array(2) }, text: 'x', number: 1 };
    expect(buffersOf(value)).toEqual([value.a.buffer, value.deep.b.buffer]);
  });
  it('info tells version and lanes', async () => {
    expect(await (await nodeEngine(WASM, 'scalar')).info()).toMatchObject({ simd: false, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  });
});

describe('the watchdog', () => {
  const INFO = { version: '0', simd: false, statuses: [...STATUSES] };
  const code = (call: Promise<unknown>): Promise<string> => call.then(() => 'answered', (reason: EngineError) => `${reason.code} ${reason.argument}`);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('gives up a start of which nothing is heard, and the next call builds a new engine', async () => {
    const { engine, ports } = scripted();
    const first = code(engine.call('attentionRow', ROW));
    vi.advanceTimersByTime(SILENCE.starting * 1000);
    expect(await first).toBe('load_silent 30');
    expect(ports[0]!.closed).toBe(true);
    const again = engine.call('attentionRow', ROW);
    const [call] = ports[1]!.sent as Extract<ToEngine, { kind: 'call' }>[];
    ports[1]!.receive({ kind: 'ready', info: INFO });
    ports[1]!.receive({ kind: 'result', id: call!.id, value: 'here' });
    expect(await again).toBe('here');
  });
  it('does not cut off a slow download that still comes, piece by piece', async () => {
    const { engine, ports } = scripted();
    const call = code(engine.call('attentionRow', ROW));
    for (let i = 0; i < 20; ++i) {
      vi.advanceTimersByTime((SILENCE.starting - 1) * 1000);
      ports[0]!.receive({ kind: 'loading' });
    }
    expect(ports[0]!.closed).toBe(false);
    ports[0]!.receive({ kind: 'ready', info: INFO });
    ports[0]!.receive({ kind: 'result', id: 1, value: 'late' });
    expect(await call).toBe('answered');
  });
  it('gives up a worker that does not answer, with everything that was asked of it', async () => {
    const { engine, ports } = scripted();
    ports.length = 0;
    const calls = [engine.call('attentionRow', ROW), engine.call('saturationSample', SAMPLE)].map(code);
    ports[0]!.receive({ kind: 'ready', info: INFO });
    vi.advanceTimersByTime(SILENCE.call * 1000);
    expect(await Promise.all(calls)).toEqual(['engine_silent 60', 'engine_silent 60']);
    expect(ports[0]!.closed).toBe(true);
  });
  it('lets a call that draws samples take its time, and counts anew for the next one', async () => {
    const { engine, ports } = scripted();
    const calls = [engine.call('gradientStatistics', {} as never), engine.call('attentionRow', ROW)].map(code);
    ports[0]!.receive({ kind: 'ready', info: INFO });
    vi.advanceTimersByTime((SILENCE.drawing - 1) * 1000);
    ports[0]!.receive({ kind: 'result', id: 1, value: 'long' });
    expect(await calls[0]).toBe('answered');
    vi.advanceTimersByTime((SILENCE.call - 1) * 1000);
    ports[0]!.receive({ kind: 'result', id: 2, value: 'short' });
    expect(await calls[1]).toBe('answered');
    expect(ports[0]!.closed).toBe(false);
  });
  it('does not count while nothing is asked', async () => {
    const { engine, ports } = scripted();
    const first = engine.call('attentionRow', ROW);
    ports[0]!.receive({ kind: 'ready', info: INFO });
    ports[0]!.receive({ kind: 'result', id: 1, value: 'one' });
    await first;
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(3_600_000);
    const second = code(engine.call('attentionRow', ROW));
    vi.advanceTimersByTime((SILENCE.call - 1) * 1000);
    ports[0]!.receive({ kind: 'result', id: 2, value: 'two' });
    expect(await second).toBe('answered');
  });
  it.each([['starting', 30], ['attentionRow', 60], ['trainingSteps', 300], ['gradientStatistics', 300], ['measureClaim', 300]] as const)('%s may be silent for %d seconds', (waiting, seconds) => {
    expect(limitOf(waiting)).toBe(seconds);
  });
});
