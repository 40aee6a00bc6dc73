// The engine's side of the conversation: takes messages, answers messages. The worker, the main-thread fallback and the tests all run this.
import type { ModuleFactory, RawModule } from './abi.ts';
import { EngineError, type EngineErrorCode } from './errors.ts';
import { buffersOf, loadModule, runOperation, warmUp } from './module.ts';
import type { EngineInfo, OperationName, Operations } from './protocol.ts';

export type ToEngine =
  | { kind: 'start'; /** An absolute address, or the bytes themselves. */ binary: string | ArrayBuffer }
  | { kind: 'call'; id: number; operation: OperationName; request: Operations[OperationName]['request'] };

export type FromEngine =
  | { kind: 'alive' /* the script runs; said before anything else */ }
  | { kind: 'loading' /* a piece of the binary has come */ }
  | { kind: 'ready'; info: EngineInfo }
  | { kind: 'unusable'; code: EngineErrorCode; argument: string }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'error'; id: number; code: EngineErrorCode; argument: string }
  | { kind: 'trap'; detail: string /* the module can't be trusted any more */ };

export type Post = (message: FromEngine, transfer?: ArrayBuffer[]) => void;

/** Answers messages with `post`. Calls that come before the module is ready wait for it. */
export function serve(factory: ModuleFactory, post: Post): (message: ToEngine) => void {
  let starting: Promise<RawModule | undefined> = Promise.resolve(undefined);

  const start = async (binary: string | ArrayBuffer): Promise<RawModule | undefined> => {
    try {
      const module = await loadModule(factory, typeof binary === 'string' ? await download(binary, () => post({ kind: 'loading' })) : binary);
      warmUp(module);
      post({ kind: 'ready', info: module.engineInfo() });
      return module;
    } catch (reason) {
      const { code, argument } = reason instanceof EngineError ? reason : new EngineError('engine_failed', String(reason));
      post({ kind: 'unusable', code, argument });
      return undefined;
    }
  };

  const call = (module: RawModule, id: number, operation: OperationName, request: Operations[OperationName]['request']): void => {
    try {
      const value = runOperation(module, operation, request as never);
      post({ kind: 'result', id, value }, buffersOf(value));
    } catch (reason) {
      // A status is an answer; anything else (a trap, a bare number from C++) means that the module's state is unknown.
      if (reason instanceof EngineError) post({ kind: 'error', id, code: reason.code, argument: reason.argument });
      else post({ kind: 'trap', detail: String(reason) });
    }
  };

  return (message) => {
    if (message.kind === 'start') starting = start(message.binary);
    else void starting.then((module) => module && call(module, message.id, message.operation, message.request));
  };
}

/** Fetches the binary as plain bytes, so that a server's wrong MIME type does no harm; tells of every piece that comes. */
async function download(address: string, came: () => void): Promise<ArrayBuffer> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (!response.body) return await response.arrayBuffer();
    const told = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, pieces) {
        came();
        pieces.enqueue(piece);
      },
    });
    return await new Response(response.body.pipeThrough(told)).arrayBuffer();
  } catch (reason) {
    throw new EngineError('load_failed', String(reason));
  }
}
