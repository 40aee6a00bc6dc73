import { readOptions } from '../../state/options.ts';
import { NO_ACTIONS, STANDARD, type StillFigure, type StillState } from '../still.ts';
import { OPTION_TABLE } from './options.ts';
import { drawRequest, queryPipeline, runPipeline } from './query.ts';
import { pipelineView } from './view.ts';

const nothing = (): void => {};

/** The step that a still picture is worth most at: the weights, each row with its sum. */
const AT_THE_WEIGHTS: StillState = { ...STANDARD, option: (name) => (name === 'step' ? 'softmax' : null) };

export const stillPipeline: StillFigure = async (engine, strings, still, { params, option } = AT_THE_WEIGHTS) => {
  const options = readOptions(OPTION_TABLE, option).values;
  const drawn = (await engine.call('dotProductSample', drawRequest(params.seed))).logits;
  const result = await runPipeline(engine, queryPipeline(params, options), drawn);
  const first = { row: 0, column: 0 };
  return pipelineView(
    {
      ...still, params, options, answered: { options, headCount: params.headCount, result }, active: first, stops: { q: first, k: first, v: first, step: first },
      set: nothing, typeSize: nothing, enterEntry: nothing, commitEntry: nothing, pasteBlock: nothing, restore: nothing, hover: nothing, enter: nothing, toggle: nothing,
    },
    NO_ACTIONS,
    strings,
  );
};
