import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { queryRow, queryStrip, runRow, runStrip } from './query.ts';
import { openingView } from './view.ts';

export const stillOpening: StillFigure = async (engine, strings, still, { params } = STANDARD) => {
  const row = { params, result: await runRow(engine, queryRow(params)) };
  const strip = await runStrip(engine, queryStrip(params));
  return openingView({ ...still, params, logAlpha: Math.log2(alphaOf(params)), row, strip }, NO_ACTIONS, strings);
};
