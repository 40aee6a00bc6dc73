// What a reader has done, kept on this device only. Storage may be refused, full or hold garbage: then it lasts as long as the page, and nothing throws.

/** `predict/saturation`, `challenge/eight-keys`, `bug/sqrt-d-model`. */
export interface Entry {
  /** The truth was seen, the challenge solved. */
  done: boolean;
  /** What was guessed, in the question's own numbers. */
  guess?: number[];
  /** How many hints were opened. */
  hints?: number;
}

/** Where the reader was: a section's id and the state's query (`?dk=512`, or empty). */
export interface Place {
  section: string;
  query: string;
}

export type ImportProblem = 'not_json' | 'other_file' | 'newer_version' | 'too_large' | 'bad_entries';
/** `changed` counts the entries that the file made new or fuller. */
export type ImportResult = { ok: true; count: number; changed: number } | { ok: false; reason: ImportProblem };

export const PROGRESS_KEY = 'sqrt-dk-progress';
export const PROGRESS_VERSION = 1;
const FILE = 'sqrt-dk progress';
/** The reader's page has some forty of them; a stored text longer than this isn't ours. */
export const MOST_ENTRIES = 200;
export const MOST_CHARACTERS = 100_000;

const ID = /^[a-z]{1,20}\/[a-z0-9-]{1,60}$/;
const SECTION = /^[a-z0-9-]{0,60}$/;
const MOST_NUMBERS = 32;

