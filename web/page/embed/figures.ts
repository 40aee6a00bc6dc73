// The second script of an embed: every figure and the SIMD module. Each figure draws into a shadow root, with a state of its own or its
// group's; all share one engine.
import packedModule from 'virtual:wasm/simd';
import sections from 'virtual:figure-sections';
import { canUnpack, createEmbeddedEngine, unpacked } from '../../engine/embedded.ts';
import { hasSimd } from '../../engine/simd.ts';
import { FIGURES } from '../../figures/registry.ts';
import type { StringTable } from '../../figures/strings.ts';
import { openHouse } from './house.ts';
import { withoutLitNames } from './lit_names.ts';
import type { Parts } from './parts.ts';

function start(parts: Parts): void {
  openHouse({
    engine: createEmbeddedEngine(async () => {
      if (hasSimd() && canUnpack()) return unpacked(packedModule);
      return unpacked((await parts.load('scalar')) as string, true);
    }),
    site: { root: parts.root, version: parts.version, sectionOf: (tag) => sections[tag] ?? '', frames: false },
    sentencesIn: async (language) => (await parts.load(`strings-${language}`)) as readonly StringTable[],
  });
  const takeBack = withoutLitNames();
  void Promise.all(Object.values(FIGURES).map((load) => load())).then(() => {
    takeBack();
    parts.put('figures', true);
  });
}

if (globalThis.sqrtDk) start(globalThis.sqrtDk);
