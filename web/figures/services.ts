// What a figure is given by whoever puts it on a page: an engine, the reader's state and the reader's language.
import type { EngineClient } from '../engine/engine.ts';
import type { EngineInfo } from '../engine/protocol.ts';
import type { Store } from '../state/store.ts';
import type { Strings } from './strings.ts';

export interface Services {
  engine: EngineClient & { info?(): Promise<EngineInfo> };
  store: Store;
  strings: Strings;
  /** Fetches sentences that a part of a figure needs, where not all are there from the start. */
  fetchSentences?(name: string): Promise<void>;
  /** Whether the store is the figure's own (or its group's), so that its attributes go into it. */
  own?: boolean;
  /** Which controls stay in all figures (a teacher's link); absent, all. */
  controls?: string | undefined;
  /** Where figures come from, for whoever shares them. */
  site?: Site;
}

/** The site's addresses. Absolute; the root ends with a slash. */
export interface Site {
  /** undefined where there is none to be linked: a file on a disk. */
  root: string | undefined;
  version: string;
  /** The fragment of the section that a figure stands in, by the element's name. */
  sectionOf(tag: string): string;
  /** Whether a frame with a page of the site may be shown here. */
  frames: boolean;
}

/** A page where each figure is a guest: what it gets, and where it draws. */
export interface House {
  /** undefined while something of it is still on its way; `served` says when it isn't. */
  servicesOf(figure: HTMLElement): Services | undefined;
  /** A shadow root, so that neither side styles the other. */
  rootOf(figure: HTMLElement): ShadowRoot;
  /** Tells other scripts whose figures live here too. */
  onServed?(start: () => void): void;
}

let provided: Services | undefined;
let house: House | undefined;
const waiting = new Set<() => void>();

/** Gives all figures of this page their services; figures that were already there start now. */
export function provideServices(services: Services): void {
  provided = services;
  served();
}

/** Gives each figure services of its own. Must come before the first figure is defined. */
export function provideHouse(one: House): void {
  house = one;
  served();
}

/** Something that figures were waiting for has come. */
export function served(): void {
  for (const start of [...waiting]) start();
}

export function pageServices(): Services | undefined {
  return provided;
}

export const servicesOf = (figure: HTMLElement): Services | undefined => (house ? house.servicesOf(figure) : provided);

/** Where a figure draws: into itself, or into a shadow root on a foreign page. */
export const rootOf = (figure: HTMLElement): HTMLElement | ShadowRoot => house?.rootOf(figure) ?? figure;

/** Calls when the page's services are given, or given anew (another language). Returns the way out. */
export function onServices(start: () => void): () => void {
  waiting.add(start);
  return () => void waiting.delete(start);
}
