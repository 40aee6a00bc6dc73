// Asks the engine all that a challenge's query wants.
import type { EngineClient } from '../../engine/engine.ts';
import type { Ask, Challenge, State } from './types.ts';

export interface Question {
  challenge: Challenge;
  state: State;
  asks: Readonly<Record<string, Ask>>;
}

export const questionOf = (challenge: Challenge, state: State): Question => ({ challenge, state, asks: challenge.query(state) });

/** The same asks, the same answers; which options stand behind them is told apart too, for a way's steps go by them. */
export const questionKey = ({ challenge, state, asks }: Question): string =>
  JSON.stringify([challenge.id, state.options, state.params, asks], (_, value: unknown) => (value instanceof Float64Array ? [...value] : value));

export type RawAnswers = Readonly<Record<string, unknown>>;

export async function runQuestion(engine: EngineClient, { asks }: Question): Promise<RawAnswers> {
  return Object.fromEntries(await Promise.all(Object.entries(asks).map(async ([name, { operation, request }]) => [name, await engine.call(operation, request)] as const)));
}
