import type { ClaimMeasurement } from '../../engine/protocol_claims.ts';
import { STANDARD, type StillFigure } from '../still.ts';
import { askClaims, measurable, rowsOf } from './query.ts';
import { claimsView } from './view.ts';

const nothing = (): void => {};

/** The board of all claims, measured, and one section's in full, as the figure begins. */
export const stillClaims: StillFigure = async (engine, strings, still, { params } = STANDARD) => {
  const { seed } = params;
  const claims = await askClaims(engine);
  const results = new Map<number, ClaimMeasurement>();
  for (const { id } of claims.filter(measurable)) results.set(id, await engine.call('measureClaim', { id, seed }));
  const actions = { run: nothing, stop: nothing, choose: nothing, pick: nothing };
  return claimsView({ ...still, rows: rowsOf(claims, results, undefined), phase: 'done', measuring: undefined, seed, section: '3.1', picked: undefined, untouched: true }, actions, strings);
};
