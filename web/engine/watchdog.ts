// How long an engine may say nothing while something is asked of it. A worker can go without a word: a download that never ends, a process
// that the system has ended, a call that hangs. Nothing tells the page; it can only count.
import type { OperationName } from './protocol.ts';

/**
 * Seconds of silence, not of work. While it starts, every piece of the binary that arrives is a word, so that a slow line is not cut off.
 * A call is silent until it is answered, and the limit must be far above the slowest honest one: within the core's caps a statistic may draw
 * for 50 s on a desktop (gradientStatistics, 256 divisors × 390 rows × 4096 keys: 47 s measured) and a phone without SIMD is about six times slower; what
 * figures ask takes at most some seconds. Calls that draw no samples end within a second.
 */
export const SILENCE = { starting: 30, call: 60, drawing: 300 } as const;

const DRAWING: ReadonlySet<OperationName> = new Set<OperationName>([
  'dotProductSample', 'dotProductRows', 'gradientStatistics', 'measureClaim', 'overflowShare', 'plantedKey', 'saturationSample', 'trainingSteps',
]);

/** What the engine is at: starting, a call, or nothing. */
export type Waiting = 'starting' | OperationName | undefined;

export const limitOf = (waiting: 'starting' | OperationName): number => (waiting === 'starting' ? SILENCE.starting : DRAWING.has(waiting) ? SILENCE.drawing : SILENCE.call);

/**
 * Counts seconds of silence, each by a tick of its own: a lid that was closed for an hour, or a page that was frozen or held up in the
 * background, is one tick and not an hour.
 */
export class Watchdog {
  #timer: ReturnType<typeof setInterval> | undefined;
  #quiet = 0;

  constructor(
    private readonly waiting: () => Waiting,
    private readonly silent: (waiting: 'starting' | OperationName, seconds: number) => void,
  ) {}

  /** Something was heard, or the first thing asked: counts from here on, or not at all while nothing is waited for. */
  heard(): void {
    this.#quiet = 0;
    if (this.waiting() === undefined) this.stop();
    else this.#timer ??= setInterval(() => this.#tick(), 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const waiting = this.waiting();
    if (waiting === undefined) return this.stop();
    this.#quiet += 1;
    if (this.#quiet < limitOf(waiting)) return;
    this.stop();
    this.silent(waiting, this.#quiet);
  }
}
