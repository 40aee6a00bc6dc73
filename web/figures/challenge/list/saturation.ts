// §3.1 and §3.3: how crowded the weights are, and on what it depends.
import { divisorOf, sigmaOf } from '../../../state/params.ts';
import { ask } from '../../asks.ts';
import { challenge, read } from '../types.ts';

const MODEL = { headDim: 16, divisor: 1 } as const;
/** Rows enough for a spread within one per cent. */
const SPREAD = { keyCount: 8, budget: 4e6, minRows: 1000, maxRows: 4000 } as const;

export const saturationChallenges = [
  challenge({
    id: 'eight-keys', section: 'saturation',
    start: { params: { headDim: 512, keyCount: 64, divisor: '1', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'effective-keys', low: 7.5, high: 8.5, from: 1, to: 64, log: true }],
    query: ({ params: { headDim, keyCount, seed, ...rest } }) => ({
      sample: ask('saturationSample', { headDim, keyCount, seed, divisors: Float64Array.of(divisorOf({ headDim, keyCount, seed, ...rest })), budget: 2e6, minRows: 1000, maxRows: 2000 }),
    }),
    judge({ sample }) {
      return { readings: [read(this.targets[0], sample.effectiveKeysMean[0] ?? 0, sample.effectiveKeysError[0])] };
    },
    solution: [{ params: { divisor: 8 } }],
  }),
  challenge({
    id: 'only-n', section: 'saturation',
    start: { params: { headDim: 64, keyCount: 8, divisor: '1', seed: 7 } },
    controls: ['keys'],
    targets: [{ name: 'max-weight', high: 0.7, from: 0.5, to: 1, decimals: 4 }],
    query: ({ params }) => ({ theory: ask('saturationTheory', { headDim: params.headDim, keyCount: params.keyCount, divisors: Float64Array.of(divisorOf(params)) }) }),
    judge({ theory }) {
      return { readings: [read(this.targets[0], theory.maxWeight[0] ?? 0)] };
    },
    solution: [{ params: { keyCount: 2048 } }],
  }),
  challenge({
    id: 'steepest', section: 'saturation',
    start: { params: { headDim: 64, keyCount: 512, divisor: 'root', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'steepness', low: 18, from: 0, to: 20, decimals: 1 }],
    query: ({ params }) => ({ slopes: ask('saturationAtSigma', { keyCount: params.keyCount, sigmas: Float64Array.of(sigmaOf(params), 1) }) }),
    judge({ slopes: { jacobianSquares } }) {
      return { readings: [read(this.targets[0], (jacobianSquares[0] ?? 0) / (jacobianSquares[1] ?? 1))] };
    },
    solution: [{ params: { divisor: 1.6 } }],
  }),
  challenge({
    id: 'same-spread', section: 'invariance',
    start: { params: { headDim: 1024, keyCount: 8, divisor: 64, seed: 7 } },
    controls: ['divisor', 'dk'],
    targets: [{ name: 'spread-ratio', low: 0.97, high: 1.03, from: 1 / 16, to: 16, log: true, decimals: 3 }, { name: 'dimension-ratio', low: 8, from: 1 / 16, to: 256, log: true, decimals: 1 }],
    query: ({ params }) => ({
      small: ask('saturationSample', { ...SPREAD, headDim: MODEL.headDim, seed: params.seed, divisors: Float64Array.of(MODEL.divisor) }),
      large: ask('saturationSample', { ...SPREAD, headDim: params.headDim, seed: params.seed, divisors: Float64Array.of(divisorOf(params)) }),
    }),
    judge({ small, large }, { params }) {
      const spread = Math.sqrt(large.scoreVariance) / divisorOf(params);
      return { readings: [read(this.targets[0], (spread * MODEL.divisor) / Math.sqrt(small.scoreVariance)), read(this.targets[1], params.headDim / MODEL.headDim)] };
    },
    solution: [{ params: { divisor: 8 } }],
  }),
];
