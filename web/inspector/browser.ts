// How a page reaches its inspector: a module worker of its own, made at the first file; where workers are refused, the page itself.
import { connectInspector } from './connect.ts';
import type { Inspector } from './session.ts';

export function createInspector(): Inspector {
  return connectInspector(() => new Worker(new URL('./inspector.worker.ts', import.meta.url), { type: 'module' }));
}
