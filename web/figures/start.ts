// One call starts the figures of a page: engine, state, address, elements.
import type { Engine } from '../engine/engine.ts';
import { Store } from '../state/store.ts';
import { bindAddress } from '../state/url.ts';
import { FIGURES, together } from './registry.ts';
import { provideServices, type Site } from './services.ts';
import { STUDY } from './study.ts';
import { Strings, type StringTable } from './strings.ts';

export interface StartOptions {
  engine: Engine;
  site: Site;
  lang: string;
  /** The sentences that figures share. */
  strings: StringTable;
  errors: StringTable;
  /** The sentences of one figure, by its name without `dk-`. */
  figureStrings(name: string): Promise<StringTable>;
  /**
   * Called for a figure whose code or sentences could not be fetched: `again` asks for them once more. Called without it where they have not
   * come for SLOW_AFTER_MS: the browser would not send out the same request twice.
   */
  didNotArrive(figure: Element, again?: () => void): void;
}

/** How far from the screen a figure may be when its code is fetched. */
const NEAR = '800px';

/** How long a figure's code and sentences may be on their way before the reader is told. Whatever comes later is still taken. */
export const SLOW_AFTER_MS = 20_000;

export interface Started {
  store: Store;
  engine: Engine;
  /** Writes the state into the address now (before following a link to another language). */
  flushAddress(): void;
}

export function startFigures({ engine, site, lang, strings: shared, errors, figureStrings, didNotArrive }: StartOptions): Started {
  const store = new Store();
  const address = bindAddress(store, window);
  const strings = new Strings(lang, shared, errors);
  // A teacher's link names the controls that stay.
  const fetchSentences = async (name: string): Promise<void> => strings.extend(await figureStrings(name));
  provideServices({ engine, store, strings, site, fetchSentences, controls: new URLSearchParams(location.search).get('controls') ?? undefined });

  // Code defines all elements of its file, and each may draw at once: so the sentences of all come first.
  const load = async (tag: string): Promise<void> => {
    const sentences = Promise.all((tag in STUDY ? [tag] : together(tag)).map((one) => figureStrings(one.slice('dk-'.length))));
    for (const table of await sentences) strings.extend(table);
    await (FIGURES[tag] ?? STUDY[tag])?.();
  };
  const fetchFigure = (figure: Element): void => {
    const slow = setTimeout(() => didNotArrive(figure), SLOW_AFTER_MS);
    load(figure.localName)
      .catch(() => didNotArrive(figure, () => fetchFigure(figure)))
      .finally(() => clearTimeout(slow));
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        // The engine sets out together with the figure's code; should it fail, the figure's own question is told.
        engine.info().catch(() => undefined);
        fetchFigure(target);
      }
    },
    { rootMargin: NEAR },
  );
  for (const figure of document.querySelectorAll(Object.keys({ ...FIGURES, ...STUDY }).join())) near.observe(figure);
  return { store, engine, flushAddress: address.flush };
}
