import { readOptions } from '../../state/options.ts';
import { STANDARD, type StillFigure } from '../still.ts';
import { TRAINING_OPTIONS, recipeOf, runRace } from './query.ts';
import { trainingView } from './view.ts';

const nothing = (): void => {};

/** The default recipe's race, finished. */
export const stillTraining: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const recipe = recipeOf(readOptions(TRAINING_OPTIONS, option).values, params.seed);
  const result = await runRace(engine, recipe);
  const actions = { run: nothing, pause: nothing, stop: nothing, choosePreset: nothing, change: nothing, typeRate: nothing };
  return trainingView({ ...still, recipe, phase: 'done', result }, actions, strings);
};
