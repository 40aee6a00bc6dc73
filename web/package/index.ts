// The engine as a package: every operation of the module, in a browser (a worker where one is allowed) and under Node.
import { createEmbeddedEngine, unpacked } from '../engine/embedded.ts';
import type { Engine } from '../engine/engine.ts';
import { hasSimd } from '../engine/simd.ts';

export { EngineError, type EngineErrorCode } from '../engine/errors.ts';
export type { Engine } from '../engine/engine.ts';
export type * from '../engine/protocol.ts';
export type * from '../engine/protocol_attention.ts';
export type * from '../engine/protocol_claims.ts';
export type * from '../engine/protocol_dot_product.ts';
export type * from '../engine/protocol_formats.ts';
export type * from '../engine/protocol_gradients.ts';
export type * from '../engine/protocol_models.ts';
export type * from '../engine/protocol_overflow.ts';
export type * from '../engine/protocol_saturation.ts';
export type * from '../engine/protocol_training.ts';

/** Makes an engine. Nothing is unpacked before its first call; `dispose()` ends its worker. */
export function createEngine(options: { simd?: 'auto' | 'off' } = {}): Engine {
  return createEmbeddedEngine(async () => {
    const { default: packed } = options.simd !== 'off' && hasSimd() ? await import('virtual:wasm/simd') : await import('virtual:wasm/scalar');
    return unpacked(packed);
  });
}
