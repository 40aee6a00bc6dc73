// The race as it runs: slice after slice through the engine, held while nobody sees it, stopped at any moment. Knows no page.
import type { EngineClient } from '../../engine/engine.ts';
import { STEPS, recipeKey, runSlice, type Progress, type RaceResult, type Recipe } from './query.ts';

export type Phase = 'ready' | 'running' | 'paused' | 'stopped' | 'done' | 'failed';

export interface RaceHost {
  engine: EngineClient;
  /** Between slices: the next frame, which a hidden tab never has. */
  breath(): Promise<unknown>;
  changed(): void;
  failed(reason: unknown): void;
}

export class Race {
  readonly key: string;
  #phase: Phase = 'ready';
  #progress: Progress = { result: undefined, state: undefined };
  #turn = 0;
  #looping = false;

  constructor(
    readonly recipe: Recipe,
    private readonly host: RaceHost,
    private visible = true,
  ) {
    this.key = recipeKey(recipe);
  }

  get phase(): Phase {
    return this.#phase;
  }

  get result(): RaceResult | undefined {
    return this.#progress.result;
  }

  /** Starts, goes on after a pause or a failure, or starts anew after the end. */
  run(): void {
    if (this.#phase === 'running') return;
    if (this.#phase === 'stopped' || this.#phase === 'done') this.#rewind();
    this.#enter('running');
    void this.#loop();
  }

  pause(): void {
    if (this.#phase === 'running') this.#enter('paused');
  }

  /** Ends the race where it is; what was run stays. */
  stop(): void {
    if (this.#phase === 'running' || this.#phase === 'paused') this.#enter('stopped');
  }

  /** Gives the race up for another: nothing more is asked or told. */
  leave(): void {
    this.#phase = 'stopped';
    this.#turn += 1;
  }

  /** Off the screen the race stands still, and goes on when it is seen again. */
  see(visible: boolean): void {
    this.visible = visible;
    if (visible && this.#phase === 'running') void this.#loop();
  }

  #rewind(): void {
    this.#progress = { result: undefined, state: undefined };
    this.#turn += 1;
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.host.changed();
  }

  async #loop(): Promise<void> {
    if (this.#looping) return;
    this.#looping = true;
    while (this.#phase === 'running' && this.visible) await this.#slice();
    this.#looping = false;
  }

  /** One slice. What comes back after a pause or a stop is dropped: the digits stand still at once, and a slice can be run again. */
  async #slice(): Promise<void> {
    const turn = this.#turn;
    try {
      const next = await runSlice(this.host.engine, this.recipe, this.#progress);
      if (turn !== this.#turn || this.#phase !== 'running') return;
      this.#progress = next;
      this.#enter(next.result.steps >= STEPS ? 'done' : 'running');
    } catch (reason) {
      if (turn !== this.#turn) return;
      this.#phase = 'failed';
      this.host.failed(reason);
      return;
    }
    await this.host.breath();
  }
}
