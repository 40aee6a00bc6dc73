// The measuring as it runs: claim after claim through the engine.
import type { Claim, ClaimMeasurement } from '../../engine/protocol_claims.ts';
import { Stepwise, type StepHost, type StepPhase } from '../stepwise.ts';
import { measurable, type Results } from './query.ts';

/** Nobody holds a survey by hand. */
export type Phase = Exclude<StepPhase, 'paused'>;
export type SurveyHost = StepHost;

export class Survey extends Stepwise {
  /** After a stop it goes on. */
  protected readonly ends = ['done'] as const;
  #results = new Map<number, ClaimMeasurement>();
  readonly #ids: readonly number[];

  constructor(
    claims: readonly Claim[],
    readonly seed: number,
    host: SurveyHost,
    visible = true,
  ) {
    super(host, visible);
    this.#ids = claims.filter(measurable).map(({ id }) => id);
  }

  override get phase(): Phase {
    return super.phase as Phase;
  }

  get results(): Results {
    return this.#results;
  }

  /** The claim that is being measured. */
  get measuring(): number | undefined {
    return this.phase === 'running' ? this.#next() : undefined;
  }

  protected rewind(): void {
    this.#results = new Map();
  }

  #next(): number | undefined {
    return this.#ids.find((id) => !this.#results.has(id));
  }

  protected async step(holds: () => boolean): Promise<boolean> {
    const id = this.#next();
    if (id === undefined) return true;
    const result = await this.host.engine.call('measureClaim', { id, seed: this.seed });
    if (holds()) this.#results = new Map([...this.#results, [id, result]]);
    return this.#next() === undefined;
  }
}
