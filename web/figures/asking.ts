// A figure's question to the engine: what is wanted, what was answered last, and whether that is the same.
import type { Lane, Outcome } from '../state/queries.ts';

export class Asking<Request, Result> {
  /** The last answer, and the question that it answers. */
  last: Outcome<Request, Result> | undefined;
  #lane: Lane<Request, Result>;
  #wanted: string | undefined;

  constructor(
    private readonly key: (request: Request) => string,
    lane: (done: (outcome: Outcome<Request, Result>) => void) => Lane<Request, Result>,
  ) {
    this.#lane = lane((outcome) => (this.last = outcome));
  }

  ask(request: Request): void {
    this.#wanted = this.key(request);
    this.#lane.ask(request);
  }

  /** Whether this is the last question. */
  wants(request: Request): boolean {
    return this.#lane.isNewest(request);
  }

  /** Whether the last answer is one to this question. */
  shows(request: Request): boolean {
    return this.last !== undefined && this.key(this.last.request) === this.key(request);
  }

  /** Whether the last answer is one to the last question. */
  get settled(): boolean {
    return this.last !== undefined && this.key(this.last.request) === this.#wanted;
  }
}

/** A question of parameters, and the parameters that the answer is of. */
export interface Asked<Request, Params> {
  request: Request;
  params: Params;
}

/** What a view is given of an answer: the result and the parameters that it answers. */
export const answered = <Params, Result>(last: Outcome<Asked<unknown, Params>, Result> | undefined): { params: Params; result: Result } | undefined =>
  last && { params: last.request.params, result: last.result };
