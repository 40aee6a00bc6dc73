// The questions of the article, in its order. How to add one: docs/architecture.md, "Study".
import type { Estimate } from '../../engine/protocol.ts';
import { asking, type Call, type Choose, type Place, type Question, type Scale, type Sketch } from './question.ts';

const BUDGET = 3e7;
const numbers = (...values: number[]): Float64Array => Float64Array.from(values);
const weightAxis: Scale = { from: 0, to: 1, marks: [0, 0.25, 0.5, 0.75, 1] };
const range = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));

/** Where a rising or falling curve passes `level`, between its points, x on a logarithmic axis. */
export function crossing(points: readonly (readonly [x: number, y: number])[], level: number): number {
  const i = points.findIndex(([, y], at) => at > 0 && (y - level) * (points[at - 1]![1] - level) <= 0);
  const [[x0, y0], [x1, y1]] = [points[i - 1]!, points[i]!];
  return Math.exp(Math.log(x0) + ((level - y0) / (y1 - y0)) * (Math.log(x1) - Math.log(x0)));
}

const introduction: Place = {
  id: 'introduction', kind: 'place', scale: weightAxis,
  write: (strings, value) => strings.fixed(value, 2),
  ...asking([
    { name: 'saturationTheory', request: { headDim: 64, keyCount: 512, divisors: numbers(1, 8) } },
    { name: 'saturationSample', request: { headDim: 64, keyCount: 512, seed: 1, divisors: numbers(1), budget: BUDGET, minRows: 100, maxRows: 1000 } },
  ], ([theory, sample]) => ({
    values: [theory.maxWeight[0]!], numbers: { scaled: theory.maxWeight[1]!, measured: sample.maxWeightMean[0]!, error: sample.maxWeightError[0]! },
  })),
};

const matrix = (rows: number, columns: number, ...data: number[]) => ({ rows, columns, data: Float32Array.from(data) });
const inputs = { query: matrix(2, 2, 1, -0.5, 0.3, 2), key: matrix(3, 2, 0.7, 1.1, -1.2, 0.4, 0.9, -0.8), wantOutput: true };
const largest = (a: ArrayLike<number>, b: ArrayLike<number>): number => Array.from(a, (value, i) => Math.abs(value - b[i]!)).reduce((most, one) => Math.max(most, one), 0);

const attention: Choose = {
  id: 'attention', kind: 'choose', options: 3, bars: { from: 0, to: 5, marks: [] },
  write: (strings, value) => (value === 0 ? '0' : strings.fixed(value, 2)),
  ...asking([
    { name: 'attentionForward', request: { ...inputs, value: matrix(3, 2, 1, 0, 0, 1, 1, 1) } },
    { name: 'attentionForward', request: { ...inputs, value: matrix(3, 2, -2, 4, 3, -1, 0, 5) } },
  ], ([one, other]) => {
    const values = [largest(one.weights.data, other.weights.data), largest(one.output.data, other.output.data)];
    return { values, answer: values[0]! > 0 ? 0 : values[1]! > 0 ? 1 : 2 };
  }),
};

const DIMS = [4, 16, 64, 256, 1024, 4096];

const saturation: Sketch = {
  id: 'saturation', kind: 'sketch', at: DIMS, x: { from: 4, to: 4096, log: true, marks: DIMS }, y: weightAxis,
  write: (strings, value) => strings.fixed(value, 2),
  ...asking(range(21, (i) => ({ name: 'saturationTheory' as const, request: { headDim: Math.round(4 * 2 ** (i / 2)), keyCount: 8, divisors: numbers(1) } })), (curve) => ({
    values: DIMS.map((_, i) => curve[4 * i]!.maxWeight[0]!),
    curves: [{ name: 'truth', points: curve.map((one, i) => [Math.round(4 * 2 ** (i / 2)), one.maxWeight[0]!] as const) }],
  })),
};

const jacobian: Choose = {
  id: 'jacobian', kind: 'choose', options: 3, bars: { from: 0, to: 0.1, marks: [] }, zones: ['ok', 'small'],
  write: (strings, value) => strings.fixed(value, 4),
  ...asking([{ name: 'saturationAtSigma', request: { keyCount: 512, sigmas: numbers(1, 8) } }], ([{ jacobianSquares }]) => {
    const ratio = jacobianSquares[1]! / jacobianSquares[0]!;
    return { values: [...jacobianSquares], answer: ratio < 0.8 ? 0 : ratio <= 1.25 ? 1 : 2, numbers: { ratio } };
  }),
};

