// How a script that carries its own engine reaches it (embeds on foreign pages, the single file): no address, no module worker.
// The worker's whole program is one function, so that it is in the script once and runs in a blob's worker or, where that is forbidden, here.
import { engineWorker, type WorkerScope } from 'virtual:engine-worker';
import { blobWorker } from './blob_worker.ts';
import { connectTo } from './connect.ts';
import { Engine, type Port } from './engine.ts';
import type { FromEngine } from './service.ts';

/** Makes an engine whose binary comes as bytes. Nothing is unpacked, and no worker opened, before the first call. */
export function createEmbeddedEngine(binary: () => Promise<ArrayBuffer>): Engine {
  return new Engine(connectTo({ binary, openWorker: () => blobWorker(engineWorker), serveHere }));
}

function serveHere(receive: (message: FromEngine) => void): Port {
  let open = true;
  // Later, as a worker's messages come: its program speaks before there is a port that they could belong to.
  const scope: WorkerScope = { onmessage: null, postMessage: (message) => queueMicrotask(() => void (open && receive(message))) };
  engineWorker(scope);
  return {
    post: (data) => void setTimeout(() => open && scope.onmessage?.({ data })),
    close: () => void (open = false),
  };
}

/** Bytes that stand in a script as text: base64, deflated first unless `plain`. */
export async function unpacked(text: string, plain = false): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  if (plain) return packed.buffer;
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
}

/** Whether packed text can be unpacked here. */
export const canUnpack = (): boolean => typeof DecompressionStream === 'function';
