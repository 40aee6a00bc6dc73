// Work that goes on by itself, step after step through the engine: held while nobody sees it, stopped at any moment. Knows no page.
import type { EngineClient } from '../engine/engine.ts';

export type StepPhase = 'ready' | 'running' | 'paused' | 'stopped' | 'done' | 'failed';

export interface StepHost {
  engine: EngineClient;
  /** Between steps: the next frame, which a hidden tab never has. */
  breath(): Promise<unknown>;
  changed(): void;
  failed(reason: unknown): void;
}

export abstract class Stepwise {
  #phase: StepPhase = 'ready';
  #turn = 0;
  #looping = false;

  constructor(
    protected readonly host: StepHost,
    private visible: boolean,
  ) {}

  get phase(): StepPhase {
    return this.#phase;
  }

  /** One step. What comes back once it no longer `holds` must be dropped: the digits stand still at once. Answers whether that was the last. */
  protected abstract step(holds: () => boolean): Promise<boolean>;
  /** Forgets what was done, for a new start. */
  protected abstract rewind(): void;
  /** The phases after which a new start forgets. */
  protected abstract readonly ends: readonly StepPhase[];

  /** Starts, goes on where it was held, or starts anew after the end. */
  run(): void {
    if (this.#phase === 'running') return;
    if (this.ends.includes(this.#phase)) {
      this.rewind();
      this.#turn += 1;
    }
    this.#enter('running');
    void this.#loop();
  }

  pause(): void {
    if (this.#phase === 'running') this.#enter('paused');
  }

  /** Ends it where it is; what was done stays. */
  stop(): void {
    if (this.#phase === 'running' || this.#phase === 'paused') this.#enter('stopped');
  }

  /** Gives it up for another: nothing more is asked or told. */
  leave(): void {
    this.#phase = 'stopped';
    this.#turn += 1;
  }

  /** Off the screen nothing is asked; seen again, it goes on. */
  see(visible: boolean): void {
    this.visible = visible;
    if (visible && this.#phase === 'running') void this.#loop();
  }

  #enter(phase: StepPhase): void {
    this.#phase = phase;
    this.host.changed();
  }

  async #loop(): Promise<void> {
    if (this.#looping) return;
    this.#looping = true;
    while (this.#phase === 'running' && this.visible) await this.#one();
    this.#looping = false;
  }

  async #one(): Promise<void> {
    const turn = this.#turn;
    const holds = (): boolean => turn === this.#turn && this.#phase === 'running';
    try {
      const last = await this.step(holds);
      if (!holds()) return;
      this.#enter(last ? 'done' : 'running');
    } catch (reason) {
      if (turn !== this.#turn) return;
      this.#phase = 'failed';
      this.host.failed(reason);
      return;
    }
    await this.host.breath();
  }
}
