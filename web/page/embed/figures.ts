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

/** Figures that are scripts of their own. */
declare const __LATER__: readonly string[];

function start(parts: Parts): void {
  const house = openHouse({
    engine: createEmbeddedEngine(async () => {
      if (hasSimd() && canUnpack()) return unpacked(packedModule);
      return unpacked((await parts.load('scalar')) as string, true);
    }),
    site: { root: parts.root, version: parts.version, sectionOf: (tag) => sections[tag] ?? '', frames: false },
    sentencesIn: async (language) => (await parts.load(`strings-${language}`)) as readonly StringTable[],
  });
  parts.put('house', house);
  const takeBack = withoutLitNames();
  for (const tag of __LATER__) whenThere(tag, () => void parts.load(tag.slice('dk-'.length)).catch(() => undefined));
  void Promise.all(Object.entries(FIGURES).filter(([tag]) => !__LATER__.includes(tag)).map(([, load]) => load())).then(() => {
    takeBack();
    parts.put('figures', true);
  });
}

/** Now, or as soon as such an element stands on the page. */
function whenThere(tag: string, then: () => void): void {
  if (document.querySelector(tag)) return then();
  const watch = new MutationObserver(() => {
    if (!document.querySelector(tag)) return;
    watch.disconnect();
    then();
  });
  watch.observe(document, { childList: true, subtree: true });
}

if (globalThis.sqrtDk) start(globalThis.sqrtDk);
