// The one name that an embed leaves on a foreign page, and what stands behind it.

/** Scripts that come later, each once: `figures`, `scalar`, `strings-en` … */
export interface Parts {
  readonly version: string;
  /** Where the site is: an absolute address that ends with a slash. */
  readonly root: string;
  /** Fetches a part, once; resolves with what the part puts. */
  load(name: string): Promise<unknown>;
  /** What a part's script calls. */
  put(name: string, value: unknown): void;
}

declare global {
  var sqrtDk: Parts | undefined;
}
