// §4.1 and §4.2, at the start of training: a key that should stand out, and gradients whose mean and median part.
import { alphaOf, divisorOf, type Params } from '../../../state/params.ts';
import { ask } from '../../asks.ts';
import { challenge, read } from '../types.ts';

/** The α that the engine measures, and those that its theory knows. */
const alphaWithin = (params: Params, octaves: number): number => Math.min(2 ** octaves, Math.max(2 ** -octaves, alphaOf(params)));
const ROWS = 4000;
const P99 = 0.99;

function quantile(values: Float32Array, level: number): number {
  const sorted = Float32Array.from(values).sort();
  const at = level * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

export const gradientChallenges = [
  challenge({
    id: 'still-first', section: 'larger',
    start: { params: { headDim: 64, keyCount: 64, divisor: 'root', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'planted-weight', high: 0.05, from: 0, to: 1, decimals: 3 }, { name: 'planted-accuracy', low: 0.99, from: 0, to: 1, percent: true }],
    query: ({ params }) => ({ planted: ask('plantedKey', { headDim: params.headDim, keyCount: params.keyCount, seed: params.seed, alphas: Float64Array.of(alphaWithin(params, 12)), rows: 1000 }) }),
    judge({ planted }) {
      return { readings: [read(this.targets[0], planted.weight[0] ?? 0, planted.error[0]), read(this.targets[1], planted.accuracy)] };
    },
    solution: [{ params: { divisor: 'dk' } }],
  }),
  challenge({
    id: 'ceiling', section: 'larger',
    start: { params: { headDim: 64, keyCount: 4096, divisor: 'root', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'best-weight', low: 0.99, from: 0, to: 1, decimals: 4 }, { name: 'random-weight', high: 0.1, from: 0, to: 1, decimals: 3 }],
    query: ({ params }) => ({
      best: ask('qkNormBest', { headDim: params.headDim, keyCount: params.keyCount, alphas: Float64Array.of(alphaWithin(params, 12)) }),
      random: ask('saturationTheory', { headDim: params.headDim, keyCount: params.keyCount, divisors: Float64Array.of(divisorOf(params)) }),
    }),
    judge({ best, random }) {
      return { readings: [read(this.targets[0], best.weight[0] ?? 0), read(this.targets[1], random.maxWeight[0] ?? 0)] };
    },
    solution: [{ params: { divisor: 4.5 } }],
  }),
  challenge({
    id: 'silent-and-loud', section: 'smaller-gradients',
    start: { params: { headDim: 64, keyCount: 8, divisor: 'root', seed: 7 } },
    controls: ['dk', 'divisor'],
    targets: [{ name: 'grad-median', high: 1e-3, from: 1e-8, to: 10, log: true, decimals: 4 }, { name: 'grad-tail-ratio', low: 10, from: 0.1, to: 1000, log: true, decimals: 1 }],
    query: ({ params }) => ({
      gradients: ask('gradientStatistics', { headDim: params.headDim, keyCount: params.keyCount, seed: params.seed, alphas: Float64Array.of(alphaWithin(params, 18), 1), rows: ROWS, budget: 1e6, stripRows: ROWS }),
    }),
    judge({ gradients: { gradQuery, strip } }) {
      const [tail, root] = [0, 1].map((i) => quantile(strip.data.subarray(i * strip.columns, (i + 1) * strip.columns), P99)) as [number, number];
      return { readings: [read(this.targets[0], gradQuery.median[0] ?? 0), read(this.targets[1], tail / root)] };
    },
    solution: [{ params: { headDim: 1024, divisor: '1' } }],
  }),
];
