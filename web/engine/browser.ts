// How the site's pages reach the engine: a module worker where one is allowed, the main thread where not; SIMD where the browser has it.
import simdAddress from '@wasm/simd/sqrt_dk.wasm?url';
import scalarAddress from '@wasm/scalar/sqrt_dk.wasm?url';
import { connectTo } from './connect.ts';
import { Engine, type Port } from './engine.ts';
import type { FromEngine } from './service.ts';
import { hasSimd } from './simd.ts';

/** Makes the page's engine. `simd: 'off'` (address: ?simd=off) forces the scalar module; nothing is loaded before the first call. */
export function createEngine(options: { simd?: 'auto' | 'off' } = {}): Engine {
  const useSimd = options.simd !== 'off' && hasSimd();
  return new Engine(connectTo({
    binary: new URL(useSimd ? simdAddress : scalarAddress, document.baseURI).href,
    openWorker: () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }),
    serveHere,
  }));
}

/** Runs the service on this thread, each call in a task of its own. */
function serveHere(receive: (message: FromEngine) => void): Port {
  let open = true;
  const tell = (message: FromEngine): void => void (open && receive(message));
  const service = import('./here.ts').then(({ serveOnThisThread }) => serveOnThisThread(tell));
  service.catch((reason: unknown) => tell({ kind: 'unusable', code: 'load_failed', argument: String(reason) }));
  return {
    post: (message) => void service.then((answer) => setTimeout(() => open && answer(message)), () => undefined),
    close: () => void (open = false),
  };
}
