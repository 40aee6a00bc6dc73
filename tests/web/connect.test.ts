// Ways to the engine where the page's policy forbids workers: by an exception of the constructor (WebKit), or by an error event.
import { afterEach, expect, it, vi } from 'vitest';
import { connectTo } from '../../web/engine/connect.ts';
import { Engine, type Port } from '../../web/engine/engine.ts';
import type { FromEngine, ToEngine } from '../../web/engine/service.ts';

afterEach(() => void vi.restoreAllMocks());

/** This thread's own service, that says at once that it lives. */
function serveHere(receive: (message: FromEngine) => void): Port {
  queueMicrotask(() => receive({ kind: 'alive' }));
  return {
    post: (message: ToEngine) => void setTimeout(() => {
      if (message.kind === 'start') receive({ kind: 'ready', info: { version: '1', simd: true, statuses: [] } });
      else receive({ kind: 'result', id: message.id, value: 7 });
    }),
    close: () => {},
  };
}

const ask = (engine: Engine) => engine.call('attentionRow', { headDim: 1, keyCount: 2, seed: 1, divisor: 1, row: 0 });

it('where the constructor of workers throws, the engine runs on this thread', async () => {
  const engine = new Engine(connectTo({ binary: 'https://example.org/a.wasm', openWorker: () => { throw new DOMException('refused', 'SecurityError'); }, serveHere }));
  expect(await ask(engine)).toBe(7);
  engine.dispose();
});

it('where a worker fails before its script runs, what had been asked is asked again on this thread', async () => {
  const worker = { onmessage: null, onerror: null as ((event: object) => void) | null, postMessage: vi.fn(), terminate: vi.fn() };
  const engine = new Engine(connectTo({ binary: 'https://example.org/a.wasm', openWorker: () => worker as unknown as Worker, serveHere }));
  const answer = ask(engine);
  worker.onerror?.({});
  expect(await answer).toBe(7);
  expect(worker.terminate).toHaveBeenCalledOnce();
  engine.dispose();
});
