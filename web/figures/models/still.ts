import { readOptions } from '../../state/options.ts';
import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { MODELS_OPTIONS, queryModels, runModels } from './query.ts';
import { modelsView } from './view.ts';

const nothing = (): void => {};

export const stillModels: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const result = await runModels(engine, queryModels(params, readOptions(MODELS_OPTIONS, option).values));
  const own = { choose: nothing, layer: nothing, scale: nothing, typed: nothing };
  return modelsView({ ...still, params, logAlpha: Math.log2(alphaOf(params)), result }, NO_ACTIONS, own, strings);
};
