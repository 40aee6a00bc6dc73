// What is asked for a challenge in a state.
import type { Asks } from '../asks.ts';
import type { Challenge, State } from './types.ts';

export interface Question {
  challenge: Challenge;
  state: State;
  asks: Asks;
}

export const questionOf = (challenge: Challenge, state: State): Question => ({ challenge, state, asks: challenge.query(state) });

/** The same state, the same question: a way's steps go by the state too, not by its numbers alone. */
export const questionKey = ({ challenge, state }: Question): string => JSON.stringify([challenge.id, state.params, state.options]);
