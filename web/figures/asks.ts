// Several questions to the engine, by name: what pure queries give, and what their answers are read from.
import type { EngineClient } from '../engine/engine.ts';
import type { OperationName, Operations } from '../engine/protocol.ts';

export interface Ask<Name extends OperationName = OperationName> {
  operation: Name;
  request: Operations[Name]['request'];
}

export const ask = <Name extends OperationName>(operation: Name, request: Operations[Name]['request']): Ask<Name> => ({ operation, request });

export type Asks = Readonly<Record<string, Ask>>;
export type Answers<A> = { readonly [Key in keyof A]: A[Key] extends Ask<infer Name> ? Operations[Name]['result'] : never };
/** Answers whose questions' types are not known here. */
export type AnyAnswers = Readonly<Record<string, unknown>>;

export async function runAsks(engine: EngineClient, asks: Asks): Promise<AnyAnswers> {
  return Object.fromEntries(await Promise.all(Object.entries(asks).map(async ([name, { operation, request }]) => [name, await engine.call(operation, request)] as const)));
}
