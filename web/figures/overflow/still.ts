import { readOptions } from '../../state/options.ts';
import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { OPTION_TABLE } from './options.ts';
import { queryCurve, queryState, runCurve, runState, settingOf } from './query.ts';
import { overflowView } from './view.ts';

const nothing = (): void => {};

export const stillOverflow: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const options = readOptions(OPTION_TABLE, option).values;
  const setting = settingOf(params, options);
  const state = { params, setting, result: await runState(engine, queryState(params, options, 'resting')) };
  const curve = { params, setting, result: await runCurve(engine, queryCurve(params, options, 'resting')) };
  return overflowView({ ...still, params, options, logAlpha: Math.log2(alphaOf(params)), state, curve }, NO_ACTIONS, { change: nothing, moveEntries: nothing, typeEntries: nothing, typeLogits: nothing }, strings);
};
