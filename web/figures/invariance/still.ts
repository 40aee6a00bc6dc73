import { readOptions } from '../../state/options.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { OPTION_TABLE } from './options.ts';
import { queryCurve, queryState, runCurve, runState } from './query.ts';
import { invarianceView } from './view.ts';

export const stillInvariance: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const options = readOptions(OPTION_TABLE, option).values;
  const { quantity } = options;
  const state = { params, result: await runState(engine, queryState(params, 'resting')) };
  const curve = { params, quantity, result: await runCurve(engine, queryCurve(params, quantity, 'resting')) };
  return invarianceView({ ...still, params, options, state, curve, choose: () => {} }, NO_ACTIONS, strings);
};
