/** Nobody waits longer for what is put off. */
export const PATIENCE_MS = 3000;

/** Calls when nothing else is to do. WebKit has no requestIdleCallback. */
export const idle = (then: () => void): unknown => (typeof requestIdleCallback === 'function' ? requestIdleCallback(then, { timeout: PATIENCE_MS }) : setTimeout(then, 50));
