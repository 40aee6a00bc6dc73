// In scripts that carry all they need in place of browser.ts: the worker comes from a blob.
import { inspectorWorker } from 'virtual:inspector-worker';
import { connectInspector } from './connect.ts';
import { blobWorker } from '../engine/blob_worker.ts';
import type { Inspector } from './session.ts';

export const createInspector = (): Inspector => connectInspector(() => blobWorker(inspectorWorker));
