// One call starts the figures of a page: engine, state, address, elements.
import type { Engine } from '../engine/engine.ts';
import { Store } from '../state/store.ts';
import { bindAddress } from '../state/url.ts';
import { FIGURES } from './registry.ts';
import { provideServices, type Site } from './services.ts';
import { Strings, type StringTable } from './strings.ts';
import './controls/notice.ts';

export interface StartOptions {
  engine: Engine;
  lang: string;
  /** The sentences that figures share. */
  strings: StringTable;
  errors: StringTable;
  /** The sentences of one figure, by its name without `dk-`. */
  figureStrings(name: string): Promise<StringTable>;
  /** Called for a figure whose code or sentences could not be fetched. */
  didNotArrive(figure: Element): void;
  site: Site;
}

/** How far from the screen a figure may be when its code is fetched. */
const NEAR = '800px';

export interface Started {
  store: Store;
  engine: Engine;
  /** Writes the state into the address now (before following a link to another language). */
  flushAddress(): void;
}

export function startFigures({ engine, lang, strings: shared, errors, figureStrings, didNotArrive, site }: StartOptions): Started {
  const store = new Store();
  const address = bindAddress(store, window);
  const strings = new Strings(lang, shared, errors);
  // A teacher's link names the controls that stay.
  provideServices({ engine, store, strings, site, controls: new URLSearchParams(location.search).get('controls') ?? undefined });

  // Sentences first: the code defines the element, which then draws at once.
  const load = async (tag: string): Promise<void> => {
    strings.extend(await figureStrings(tag.slice('dk-'.length)));
    await FIGURES[tag]?.();
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        load(target.localName).catch(() => didNotArrive(target));
      }
    },
    { rootMargin: NEAR },
  );
  for (const figure of document.querySelectorAll(Object.keys(FIGURES).join())) near.observe(figure);
  return { store, engine, flushAddress: address.flush };
}
