// A figure's lane to the engine: one request runs, only the newest waits, repeats come from a small cache.

export interface Outcome<Request, Result> {
  request: Request;
  result: Result;
}

export class Lane<Request, Result> {
  #running = false;
  #waiting: { key: string; request: Request } | undefined;
  #newest = '';
  #cache = new Map<string, Result>();

  constructor(
    private readonly options: {
      run(request: Request): Promise<Result>;
      /** Same key, same result. */
      key(request: Request): string;
      done(outcome: Outcome<Request, Result>): void;
      failed(reason: unknown, request: Request): void;
      cacheSize?: number;
    },
  ) {}

  /** Asks for a result. A request that waits is replaced; one that runs is let run, and its result is still told. */
  ask(request: Request): void {
    const key = this.options.key(request);
    this.#newest = key;
    const known = this.#cache.get(key);
    if (known !== undefined) {
      this.#waiting = undefined;
      this.#cache.delete(key);
      this.#cache.set(key, known);
      this.options.done({ request, result: known });
      return;
    }
    this.#waiting = { key, request };
    if (!this.#running) void this.#work();
  }

  /** Whether this request is the last one that was asked for. */
  isNewest(request: Request): boolean {
    return this.options.key(request) === this.#newest;
  }

  /** Gives up what waits (the figure left the screen). */
  drop(): void {
    this.#waiting = undefined;
  }

  async #work(): Promise<void> {
    this.#running = true;
    while (this.#waiting) {
      const { key, request } = this.#waiting;
      this.#waiting = undefined;
      try {
        const result = this.#cache.get(key) ?? (await this.options.run(request));
        this.#remember(key, result);
        // A cached answer to a newer question may already be on the screen.
        if (this.#waiting || key === this.#newest) this.options.done({ request, result });
      } catch (reason) {
        if (key === this.#newest) this.options.failed(reason, request);
      }
    }
    this.#running = false;
  }

  #remember(key: string, result: Result): void {
    this.#cache.set(key, result);
    const limit = this.options.cacheSize ?? 32;
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= limit) break;
      this.#cache.delete(oldest);
    }
  }
}
