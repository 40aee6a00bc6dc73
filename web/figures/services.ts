// What a figure is given by whoever puts it on a page: an engine, the reader's state and the reader's language.
import type { EngineClient } from '../engine/engine.ts';
import type { Store } from '../state/store.ts';
import type { Strings } from './strings.ts';

export interface Services {
  engine: EngineClient;
  store: Store;
  strings: Strings;
}

let provided: Services | undefined;
const waiting = new Set<() => void>();

/** Gives all figures of this page their services; figures that were already there start now. */
export function provideServices(services: Services): void {
  provided = services;
  for (const start of [...waiting]) start();
}

export function pageServices(): Services | undefined {
  return provided;
}

/** Calls when the page's services are given, or given anew (another language). Returns the way out. */
export function onServices(start: () => void): () => void {
  waiting.add(start);
  return () => void waiting.delete(start);
}
