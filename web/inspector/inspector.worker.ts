// The module worker that has the reader's files. Nothing of them leaves it but statistics, a small picture, and blocks for the engine.
import { serveInspector, type ToInspector } from './protocol.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = serveInspector((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = (event: MessageEvent<ToInspector>) => answer(event.data);
