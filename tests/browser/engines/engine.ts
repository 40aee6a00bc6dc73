// What a scenario needs of a browser, whichever of the three it is. Scripts are text: an expression that may be a promise of JSON.
export type Key = 'ArrowRight' | 'ArrowLeft' | 'ArrowUp' | 'ArrowDown' | 'PageUp' | 'PageDown' | 'Home' | 'End' | 'Tab' | 'Enter';

export interface Tab {
  go(address: string): Promise<void>;
  /** Makes the window so large (in WebKit its frame counts, too). */
  size(width: number, height: number): Promise<void>;
  run<T>(script: string): Promise<T>;
  /** The same inside a frame, its origin whatever it is. */
  inFrame<T>(selector: string, script: string): Promise<T>;
  /** A real key, for what has the focus. */
  press(key: Key): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: 'chromium' | 'firefox' | 'webkit';
  /** A browser of its own for each call: no profile, no cache from before. */
  open(): Promise<Tab>;
}

/** A function as a script: its arguments go in as JSON, so it may use nothing from around it. */
export const call = <Arguments extends unknown[]>(script: (...given: Arguments) => unknown, ...given: Arguments): string => `(${script.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
