// §3.2: what overflows, and what cures it.
import { divisorOf } from '../../../state/params.ts';
import { ask } from '../../asks.ts';
import { challenge, read, type Judged, type State } from '../types.ts';

const ROWS = { rows: 500, budget: 3e5 } as const;
const SICK = 0.5;
/** Fewer than one row of a thousand. */
const CURED = 0.001;

const share = ({ params, options }: State, own: Partial<State['options']> = {}) => {
  const { format, algorithm, order } = { ...options, ...own };
  return ask('overflowShare', { ...ROWS, headDim: params.headDim, keyCount: params.keyCount, seed: params.seed, divisor: divisorOf(params), format, algorithm, order });
};

/** What alone was changed against the sick state, if it is one thing. */
function cureOf({ options }: State, stillSick: boolean): string | undefined {
  const other = options.format !== 'float16';
  const subtracted = options.algorithm !== 'naive';
  if (other || subtracted) return stillSick && other !== subtracted ? (other ? 'format' : 'algorithm') : undefined;
  return 'divisor';
}

export const stabilityChallenges = [
  challenge({
    id: 'overflow-twice', section: 'stability',
    start: { params: { headDim: 64, keyCount: 512, divisor: 'root', seed: 7 } },
    controls: ['divisor', 'format', 'algorithm'],
    targets: [{ name: 'overflow-share', low: SICK, from: 0, to: 1, percent: true }, { name: 'overflow-share', high: CURED, from: 0, to: 1, percent: true }],
    // The second question: would the direct float16 overflow at this divisor? Then it is not the divisor that cures.
    query: (state) => ({ now: share(state), direct: share(state, { format: 'float16', algorithm: 'naive' }) }),
    judge({ now, direct }, state, memory): Judged {
      const value = now.any.share;
      const done = new Set(memory.done);
      if (!done.has('sick')) {
        if (value > SICK) done.add('sick');
      } else if (value < CURED) {
        const cure = cureOf(state, direct.any.share > SICK);
        if (cure) done.add(cure);
      }
      const cures = [...done].filter((name) => name !== 'sick').length;
      return {
        readings: [read(this.targets[memory.done.includes('sick') ? 1 : 0], value, now.any.error)],
        memory: { done: [...done] },
        steps: [{ key: 'sick', done: done.has('sick') }, { key: 'cure', done: cures > 0 }, { key: 'again', done: cures > 1 }],
      };
    },
    solution: [{ params: { divisor: '1' } }, { options: { algorithm: 'maxSubtracted' } }, { options: { algorithm: 'naive' }, params: { divisor: 'root' } }],
  }),
  challenge({
    id: 'half-product', section: 'stability',
    start: { params: { headDim: 64, keyCount: 64, divisor: 'root', seed: 7 }, options: { algorithm: 'maxSubtracted' } },
    controls: ['algorithm', 'order', 'divisor'],
    targets: [{ name: 'overflow-share', high: CURED, from: 0, to: 1, percent: true }],
    query: ({ params: { headDim, keyCount, seed, ...rest }, options: { algorithm, order } }) => ({
      now: ask('overflowShare', { headDim, keyCount, seed, divisor: divisorOf({ headDim, keyCount, seed, ...rest }), format: 'float16', algorithm, order, rows: 1000, budget: 3e5, entryStd: 64 }),
    }),
    judge({ now }) {
      return { readings: [read(this.targets[0], now.any.share, now.any.error)] };
    },
    solution: [{ options: { order: 'beforeOnQuery' } }],
  }),
];
