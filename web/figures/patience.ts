// How long a picture waits before it says so: it keeps its last state, and is dimmed only after a while.

const DIM_AFTER_MS = 150;

export class Patience {
  /** Whether the wait has become long. */
  over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly settled: () => boolean,
    private readonly redraw: () => void,
  ) {}

  begin(): void {
    this.#timer ??= setTimeout(() => {
      this.over = !this.settled();
      this.redraw();
    }, DIM_AFTER_MS);
  }

  end(): void {
    this.stop();
    if (this.over) this.redraw();
    this.over = false;
  }

  /** Nothing more is drawn. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
