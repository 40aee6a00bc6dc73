// §4.2.1: the 16-key look-up, one run of 400 steps.
import type { TrainingSteps } from '../../../engine/protocol_training.ts';
import { alphaOf } from '../../../state/params.ts';
import { CLIP } from '../options.ts';
import { ask } from '../../asks.ts';
import { challenge, read, type Judged, type State } from '../types.ts';

const STEPS = 400;
const FINAL_STEPS = 20;
/** Below it a run has learnt. */
const LEARNT = 0.5;
const MOST = 2;

const race = ({ params, options }: State) => ask('trainingSteps', {
  headDim: 64, inputDim: 16, keyCount: 16, batch: 32, seed: params.seed, alphas: Float64Array.of(alphaOf(params)), learningRates: Float64Array.of(options.lr),
  optimiser: options.optimiser, loss: options.loss, clip: options.clip ? CLIP : 0, qkNorm: options['qk-norm'], firstStep: 0, stepCount: STEPS,
});

function finalLoss({ loss }: TrainingSteps): number {
  const last = loss.data.slice(-FINAL_STEPS);
  return last.reduce((sum, one) => sum + one, 0) / last.length;
}

/** Whether nothing but the divisor differs from plain SGD at the rate that is usual here. */
const isPlain = ({ options }: State): boolean => options.optimiser === 'sgd' && options.lr === 5 && !options.clip && !options['qk-norm'];

export const trainingChallenges = [
  challenge({
    id: 'rescue', section: 'smaller-gradients',
    start: { params: { headDim: 64, divisor: 'root', seed: 7 } },
    controls: ['race-alpha', 'optimiser', 'lr', 'clip', 'qk-norm'],
    targets: [{ name: 'final-loss', low: LEARNT, from: 0, to: MOST, decimals: 3 }, { name: 'final-loss', high: LEARNT, from: 0, to: MOST, decimals: 3 }],
    query: (state) => ({ run: race(state) }),
    judge({ run }, state, memory): Judged {
      const loss = finalLoss(run);
      const alpha = alphaOf(state.params);
      const learnt = loss < LEARNT;
      // A loss that is no number counts as one that has not fallen.
      const failed = memory.done.includes('failed') || (isPlain(state) && alpha <= 1 / 4 && !learnt);
      const mark = memory.mark ?? (failed ? alpha : undefined);
      const rescued = memory.done.includes('rescued') || (failed && learnt && alpha === mark);
      return {
        readings: [read(this.targets[memory.done.includes('failed') ? 1 : 0], Number.isFinite(loss) ? loss : Number.POSITIVE_INFINITY)],
        memory: { done: [...(failed ? ['failed'] : []), ...(rescued ? ['rescued'] : [])], ...(mark === undefined ? {} : { mark }) },
        steps: [{ key: 'failed', done: failed }, { key: 'rescued', done: rescued }],
      };
    },
    solution: [{ params: { alpha: 1 / 4 } }, { options: { optimiser: 'adam', lr: 0.01 } }],
  }),
  challenge({
    id: 'real-explosion', section: 'smaller-gradients',
    start: { params: { headDim: 64, alpha: 1 / 16, seed: 7 } },
    controls: ['loss', 'race-alpha', 'lr'],
    targets: [{ name: 'finite-steps', high: STEPS - 1, from: 0, to: STEPS, decimals: 0 }],
    query: (state) => ({ run: race(state) }),
    judge({ run }) {
      const step = run.nonFiniteStep[0] ?? -1;
      return { readings: [read(this.targets[0], step < 0 ? STEPS : step)] };
    },
    solution: [{ options: { loss: 'ce' } }],
  }),
];
