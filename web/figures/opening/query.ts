// From the reader's parameters to what the engine is asked: one row of 16 keys at the divisor in force, and at the nine stops of the film strip.
import type { EngineClient } from '../../engine/engine.ts';
import type { AttentionRow, AttentionRowRequest } from '../../engine/protocol.ts';
import { divisorOf, type Params } from '../../state/params.ts';
import { AXIS } from '../divisor_axis.ts';

/** The figure's own keys: few enough to tell each by its name. */
export const KEY_COUNT = 16;

/** α of the film strip's states, evenly over the divisor's axis. */
const STATES = 9;
export const STOPS = Float64Array.from({ length: STATES }, (_, i) => 2 ** ((2 * AXIS * i) / (STATES - 1) - AXIS));

export function queryRow({ headDim, seed, ...others }: Params): AttentionRowRequest {
  return { headDim, keyCount: KEY_COUNT, seed, divisor: divisorOf({ headDim, seed, ...others }), row: 0 };
}

/** Does not depend on the divisor. */
export function queryStrip({ headDim, seed }: Params): AttentionRowRequest[] {
  return Array.from(STOPS, (alpha) => ({ headDim, keyCount: KEY_COUNT, seed, divisor: alpha * Math.sqrt(headDim), row: 0 }));
}

export const rowKey = ({ headDim, seed, divisor }: AttentionRowRequest): string => [headDim, seed, divisor].join(' ');
export const stripKey = ([first]: readonly AttentionRowRequest[]): string => (first ? [first.headDim, first.seed].join(' ') : '');

export const runRow = (engine: EngineClient, request: AttentionRowRequest): Promise<AttentionRow> => engine.call('attentionRow', request);

/** The weights of each stop. */
export async function runStrip(engine: EngineClient, requests: readonly AttentionRowRequest[]): Promise<Float32Array[]> {
  const rows = await Promise.all(requests.map((request) => engine.call('attentionRow', request)));
  return rows.map(({ weights }) => weights);
}

/** The key with the largest score, which has the largest weight at every divisor. */
export const strongestOf = ({ scores }: AttentionRow): number => scores.reduce((best, score, i) => (score > (scores[best] ?? -Infinity) ? i : best), 0);
