import { readOptions } from '../../state/options.ts';
import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { GRADIENT_OPTIONS, queryCurve, queryState, runCurve, runState } from './query.ts';
import { gradientView } from './view.ts';

export const stillGradient: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const state = { params, result: await runState(engine, queryState(params, 'resting')) };
  const curve = { params, result: await runCurve(engine, queryCurve(params, 'resting')) };
  return gradientView({ ...still, params, of: readOptions(GRADIENT_OPTIONS, option).values.of, logAlpha: Math.log2(alphaOf(params)), state, curve, choose: () => {} }, NO_ACTIONS, strings);
};
