// The second script of an embed: every figure and the SIMD module. Each figure draws into a shadow root, with a state of its own or its
// group's; all share one engine.
import packedModule from 'virtual:wasm/simd';
import { shadowSheets } from 'virtual:shadow-css';
import sections from 'virtual:figure-sections';
import { canUnpack, createEmbeddedEngine, unpacked } from '../../engine/embedded.ts';
import { hasSimd } from '../../engine/simd.ts';
import { FIGURES } from '../../figures/registry.ts';
import { provideHouse, served, type Services, type Site } from '../../figures/services.ts';
import { Strings, type StringTable } from '../../figures/strings.ts';
import { Store } from '../../state/store.ts';
import { languageAt } from './language.ts';
import { withoutLitNames } from './lit_names.ts';
import type { Parts } from './parts.ts';

function start(parts: Parts): void {
  const engine = createEmbeddedEngine(async () => {
    if (hasSimd() && canUnpack()) return unpacked(packedModule);
    return unpacked((await parts.load('scalar')) as string, true);
  });
  const site: Site = { root: parts.root, version: parts.version, sectionOf: (tag) => sections[tag] ?? '', frames: false };

  const languages = new Map<string, Strings>();
  const stringsIn = (language: string): Strings | undefined => {
    const known = languages.get(language);
    if (known) return known;
    void parts.load(`strings-${language}`).then((tables) => {
      if (languages.has(language)) return;
      languages.set(language, new Strings(language, ...(tables as StringTable[])));
      served();
    }, () => undefined);
    return undefined;
  };

  const groups = new Map<string, Store>();
  const own = new WeakMap<Element, Store>();
  const storeOf = (figure: Element): Store => {
    const group = figure.getAttribute('group');
    const store = (group === null ? own.get(figure) : groups.get(group)) ?? new Store();
    if (group === null) own.set(figure, store);
    else groups.set(group, store);
    return store;
  };

  const sheets = new Map<string, CSSStyleSheet>();
  const sheet = (text: string): CSSStyleSheet => {
    const known = sheets.get(text);
    if (known) return known;
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    sheets.set(text, made);
    return made;
  };

  provideHouse({
    servicesOf(figure): Services | undefined {
      const strings = stringsIn(languageAt(figure));
      return strings && { engine, store: storeOf(figure), strings, own: true, site };
    },
    rootOf(figure): ShadowRoot {
      // The loader may have said something there.
      if (figure.shadowRoot) return figure.shadowRoot;
      const root = figure.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet(shadowSheets.shared), sheet(shadowSheets.figures[figure.localName] ?? '')];
      return root;
    },
  });
  const takeBack = withoutLitNames();
  void Promise.all(Object.values(FIGURES).map((load) => load())).then(() => {
    takeBack();
    parts.put('figures', true);
  });
}

if (globalThis.sqrtDk) start(globalThis.sqrtDk);
