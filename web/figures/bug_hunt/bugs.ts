// The bugs: which line does what, and how the engine computes what the program gives with its bug and without. The programs are in programs/.
// A new one: two files there (one line differs), an entry here, its sentences in content/<language>/figures/bug-hunt.json, its run in tests/web/bugs.test.ts.
import type { EngineMatrix } from '../../engine/protocol_attention.ts';
import { ask, type Answers, type Asks } from '../asks.ts';
import { SIZE, allowed, forties, headOf, key, query, turned, wide } from './inputs.ts';

/** What a line does, and does right; '' for a line that says nothing. `bug` is the one. */
export type LineKind = '' | 'bug' | 'import' | 'comment' | 'signature' | 'shape' | 'heads' | 'project' | 'product' | 'root' | 'cast' | 'max' | 'exp' | 'normalise' | 'guarded' | 'output' | 'loop' | 'running';

export interface Effect {
  /** One number a bar; NaN is drawn as such. */
  wrong: number[];
  right: number[];
  /** Where bars should all end. */
  level?: number;
}

export interface Bug<A extends Asks = Asks> {
  id: string;
  language: 'NumPy' | 'PyTorch' | 'C++';
  file: string;
  /** The section of the article that tells why. */
  section: string;
  kinds: readonly LineKind[];
  query(): A;
  effect(answers: Answers<A>): Effect;
}

const bug = <const A extends Asks>(one: Bug<A>): Bug => one as unknown as Bug;

const { queries, keys, headDim, heads } = SIZE;
const matrix = (data: readonly number[], columns = headDim): EngineMatrix => ({ rows: data.length / columns, columns, data: Float32Array.from(data) });
const forward = (q: readonly number[], k: readonly number[], divisor: number) => ask('attentionForward', { query: matrix(q), key: matrix(k), divisor, wantOutput: false });
const root = Math.sqrt(headDim);
/** The weights of the first query. */
const firstRow = ({ columns, data }: EngineMatrix): number[] => [...data.subarray(0, columns)];
const first = ({ wrong, right }: { wrong: { weights: EngineMatrix }; right: { weights: EngineMatrix } }): Effect => ({ wrong: firstRow(wrong.weights), right: firstRow(right.weights) });

export const BUGS: readonly Bug[] = [
  bug({
    id: 'model-width', language: 'NumPy', file: 'model-width.py', section: 'attention',
    kinds: ['import', '', 'signature', 'shape', 'heads', 'project', 'project', 'product', 'bug', 'max', 'exp', 'normalise'],
    query: () => ({ wrong: forward(headOf(wide, 0), headOf(turned, 0), Math.sqrt(heads * headDim)), right: forward(headOf(wide, 0), headOf(turned, 0), root) }),
    effect: first,
  }),
  bug({
    id: 'no-scale', language: 'PyTorch', file: 'no-scale.py', section: 'saturation',
    kinds: ['import', '', 'signature', 'bug', 'max', 'exp', 'normalise', 'output'],
    query: () => ({ wrong: forward(query, key, 1), right: forward(query, key, root) }),
    effect: first,
  }),
  bug({
    id: 'scaled-twice', language: 'NumPy', file: 'scaled-twice.py', section: 'attention',
    kinds: ['import', '', 'comment', 'signature', 'project', 'bug', 'max', 'exp', 'normalise', 'output'],
    query: () => ({ wrong: forward(query, key, root * root), right: forward(query, key, root) }),
    effect: first,
  }),
  bug({
    id: 'float16-product', language: 'NumPy', file: 'float16-product.py', section: 'stability',
    kinds: ['import', '', 'signature', 'root', 'bug', 'cast', 'max', 'exp', 'normalise', 'output'],
    query: () => {
      const row = (order: 'after' | 'beforeOnQuery') => ask('formatAttentionRow', {
        format: 'float16', algorithm: 'maxSubtracted', order, divisor: root, query: Float64Array.from(forties.query), key: { rows: keys, columns: headDim, data: Float64Array.from(forties.key) },
      });
      return { wrong: row('after'), right: row('beforeOnQuery') };
    },
    effect: ({ wrong, right }) => ({ wrong: [...wrong.weights], right: [...right.weights] }),
  }),
  bug({
    id: 'wrong-axis', language: 'PyTorch', file: 'wrong-axis.py', section: 'attention',
    kinds: ['import', '', 'signature', 'root', 'product', 'bug', 'output'],
    // Softmax down the columns is that of the keys over the queries, turned on its side.
    query: () => ({ wrong: forward(key, query, root), right: forward(query, key, root) }),
    effect: ({ wrong, right }) => {
      const sum = (row: number, weight: (row: number, column: number) => number): number => Array.from({ length: keys }, (_, column) => weight(row, column)).reduce((all, one) => all + one, 0);
      const rows = Array.from({ length: queries }, (_, i) => i);
      return {
        wrong: rows.map((i) => sum(i, (row, column) => wrong.weights.data[column * queries + row] ?? 0)),
        right: rows.map((i) => sum(i, (row, column) => right.weights.data[row * keys + column] ?? 0)), level: 1,
      };
    },
  }),
  bug({
    id: 'finite-mask', language: 'C++', file: 'finite-mask.cpp', section: 'attention',
    kinds: ['comment', 'signature', '', 'root', 'running', 'loop', 'product', 'bug', 'max', '', 'exp', 'guarded', ''],
    query: () => {
      const row = query.slice(0, headDim);
      // All keys at one and the same finite logit: what a row of masks of −10 000 is.
      const level = ask('formatSoftmax', { format: 'float32', algorithm: 'maxSubtracted', logits: { rows: 1, columns: keys, data: new Float64Array(keys).fill(-10_000) } });
      return { wrong: level, right: ask('attentionForward', { query: matrix(row), key: matrix(key), divisor: root, wantOutput: false, mask: 'allow', allow: { rows: 1, columns: keys, data: Uint8Array.from(allowed, Number) } }) };
    },
    effect: ({ wrong, right }) => ({ wrong: [...wrong.weights.data], right: firstRow(right.weights) }),
  }),
  bug({
    id: 'whole-width', language: 'C++', file: 'whole-width.cpp', section: 'invariance',
    kinds: ['comment', 'signature', 'running', 'loop', 'bug', 'max', '', 'exp', 'normalise', ''],
    query: () => ({ wrong: forward(query, key, headDim), right: forward(query, key, root) }),
    effect: first,
  }),
];

export const bugOf = (id: string | null): Bug | undefined => BUGS.find((one) => one.id === id);
