// The measuring as it runs: claim after claim through the engine, held while nobody sees it, stopped at any moment. Knows no page.
import type { EngineClient } from '../../engine/engine.ts';
import type { Claim, ClaimMeasurement } from '../../engine/protocol_claims.ts';
import { measurable, type Results } from './query.ts';

export type Phase = 'ready' | 'running' | 'stopped' | 'done' | 'failed';

export interface SurveyHost {
  engine: EngineClient;
  /** Between claims: the next frame, which a hidden tab never has. */
  breath(): Promise<unknown>;
  changed(): void;
  failed(reason: unknown): void;
}

export class Survey {
  #phase: Phase = 'ready';
  #results = new Map<number, ClaimMeasurement>();
  #turn = 0;
  #looping = false;
  readonly #ids: readonly number[];

  constructor(
    claims: readonly Claim[],
    readonly seed: number,
    private readonly host: SurveyHost,
    private visible = true,
  ) {
    this.#ids = claims.filter(measurable).map(({ id }) => id);
  }

  get phase(): Phase {
    return this.#phase;
  }

  get results(): Results {
    return this.#results;
  }

  /** The claim that is being measured. */
  get measuring(): number | undefined {
    return this.#phase === 'running' ? this.#next() : undefined;
  }

  /** Starts, goes on after a stop or a failure, or starts anew after the end. */
  run(): void {
    if (this.#phase === 'running') return;
    if (this.#phase === 'done') this.#results = new Map();
    this.#turn += 1;
    this.#enter('running');
    void this.#loop();
  }

  /** Stops where it is; what was measured stays. */
  stop(): void {
    if (this.#phase === 'running') this.#enter('stopped');
  }

  /** Gives the survey up for another: nothing more is asked or told. */
  leave(): void {
    this.#phase = 'stopped';
    this.#turn += 1;
  }

  /** Off the screen nothing is asked; seen again, it goes on. */
  see(visible: boolean): void {
    this.visible = visible;
    if (visible && this.#phase === 'running') void this.#loop();
  }

  #next(): number | undefined {
    return this.#ids.find((id) => !this.#results.has(id));
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.host.changed();
  }

  async #loop(): Promise<void> {
    if (this.#looping) return;
    this.#looping = true;
    while (this.#phase === 'running' && this.visible) await this.#one();
    this.#looping = false;
  }

  /** One claim. What comes back after a stop is dropped: the digits stand still at once. */
  async #one(): Promise<void> {
    const turn = this.#turn;
    const id = this.#next();
    if (id === undefined) return this.#enter('done');
    try {
      const result = await this.host.engine.call('measureClaim', { id, seed: this.seed });
      if (turn !== this.#turn || this.#phase !== 'running') return;
      this.#results = new Map([...this.#results, [id, result]]);
      this.#enter(this.#next() === undefined ? 'done' : 'running');
    } catch (reason) {
      if (turn !== this.#turn) return;
      this.#phase = 'failed';
      this.host.failed(reason);
      return;
    }
    await this.host.breath();
  }
}
