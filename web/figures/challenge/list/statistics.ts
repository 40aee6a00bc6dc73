// §2 and §3.4: what the dot product's law needs, and what breaks it.
import { divisorOf } from '../../../state/params.ts';
import { ask } from '../../asks.ts';
import { challenge, read } from '../types.ts';

/** Dimensions at which one rule must hold. */
const TWO = [64, 1024] as const;
const RHO = 0.5;

export const statisticsChallenges = [
  challenge({
    id: 'double-scale', section: 'attention',
    start: { params: { headDim: 64, keyCount: 8, divisor: 'root', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'weight-difference', high: 1e-6, from: 1e-8, to: 1, log: true, decimals: 4 }],
    query: ({ params }) => {
      const { headDim, keyCount, seed } = params;
      const root = Math.sqrt(headDim);
      const row = (divisor: number) => ask('attentionRow', { headDim, keyCount, seed, row: 0, divisor });
      // The query comes divided by √d_k already; the reader's divisor comes on top.
      return { right: row(root), theirs: row(root * divisorOf(params)) };
    },
    judge({ right, theirs }) {
      const difference = right.weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - (theirs.weights[i] ?? 0))), 0);
      return { readings: [read(this.targets[0], difference)] };
    },
    solution: [{ params: { divisor: '1' } }],
  }),
  challenge({
    id: 'three-hundred', section: 'statistics',
    start: { params: { headDim: 300, keyCount: 8, divisor: 'dk', seed: 7 } },
    controls: ['divisor'],
    targets: [{ name: 'spread', low: 0.97, high: 1.03, from: 1 / 64, to: 64, log: true, decimals: 3 }],
    query: ({ params }) => ({ sample: ask('saturationSample', { headDim: params.headDim, keyCount: params.keyCount, seed: params.seed, divisors: Float64Array.of(divisorOf(params)), budget: 4e6, minRows: 1000, maxRows: 4000 }) }),
    judge({ sample }, { params }) {
      return { readings: [read(this.targets[0], Math.sqrt(sample.scoreVariance) / divisorOf(params))] };
    },
    solution: [{ params: { divisor: 'root' } }],
  }),
  challenge({
    id: 'fat-tails', section: 'statistics',
    start: { params: { headDim: 8, divisor: 'root', seed: 7 } },
    controls: ['entries', 'dk'],
    targets: [{ name: 'excess-kurtosis', low: 2.5, from: -2, to: 12 }, { name: 'variance', low: 0.9, high: 1.1, from: 0.5, to: 1.5, decimals: 3 }],
    query: ({ params, options }) => ({
      pairs: ask('dotProductSample', { headDim: params.headDim, pairs: Math.round(Math.min(50_000, Math.max(1000, 4e6 / params.headDim))), seed: params.seed, divisor: divisorOf(params), entries: options.entries, bins: 0 }),
    }),
    judge({ pairs }) {
      return { readings: [read(this.targets[0], pairs.excessKurtosis, pairs.excessKurtosisError), read(this.targets[1], pairs.variance, pairs.varianceError)] };
    },
    solution: [{ options: { entries: 'laplace' } }],
  }),
  challenge({
    id: 'one-rule', section: 'statistics',
    start: { params: { headDim: TWO[0], divisor: 'root', seed: 7 } },
    controls: ['divisor'],
    targets: TWO.map((headDim) => ({ name: `mean-${headDim}`, low: 0.4, high: 0.6, from: 1 / 64, to: 64, log: true, decimals: 3 })),
    query: ({ params }) => {
      const at = (headDim: number) => ask('dotProductSample', { headDim, pairs: 4000, seed: params.seed, divisor: divisorOf({ ...params, headDim }), correlation: RHO, bins: 0 });
      return { low: at(TWO[0]), high: at(TWO[1]) };
    },
    judge({ low, high }) {
      return { readings: [low, high].map((sample, i) => read(this.targets[i], sample.mean, sample.meanError)) };
    },
    solution: [{ params: { divisor: 'dk' } }],
  }),
  challenge({
    id: 'common-shift', section: 'statistics',
    start: { params: { headDim: 64, keyCount: 64, divisor: 'root', seed: 7 }, options: { rho: RHO } },
    controls: ['rho', 'scope'],
    targets: [{ name: 'row-spread', low: 0.58, high: 0.62, from: 0, to: 1.5, decimals: 3 }],
    query: ({ params: { headDim, keyCount, seed }, options: { rho, scope } }) => ({
      rows: ask('dotProductRows', { headDim, keyCount, seed, rows: 1000, divisor: Math.sqrt(headDim), correlation: rho, allKeys: scope === 'all' }),
    }),
    judge({ rows }) {
      const spread = Math.sqrt(rows.rowVariance);
      return { readings: [read(this.targets[0], spread, rows.rowVarianceError / (2 * spread))] };
    },
    solution: [{ options: { rho: 0.8, scope: 'all' } }],
  }),
];
