/// <reference path="./wasm.d.ts" />
// The module worker: the glue, and the service over postMessage. Which binary (SIMD or scalar) is the page's choice.
import createModule from '@wasm/simd/sqrt_dk.mjs';
import { serve, type ToEngine } from './service.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = serve(createModule, (message, transfer = []) => scope.postMessage(message, transfer));
scope.onmessage = (event: MessageEvent<ToEngine>) => answer(event.data);
scope.postMessage({ kind: 'alive' });
