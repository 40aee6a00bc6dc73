import { readOptions } from '../../state/options.ts';
import { alphaOf } from '../../state/params.ts';
import { NO_ACTIONS, STANDARD, type StillFigure } from '../still.ts';
import { DOT_PRODUCT_OPTIONS, queryRows, querySample, runRows, runSample } from './query.ts';
import { dotProductView } from './view.ts';

const nothing = (): void => {};

export const stillDotProduct: StillFigure = async (engine, strings, still, { params, option } = STANDARD) => {
  const options = readOptions(DOT_PRODUCT_OPTIONS, option).values;
  const request = querySample(params, options, 'resting');
  const answer = { params, options, request, result: await runSample(engine, request) };
  const rows = { rho: options.rho, keyCount: params.keyCount, scope: options.scope, result: await runRows(engine, queryRows(params, options, 'resting')) };
  return dotProductView({ ...still, params, options, logAlpha: Math.log2(alphaOf(params)), answer, rows }, NO_ACTIONS, { change: nothing, rest: nothing, type: nothing }, strings);
};
