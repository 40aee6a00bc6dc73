// What the real engine measured with seed 1, stored, so that the view can be looked at without it; claims.test.ts holds it against the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import type { EngineClient } from '../../../web/engine/engine.ts';
import type { Claim, ClaimMeasurement } from '../../../web/engine/protocol_claims.ts';
import { measurable } from '../../../web/figures/claims/query.ts';
import { path } from './content.ts';

export interface StoredClaims {
  claims: Claim[];
  results: Map<number, ClaimMeasurement>;
}

const file = path('tests/web/results/claims.json');

/** JSON has no typed arrays and no NaN (no law is known): null. */
const pack = (_key: string, value: unknown): unknown => (value instanceof Float64Array ? Array.from(value, (number) => (Number.isNaN(number) ? null : number)) : value instanceof Map ? [...value] : value);
const numbers = (list: (number | null)[]): Float64Array => Float64Array.from(list, (number) => number ?? Number.NaN);

export async function measureAll(engine: EngineClient): Promise<StoredClaims> {
  const { claims } = await engine.call('claimList', {});
  const results = new Map<number, ClaimMeasurement>();
  for (const { id } of claims.filter(measurable)) results.set(id, await engine.call('measureClaim', { id, seed: 1 }));
  return { claims, results };
}

export const store = (all: StoredClaims): void => writeFileSync(file, `${JSON.stringify(all, pack, 1)}\n`);

export function stored(): StoredClaims {
  const { claims, results } = JSON.parse(readFileSync(file, 'utf8')) as { claims: Claim[]; results: [number, { values: number[]; errors: number[]; theory: (number | null)[]; verdict: ClaimMeasurement['verdict'] }][] };
  return { claims, results: new Map(results.map(([id, one]) => [id, { values: numbers(one.values), errors: numbers(one.errors), theory: numbers(one.theory), verdict: one.verdict }])) };
}
