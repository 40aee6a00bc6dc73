// How a page reaches the engine: a module worker where one is allowed, the main thread where not; SIMD where the browser has it.
import createModule from '@wasm/simd/sqrt_dk.mjs';
import simdAddress from '@wasm/simd/sqrt_dk.wasm?url';
import scalarAddress from '@wasm/scalar/sqrt_dk.wasm?url';
import { Engine, type Connect, type Port } from './engine.ts';
import { serve, type FromEngine, type ToEngine } from './service.ts';

/** The smallest module that holds a vector instruction: () → v128, i8x16.splat(0) popcnt. */
const SIMD_PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_PROBE);
}

/** Makes the page's engine. `simd: 'off'` (address: ?simd=off) forces the scalar module; nothing is loaded before the first call. */
export function createEngine(options: { simd?: 'auto' | 'off' } = {}): Engine {
  const useSimd = options.simd !== 'off' && hasSimd();
  const binary = new URL(useSimd ? simdAddress : scalarAddress, document.baseURI).href;
  return new Engine(connectTo(binary));
}

/**
 * Opens a worker, or where it is refused (by the constructor, or by an error before its script has run) the main thread; what had been
 * posted until then is posted again.
 */
function connectTo(binary: string | ArrayBuffer): Connect {
  return (receive, died) => {
    const unanswered: ToEngine[] = [];
    let alive = false;
    let port: Port;

    const fallBack = (): Port => {
      const local = connectLocally(receive);
      for (const message of unanswered) local.post(message);
      return local;
    };

    try {
      const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = (event: MessageEvent<FromEngine>) => {
        alive = true;
        unanswered.length = 0;
        receive(event.data);
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        if (alive) return died(event.message ?? 'worker error');
        worker.terminate();
        port = fallBack();
      };
      port = { post: (message) => worker.postMessage(message), close: () => worker.terminate() };
    } catch {
      port = connectLocally(receive);
      alive = true;
    }

    const post = (message: ToEngine): void => {
      if (!alive) unanswered.push(message);
      port.post(message);
    };
    post({ kind: 'start', binary });
    return { post, close: () => port.close() };
  };
}

/** Runs the service on this thread, each call in a task of its own. */
function connectLocally(receive: (message: FromEngine) => void): Port {
  let open = true;
  const answer = serve(createModule, (message) => open && receive(message));
  return {
    post: (message) => void setTimeout(() => open && answer(message)),
    close: () => void (open = false),
  };
}
