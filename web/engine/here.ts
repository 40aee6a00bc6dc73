// The service on the page's own thread, for where no worker is allowed. A file of its own: hardly anybody needs it.
import createModule from '@wasm/simd/sqrt_dk.mjs';
import { serve, type Post, type ToEngine } from './service.ts';

export const serveOnThisThread = (post: Post): ((message: ToEngine) => void) => serve(createModule, post);
