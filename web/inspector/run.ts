// Measures heads, one after the other, with the engine between the steps. The next head is read while the engine computes.
import { EngineError } from '../engine/errors.ts';
import type { EngineClient } from '../engine/engine.ts';
import type { Measured, Settings } from './measure.ts';
import { InspectionProblem } from './problem.ts';
import type { Inspector } from './session.ts';

/** Measures one head of the source's plan. */
export async function runHead(inspector: Inspector, engine: EngineClient, source: number, head: number, settings: Settings): Promise<Measured> {
  let step = await inspector.begin(source, head, settings);
  while (step.kind === 'ask') {
    const { run, ask } = step;
    try {
      const answer = ask.operation === 'attentionForward' ? await engine.call(ask.operation, ask.request) : await engine.call(ask.operation, ask.request);
      step = await inspector.answer(run, answer);
    } catch (reason) {
      void inspector.leave(run);
      throw problemOf(reason);
    }
  }
  return { report: step.report, picture: step.picture };
}

/** The engine's refusals that a file may cause, as problems of the head. */
function problemOf(reason: unknown): unknown {
  if (!(reason instanceof EngineError)) return reason;
  if (reason.code === 'not_finite' || reason.code === 'divisor_out_of_range') return new InspectionProblem('scores_overflow');
  return reason;
}

export type Outcome = { head: number; measured: Measured } | { head: number; problem: InspectionProblem };

/** Two heads at a time: one with the engine, one being read or summed. Stops when `told` answers false. */
export async function runHeads(inspector: Inspector, engine: EngineClient, source: number, heads: readonly number[], settings: Settings, told: (outcome: Outcome) => boolean): Promise<void> {
  let next = 0;
  let going = true;
  const lane = async (): Promise<void> => {
    while (going && next < heads.length) {
      const head = heads[next++]!;
      const outcome = await runHead(inspector, engine, source, head, settings).then(
        (measured): Outcome => ({ head, measured }),
        (reason: unknown): Outcome => {
          if (reason instanceof InspectionProblem) return { head, problem: reason };
          going = false;
          throw reason;
        },
      );
      if (going) going = told(outcome);
    }
  };
  await Promise.all([lane(), lane()]);
}
