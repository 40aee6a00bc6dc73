// What guests get on a page that isn't ours: one engine for all, a state each (or a group's), a language each, a shadow root each.
import { shadowSheets } from 'virtual:shadow-css';
import type { Engine } from '../../engine/engine.ts';
import { onServices, provideHouse, served, type House, type Services, type Site } from '../../figures/services.ts';
import { Strings, type StringTable } from '../../figures/strings.ts';
import { Store } from '../../state/store.ts';
import { languageAt } from './language.ts';

export interface HouseOptions {
  engine: Engine;
  site: Site | undefined;
  /** All tables of one language. */
  sentencesIn(language: string): Promise<readonly StringTable[]>;
}

export function openHouse({ engine, site, sentencesIn }: HouseOptions): House {
  const languages = new Map<string, Strings>();
  const asked = new Set<string>();
  const stringsIn = (language: string): Strings | undefined => {
    const known = languages.get(language);
    if (known || asked.has(language)) return known;
    asked.add(language);
    sentencesIn(language).then((tables) => {
      languages.set(language, new Strings(language, ...tables));
      served();
    }, () => asked.delete(language));
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

  const house: House = {
    servicesOf(figure): Services | undefined {
      const strings = stringsIn(languageAt(figure));
      return strings && { engine, store: storeOf(figure), strings, own: true, ...(site ? { site } : {}) };
    },
    rootOf(figure): ShadowRoot {
      // The loader may have said something there.
      if (figure.shadowRoot) return figure.shadowRoot;
      const root = figure.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet(shadowSheets.shared), sheet(shadowSheets.figures[figure.localName] ?? '')];
      return root;
    },
    onServed: (start) => void onServices(start),
  };
  provideHouse(house);
  return house;
}
