// The race as it runs: slice after slice through the engine.
import { Stepwise, type StepHost, type StepPhase } from '../stepwise.ts';
import { STEPS, recipeKey, runSlice, type Progress, type RaceResult, type Recipe } from './query.ts';

export type Phase = StepPhase;
export type RaceHost = StepHost;

export class Race extends Stepwise {
  readonly key: string;
  protected readonly ends = ['stopped', 'done'] as const;
  #progress: Progress = { result: undefined, state: undefined };

  constructor(
    readonly recipe: Recipe,
    host: RaceHost,
    visible = true,
  ) {
    super(host, visible);
    this.key = recipeKey(recipe);
  }

  get result(): RaceResult | undefined {
    return this.#progress.result;
  }

  protected rewind(): void {
    this.#progress = { result: undefined, state: undefined };
  }

  /** One slice; one that was dropped can be run again. */
  protected async step(holds: () => boolean): Promise<boolean> {
    const next = await runSlice(this.host.engine, this.recipe, this.#progress);
    if (holds()) this.#progress = next;
    return next.result.steps >= STEPS;
  }
}
