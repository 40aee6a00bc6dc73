// The engine of a page that is one file: both modules are in the script. Takes browser.ts's place there.
import simd from 'virtual:wasm/simd';
import scalar from 'virtual:wasm/scalar';
import { createEmbeddedEngine, unpacked } from './embedded.ts';
import type { Engine } from './engine.ts';
import { hasSimd } from './simd.ts';

export function createEngine(options: { simd?: 'auto' | 'off' } = {}): Engine {
  return createEmbeddedEngine(() => unpacked(options.simd !== 'off' && hasSimd() ? simd : scalar));
}
