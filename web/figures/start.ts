// One call starts the figures of a page: engine, state, address, elements.
import { createEngine } from '../engine/browser.ts';
import type { Engine } from '../engine/engine.ts';
import { Store } from '../state/store.ts';
import { bindAddress } from '../state/url.ts';
import { provideServices } from './services.ts';
import { Strings, type StringTable } from './strings.ts';
import './controls/notice.ts';
import './saturation/dk_saturation.ts';

export interface StartOptions {
  lang: string;
  strings: StringTable;
  errors: StringTable;
}

export interface Started {
  store: Store;
  engine: Engine;
  /** Writes the state into the address now (before following a link to another language). */
  flushAddress(): void;
  /** Another language, same state. */
  useLanguage(options: StartOptions): void;
}

export function startFigures(options: StartOptions): Started {
  const simd = new URLSearchParams(location.search).get('simd') === 'off' ? 'off' : 'auto';
  const engine = createEngine({ simd });
  const store = new Store();
  const address = bindAddress(store, window);
  const useLanguage = ({ lang, strings, errors }: StartOptions): void => provideServices({ engine, store, strings: new Strings(lang, strings, errors) });
  useLanguage(options);
  return { store, engine, flushAddress: address.flush, useLanguage };
}
