// The address bar as one more subscriber of the store: the query is the state, the fragment the section.
import { DEFAULTS, PARAM_KEYS, RANGES, readParams, writeParams, type Notice, type Params } from './params.ts';
import { isOptionKey } from './options.ts';
import type { OptionTexts, Store } from './store.ts';

/** Longer option texts are not taken from an address. */
const MAX_OPTION_LENGTH = 2000;

/** How long a drag must pause before its state is written. */
export const WRITE_AFTER_MS = 350;

/** WebKit throws after a hundred calls of replaceState in half a minute, and the place being read (page/place.ts) needs some of them: so many at once, then slowly. */
const PERIOD_MS = 30_000;
export const WRITES_AT_ONCE = 40;
const SLOWLY_MS = 1000;

/** Reads the state from a query string; what isn't named has its default. */
export function readQuery(search: string): { params: Params; options: OptionTexts; notices: Notice[] } {
  const query = new URLSearchParams(search);
  const { patch, notices } = readParams((name) => query.get(name));
  const options: Record<string, string> = {};
  for (const [key, text] of query) if (isOptionKey(key) && !(key in options) && text.length <= MAX_OPTION_LENGTH) options[key] = text;
  return { params: { ...DEFAULTS, ...patch }, options, notices };
}

/** Writes the state into a query string; names that are not state (simd, lang, theme, …) stay as they were, in front. */
export function writeQuery(params: Params, search: string, options: OptionTexts = {}): string {
  const query = new URLSearchParams(search);
  for (const key of PARAM_KEYS) query.delete(RANGES[key].name);
  for (const key of [...query.keys()]) if (isOptionKey(key)) query.delete(key);
  for (const [name, text] of writeParams(params)) query.set(name, text);
  for (const key of Object.keys(options).sort()) query.set(key, options[key] ?? '');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

type AddressEvent = 'popstate' | 'pagehide';

/** The part of `window` that is needed here. */
export interface Address {
  location: { readonly search: string; readonly pathname: string; readonly hash: string };
  history: { replaceState(data: unknown, unused: string, url: string): void; readonly state: unknown };
  addEventListener(type: AddressEvent, listener: () => void): void;
  removeEventListener(type: AddressEvent, listener: () => void): void;
}

export interface BoundAddress {
  /** Writes now what would be written soon. */
  flush(): void;
  stop(): void;
}

/** Reads the address into the store, then keeps the two together. */
export function bindAddress(store: Store, address: Address): BoundAddress {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = '';
  const writes: number[] = [];

  const read = (): void => {
    known = address.location.search;
    const { params, options, notices } = readQuery(known);
    store.set(params, { notices });
    store.replaceOptions(options);
  };

  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const search = writeQuery(store.params, address.location.search, store.options);
    if (search === address.location.search) return;
    writes.push(performance.now());
    try {
      address.history.replaceState(address.history.state, '', address.location.pathname + search + address.location.hash);
      known = address.location.search;
    } catch {
      // Too many calls, or a document without an address of its own: the page works on, only the address stays behind.
    }
  };

  // Following a link to a section also fires popstate; only a query that we neither read nor wrote is news.
  const onPopState = (): void => {
    if (address.location.search !== known) read();
    else flush();
  };

  read();
  // A finished change is written at once, so that a reload has it (a reload goes to the address as it is before anything is told of it); a drag
  // once it is over, or pauses.
  const unsubscribe = store.subscribe(({ moving }) => {
    clearTimeout(timer);
    while (writes[0] !== undefined && writes[0] < performance.now() - PERIOD_MS) writes.shift();
    timer = setTimeout(flush, moving ? WRITE_AFTER_MS : SLOWLY_MS);
    if (!moving && writes.length < WRITES_AT_ONCE) flush();
  });
  address.addEventListener('popstate', onPopState);
  address.addEventListener('pagehide', flush);
  return {
    flush,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      unsubscribe();
      address.removeEventListener('popstate', onPopState);
      address.removeEventListener('pagehide', flush);
    },
  };
}
