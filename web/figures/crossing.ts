// A number on its way: after a mark, a preset or a reset it crosses to where it goes, a frame at a time.

/** How long a mark, a preset or a reset takes to cross. */
const CROSS_MS = 180;

export class Crossing {
  #way: { from: number; start: number; frame: number } | undefined;

  constructor(private readonly redraw: () => void) {}

  get active(): boolean {
    return this.#way !== undefined;
  }

  /** The value now, between where it was and where it goes. */
  value(target: number): number {
    if (!this.#way) return target;
    const t = Math.min(1, (performance.now() - this.#way.start) / CROSS_MS);
    return this.#way.from + (target - this.#way.from) * (1 - (1 - t) ** 3);
  }

  stop(): void {
    if (this.#way) cancelAnimationFrame(this.#way.frame);
    this.#way = undefined;
  }

  /** Sets out from `from`; whoever wants no motion is there at once. */
  start(from: number): void {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const way = { from, start: performance.now(), frame: 0 };
    const step = (): void => {
      if (performance.now() - way.start >= CROSS_MS) this.#way = undefined;
      else way.frame = requestAnimationFrame(step);
      this.redraw();
    };
    way.frame = requestAnimationFrame(step);
    this.#way = way;
  }
}
