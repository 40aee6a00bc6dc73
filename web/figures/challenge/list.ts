// All challenges, in the article's order. A new one: its data in list/, its sentences in content/<language>/figures/challenge.json, its solutions in tests/web/challenges.test.ts.
import { CHALLENGE_OPTIONS, type ChallengeOptions } from './options.ts';
import { gradientChallenges } from './list/gradients.ts';
import { saturationChallenges } from './list/saturation.ts';
import { stabilityChallenges } from './list/stability.ts';
import { statisticsChallenges } from './list/statistics.ts';
import { trainingChallenges } from './list/training.ts';
import { readOptions } from '../../state/options.ts';
import { DEFAULTS, cleanPatch } from '../../state/params.ts';
import type { Challenge, Patch, State } from './types.ts';

const ORDER = ['attention', 'saturation', 'stability', 'invariance', 'statistics', 'larger', 'smaller-gradients'];

export const CHALLENGES: readonly Challenge[] = [...saturationChallenges, ...stabilityChallenges, ...statisticsChallenges, ...gradientChallenges, ...trainingChallenges]
  .sort((a, b) => ORDER.indexOf(a.section) - ORDER.indexOf(b.section));

export const challengeOf = (id: string | null): Challenge | undefined => CHALLENGES.find((one) => one.id === id);

const NO_OPTIONS: ChallengeOptions = readOptions(CHALLENGE_OPTIONS, () => null).values;

export const patched = ({ params, options }: State, patch: Patch): State => ({ params: { ...params, ...cleanPatch(patch.params ?? {}).patch }, options: { ...options, ...patch.options } });
export const startOf = ({ start }: Challenge): State => patched({ params: DEFAULTS, options: NO_OPTIONS }, start);