interface Data {
  entries: Map<string, Entry>;
  place: Place | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An entry with nothing in it that isn't ours; undefined where it can't be one. */
function cleanEntry(value: unknown): Entry | undefined {
  if (!isRecord(value) || typeof value.done !== 'boolean') return undefined;
  const { done, guess, hints } = value;
  const entry: Entry = { done };
  if (guess !== undefined) {
    if (!Array.isArray(guess) || guess.length > MOST_NUMBERS || !guess.every((number) => Number.isFinite(number))) return undefined;
    entry.guess = [...(guess as number[])];
  }
  if (hints !== undefined) {
    if (!Number.isInteger(hints) || (hints as number) < 0 || (hints as number) > 9) return undefined;
    entry.hints = hints as number;
  }
  return entry;
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const cleanPlace = (value: unknown): Place | undefined =>
  isRecord(value) && typeof value.section === 'string' && SECTION.test(value.section) && typeof value.query === 'string' && /^(\?|$)/.test(value.query) && value.query.length <= 4000 && canBeDecoded(value.query)
    ? { section: value.section, query: value.query }
    : undefined;

function read(text: string): Data | ImportProblem {
  if (text.length > MOST_CHARACTERS) return 'too_large';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'not_json';
  }
  if (!isRecord(json) || json.file !== FILE || !Number.isInteger(json.version) || (json.version as number) < 1) return 'other_file';
  if ((json.version as number) > PROGRESS_VERSION) return 'newer_version';
  if (!isRecord(json.entries)) return 'bad_entries';
  const entries = new Map<string, Entry>();
  for (const [id, value] of Object.entries(json.entries)) {
    const entry = ID.test(id) ? cleanEntry(value) : undefined;
    if (!entry) return 'bad_entries';
    entries.set(id, entry);
  }
  return entries.size > MOST_ENTRIES ? 'too_large' : { entries, place: cleanPlace(json.place) };
}

const write = ({ entries, place }: Data, space?: number): string => JSON.stringify({ file: FILE, version: PROGRESS_VERSION, entries: Object.fromEntries(entries), ...(place && { place }) }, null, space);

/** What was done stays done, a guess made here stays, hints that were opened stay open. */
function merged(ours: Entry | undefined, theirs: Entry): Entry {
  const guess = ours?.guess ?? theirs.guess;
  const hints = Math.max(ours?.hints ?? 0, theirs.hints ?? 0);
  return { done: Boolean(ours?.done) || theirs.done, ...(guess && { guess }), ...(hints > 0 && { hints }) };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Progress {
  #data: Data = { entries: new Map(), place: undefined };
  /** Ids whose last change could not be stored: they stand over what the storage says. */
  #unsaved = new Set<string>();
  #lasting = true;
  #readers = new Set<() => void>();

  /** `storage` may throw (a frame without an origin). `events` tells of other tabs' changes. */
  constructor(private readonly storage: () => Storage | undefined = () => globalThis.localStorage, events: Pick<EventTarget, 'addEventListener'> | undefined = typeof window === 'undefined' ? undefined : window) {
    this.#load();
    events?.addEventListener('storage', (event) => {
      const { key } = event as StorageEvent;
      // null: everything was cleared.
      if (key === PROGRESS_KEY || key === null) {
        this.#load();
        this.#tell();
      }
    });
  }

  /** Whether what is done now will still be known when the page is opened again. */
  get lasting(): boolean {
    return this.#lasting;
  }

  get(id: string): Entry | undefined {
    return this.#data.entries.get(id);
  }

  all(): ReadonlyMap<string, Entry> {
    return this.#data.entries;
  }

  /** `undefined` forgets it. What can't be an entry, or is one too many, is left out. */
  set(id: string, entry: Entry | undefined): void {
    const clean = entry && cleanEntry(entry);
    if (!ID.test(id) || (entry && !clean)) return;
    this.#load();
    const { entries } = this.#data;
    if (clean ? !entries.has(id) && entries.size >= MOST_ENTRIES : !entries.has(id)) return;
    if (clean) entries.set(id, clean);
    else entries.delete(id);
    this.#unsaved.add(id);
    this.#save();
    this.#tell();
  }

  get place(): Place | undefined {
    return this.#data.place;
  }

  set place(place: Place | undefined) {
    const clean = place && cleanPlace(place);
    if (isSame(clean, this.#data.place)) return;
    this.#load();
    this.#data.place = clean;
    this.#save();
  }

  /** Calls after every change, this tab's or another's. Returns the way out. */
  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  /** Everything, as the text of a file. */
  exportText(): string {
    return `${write(this.#data, 1)}\n`;
  }

  /** Takes in what such a file says besides what is known here; a file that can't be one changes nothing. `counts` says which of its tasks are tasks here. */
  importText(text: string, counts: (id: string) => boolean = () => true): ImportResult {
    const given = read(text);
    if (typeof given === 'string') return { ok: false, reason: given };
    this.#load();
    const entries = new Map(this.#data.entries);
    const changed: string[] = [];
    for (const [id, theirs] of given.entries) {
      const entry = merged(entries.get(id), theirs);
      if (!isSame(merged(undefined, entries.get(id) ?? { done: false }), entry) || !entries.has(id)) changed.push(id);
      entries.set(id, entry);
    }
    if (entries.size > MOST_ENTRIES) return { ok: false, reason: 'too_large' };
    this.#data = { entries, place: this.#data.place ?? given.place };
    for (const id of changed) this.#unsaved.add(id);
    this.#save();
    this.#tell();
    return { ok: true, count: [...given.entries.keys()].filter(counts).length, changed: changed.length };
  }

  erase(): void {
    this.#data = { entries: new Map(), place: undefined };
    this.#unsaved.clear();
    try {
      this.storage()?.removeItem(PROGRESS_KEY);
    } catch {
      // There was nothing to take away.
    }
    this.#tell();
  }

  /** Other tabs may have written since: theirs, with what could not be stored here on top. */
  #load(): void {
    try {
      const storage = this.storage();
      if (!storage) return void (this.#lasting = false);
      const text = storage.getItem(PROGRESS_KEY);
      const stored = text === null ? { entries: new Map<string, Entry>(), place: undefined } : read(text);
      // A newer page's notes are left alone; garbage is written over at the next change.
      if (stored === 'newer_version') return void (this.#lasting = false);
      if (typeof stored === 'string') return;
      for (const id of this.#unsaved) {
        const ours = this.#data.entries.get(id);
        if (ours) stored.entries.set(id, ours);
        else stored.entries.delete(id);
      }
      this.#data = { entries: stored.entries, place: stored.place ?? this.#data.place };
    } catch {
      this.#lasting = false;
    }
  }

  #save(): void {
    try {
      const storage = this.storage();
      if (!storage) return void (this.#lasting = false);
      const stored = storage.getItem(PROGRESS_KEY);
      if (stored !== null && read(stored) === 'newer_version') return void (this.#lasting = false);
      storage.setItem(PROGRESS_KEY, write(this.#data));
      this.#unsaved.clear();
      this.#lasting = true;
    } catch {
      this.#lasting = false;
    }
  }

  #tell(): void {
    for (const reader of [...this.#readers]) reader();
  }
}

/** The page's own. */
export const progress = new Progress();
