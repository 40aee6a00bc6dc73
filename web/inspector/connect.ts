// Ways to an inspector: a worker where one is allowed, this thread where not. Which worker, browser.ts and embedded.ts say.
import { InspectorClient, serveInspector, type FromInspector, type ToInspector } from './protocol.ts';
import type { Inspector } from './session.ts';

export function connectInspector(openWorker: () => Worker): Inspector {
  let worker: Worker;
  try {
    worker = openWorker();
  } catch {
    return connectLocally();
  }
  let alive = false;
  let local: ((message: ToInspector) => void) | undefined;
  const unanswered: ToInspector[] = [];
  const client: InspectorClient = new InspectorClient((message, transfer) => {
    if (local) return local(message);
    // Until the worker has said something, it may turn out that it never will.
    if (!alive) unanswered.push(message);
    worker.postMessage(message, alive ? transfer : []);
  });
  worker.onmessage = (event: MessageEvent<FromInspector>) => {
    alive = true;
    unanswered.length = 0;
    client.receive(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault?.();
    if (alive) return client.died(event.message ?? 'worker error');
    worker.terminate();
    local = serveInspector((message) => client.receive(message));
    for (const message of unanswered.splice(0)) local(message);
  };
  return client;
}

function connectLocally(): Inspector {
  const client: InspectorClient = new InspectorClient((message) => serve(message));
  const serve = serveInspector((message) => client.receive(message));
  return client;
}