const flatter: Choose = {
  id: 'flatter', kind: 'choose', options: 3, bars: weightAxis, zones: ['ok', 'large'],
  write: (strings, value) => strings.fixed(value, 3),
  ...asking([{ name: 'saturationAtSigma', request: { keyCount: 64, sigmas: numbers(1, 1 / 16) } }], ([{ jacobianTrace }]) => {
    const ratio = jacobianTrace[1]! / jacobianTrace[0]!;
    return { values: [...jacobianTrace], answer: ratio < 0.8 ? 0 : ratio <= 1.25 ? 1 : 2, numbers: { grown: ratio } };
  }),
};

/** The usual one, then finely where half of the rows overflow. */
const OVERFLOWING = [64, ...range(33, (i) => Math.round(512 * 2 ** (i / 16)))];

const stability: Place = {
  id: 'stability', kind: 'place', scale: { from: 1, to: 4096, log: true, marks: [1, 16, 64, 256, 1024, 4096] },
  write: (strings, value) => strings.fixed(value, 0),
  ...asking(OVERFLOWING.map((headDim) => ({ name: 'overflowProbability' as const, request: { headDim, keyCount: 512, format: 'float32' as const, divisors: numbers(1) } })), (shares) => ({
    values: [crossing(OVERFLOWING.map((headDim, i) => [headDim, shares[i]!.row[0]!] as const), 0.5)], numbers: { usual: shares[0]!.row[0]! },
  })),
};

const invariance: Place = {
  id: 'invariance', kind: 'place', scale: { from: 0.01, to: 10, log: true, marks: [0.01, 0.1, 1, 10] },
  write: (strings, value) => strings.short(value, 3),
  ...asking([{ name: 'dotProductSample', request: { headDim: 300, pairs: 10000, seed: 1, divisor: 300 } }], ([{ variance, varianceError, theoryVariance }]) => {
    const spread = Math.sqrt(variance);
    return { values: [Math.sqrt(theoryVariance)], numbers: { measured: spread, error: varianceError / (2 * spread), root: Math.sqrt(300) } };
  }),
};

const rows = (correlation: number, allKeys: boolean) => ({ name: 'dotProductRows' as const, request: { headDim: 64, rows: 1000, keyCount: 64, seed: 1, divisor: 8, correlation, allKeys } });

const statistics: Choose = {
  id: 'statistics', kind: 'choose', options: 3, bars: { from: 0, to: 0.5, marks: [] }, zones: ['ok', 'ok', 'ok'],
  write: (strings, value) => strings.fixed(value, 3),
  ...asking([rows(0, true), rows(0.5, true), rows(0.5, false)], (all) => {
    const estimates: Estimate[] = all.map(({ maxWeight, maxWeightError }) => ({ mean: maxWeight, error: maxWeightError }));
    const [none, every] = estimates;
    const sure = 3 * Math.hypot(none!.error, every!.error);
    return {
      values: estimates.map(({ mean }) => mean), errors: estimates.map(({ error }) => error),
      answer: every!.mean > none!.mean + sure ? 0 : every!.mean < none!.mean - sure ? 2 : 1, numbers: { none: none!.mean, every: every!.mean },
    };
  }),
};

const larger: Place = {
  id: 'larger', kind: 'place', scale: weightAxis,
  write: (strings, value) => strings.fixed(value, 2),
  ...asking([{ name: 'plantedKey', request: { headDim: 64, keyCount: 64, alphas: numbers(1, 4), rows: 2000, seed: 1 } }], ([{ weight, error, accuracy }]) => ({
    values: [weight[1]!], errors: [error[1]!], numbers: { before: weight[0]!, accuracy: 100 * accuracy },
  })),
};

const DIVISORS = range(129, (i) => 2 ** (i / 16 - 2));

