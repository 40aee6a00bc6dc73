// What the snippets are run on, here and in the tests: matrices that a rule gives, so that every program can be given the same ones.

/** Uniform entries of variance 1 with three decimals; a plain linear congruence, as good as any for an example. */
export function entries(count: number, start: number): number[] {
  let state = start >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Number(((state / 2 ** 32 - 0.5) * 2 * Math.sqrt(3)).toFixed(3));
  });
}

/** Queries, keys, d_k of one head, heads. */
export const SIZE = { queries: 8, keys: 8, headDim: 64, heads: 8 } as const;
const { queries, keys, headDim, heads } = SIZE;

export const query = entries(queries * headDim, 3);
export const key = entries(keys * headDim, 5);

/** Of all heads side by side; its W_q is the identity, and its W_k turns the columns by this many, so that Q is x and K is x turned. */
export const wide = entries(queries * heads * headDim, 7);
export const TURN = 5;
/** x @ np.roll(np.eye(d_model), TURN, axis=1) */
export const turned = wide.map((_, i) => {
  const width = heads * headDim;
  const [row, column] = [Math.floor(i / width), i % width];
  return wide[row * width + ((column - TURN + width) % width)] ?? 0;
});

/** The columns of one head. */
export const headOf = (matrix: readonly number[], head: number): number[] => {
  const width = heads * headDim;
  return Array.from({ length: queries * headDim }, (_, i) => matrix[Math.floor(i / headDim) * width + head * headDim + (i % headDim)] ?? 0);
};

/** Forty in every entry: their product, 102 400, is more than float16 holds. Every other key is a little shorter, by what float16 can tell. */
export const forties = { query: Array.from({ length: headDim }, () => 40), key: Array.from({ length: keys * headDim }, (_, i) => (Math.floor(i / headDim) % 4 === 1 ? 40 : i % headDim < 8 ? 32 : 40)) };

/** A query that sees no key at all. */
export const allowed = Array.from({ length: keys }, () => false);
