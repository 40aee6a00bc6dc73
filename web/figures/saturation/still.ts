import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { queryCurve, queryState, runCurve, runState } from './query.ts';
import { saturationView } from './view.ts';

export const stillSaturation: StillFigure = async (engine, strings, still, { params } = STANDARD) => {
  const state = { params, result: await runState(engine, queryState(params, 'resting')) };
  const curve = { params, result: await runCurve(engine, queryCurve(params, 'resting')) };
  return saturationView({ ...still, params, logAlpha: Math.log2(alphaOf(params)), state, curve }, NO_ACTIONS, strings);
};
