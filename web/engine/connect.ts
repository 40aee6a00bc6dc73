// Ways to a service: a worker where one is allowed, this thread where not. Which worker and which binary, browser.ts and embedded.ts say.
import type { Connect, Port } from './engine.ts';
import type { FromEngine, ToEngine } from './service.ts';

export interface Ways {
  /** Opens the worker; may throw where the page's policy forbids it. */
  openWorker(): Worker;
  /** Runs the service on this thread. */
  serveHere(receive: (message: FromEngine) => void): Port;
  /** An absolute address, or how to get the bytes. */
  binary: string | (() => Promise<ArrayBuffer>);
}

/**
 * Opens a worker, or where it is refused (by the constructor, or by an error before its script has run) the main thread; what had been
 * posted until then is posted again.
 */
export function connectTo({ openWorker, serveHere, binary }: Ways): Connect {
  return (receive, died) => {
    const unanswered: ToEngine[] = [];
    const early: ToEngine[] = [];
    let started = false;
    let closed = false;
    let alive = false;
    let port: Port;

    const fallBack = (): Port => {
      const local = serveHere(receive);
      for (const message of unanswered) local.post(message);
      return local;
    };

    try {
      const worker = openWorker();
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
      port = serveHere(receive);
      alive = true;
    }

    const send = (message: ToEngine): void => {
      if (!alive) unanswered.push(message);
      port.post(message);
    };
    const start = (bytes: string | ArrayBuffer): void => {
      if (closed) return;
      started = true;
      send({ kind: 'start', binary: bytes });
      for (const message of early.splice(0)) send(message);
    };
    if (typeof binary === 'string') start(binary);
    else binary().then(start, (reason: unknown) => !closed && receive({ kind: 'unusable', code: 'load_failed', argument: String(reason) }));
    return {
      post: (message) => void (started ? send(message) : early.push(message)),
      close: () => {
        closed = true;
        port.close();
      },
    };
  };
}