const smaller: Place = {
  id: 'smaller', kind: 'place', scale: { from: 0.25, to: 64, log: true, marks: [0.25, 1, 8, 64] }, markNames: { 8: '8 = √d_k', 64: 'd_k = 64' },
  write: (strings, value) => strings.fixed(value, 2),
  ...asking([
    { name: 'saturationTheory', request: { headDim: 64, keyCount: 512, divisors: Float64Array.from(DIVISORS) } },
    { name: 'jacobianLimits', request: { keyCount: 512, sigmas: numbers(1) } },
  ], ([{ maxWeight }, { freezingSigma }]) => {
    const half = crossing(DIVISORS.map((divisor, i) => [divisor, maxWeight[i]!] as const), 0.5);
    return { values: [half], numbers: { threshold: 8 / freezingSigma, smaller: 8 / half } };
  }),
};

const ALPHAS = [1 / 64, 1 / 16, 1 / 4, 1, 4, 16];

const gradients: Sketch = {
  id: 'gradients', kind: 'sketch', at: ALPHAS, x: { from: 1 / 64, to: 16, log: true, marks: ALPHAS }, y: { from: 1e-7, to: 10, log: true, marks: [1e-6, 1e-4, 0.01, 1] },
  write: (strings, value) => strings.short(value, 2),
  ...asking([{ name: 'gradientStatistics', request: { headDim: 64, keyCount: 64, alphas: Float64Array.from(ALPHAS), rows: 4000, seed: 1, budget: BUDGET, stripRows: 0 } }], ([{ gradQuery }]) => ({
    values: [...gradQuery.median],
    curves: [
      { name: 'mean', points: ALPHAS.map((alpha, i) => [alpha, gradQuery.mean[i]!] as const) },
      { name: 'truth', points: ALPHAS.map((alpha, i) => [alpha, gradQuery.median[i]!] as const) },
    ],
    numbers: { mean: gradQuery.mean[0]!, median: gradQuery.median[0]! },
  })),
};

const STEPS = 400;
const RUNS = [1 / 4, 1, 4];
/** The mean loss of ten steps, and how many of those say where a run ended. */
const WINDOW = 10;

const training: Choose = {
  id: 'training', kind: 'choose', options: 4, x: { from: 0, to: STEPS, marks: [0, 200, 400] }, y: { from: 0.01, to: 2, log: true, marks: [0.01, 0.1, 1] },
  write: (strings, value) => strings.fixed(value, 3),
  ...asking([{ name: 'trainingSteps', request: { headDim: 64, inputDim: 16, keyCount: 16, batch: 32, alphas: Float64Array.from(RUNS), learningRates: numbers(5), optimiser: 'sgd', loss: 'mse', clip: 0, qkNorm: false, seed: 1, firstStep: 0, stepCount: STEPS } }], ([{ loss }]) => {
    const averaged = RUNS.map((_, run) => range(STEPS / WINDOW, (i) => range(WINDOW, (j) => loss.data[run * STEPS + i * WINDOW + j]!).reduce((sum, one) => sum + one / WINDOW, 0)));
    const values = averaged.map((run) => (run.at(-1)! + run.at(-2)!) / 2);
    // The article's own measure: it has learnt when the loss is below 0.5.
    const failed = values.flatMap((value, i) => (value < 0.5 ? [] : [i]));
    return {
      values, answer: failed.length === 1 ? failed[0]! : 3, numbers: { one: values[1]!, four: values[2]! },
      curves: averaged.map((run, i) => ({ name: `bar.${i}`, points: run.map((value, j) => [(j + 0.5) * WINDOW, value] as const) })),
    };
  }),
};

const rule = (name: 't5' | 'none' | 'vaswani') => ({ name: 'modelRule' as const, request: { name, headDim: 64, keyCount: 512, layer: 1, scale: 0 } });

const summary: Choose = {
  id: 'summary', kind: 'choose', options: 3, bars: { from: 0, to: 1.25, marks: [] }, zones: ['ok', 'small', 'ok'],
  write: (strings, value) => strings.short(value, 3),
  ...asking([rule('t5'), rule('none'), rule('vaswani')], (models) => {
    const values = models.map(({ alpha }) => alpha);
    const ratio = values[0]! / values[2]!;
    return { values, answer: ratio < 0.99 ? 0 : ratio > 1.01 ? 2 : 1 };
  }),
};

export const QUESTIONS: Readonly<Record<string, Question>> = Object.fromEntries(
  [introduction, attention, saturation, jacobian, stability, invariance, statistics, larger, flatter, smaller, gradients, training, summary].map((question) => [question.id, question]),
);

/** What the engine is asked for a question. */
export const queryOf = ({ calls }: Question): readonly Call[] => calls;
