// Sums over rows: of raw scores and of weights. One pass a block; means first, then squares about them.
import { exp, log } from './elementary.ts';

/** A weight above this holds a row nearly alone. */
export const SATURATED = 0.9;

export interface Sums {
  /** Rows that see a key; the others have no softmax. */
  rowsSeen: number;
  /** Pairs of a query and a key that it sees. */
  pairs: number;
  scoreMean: number;
  scoreStd: number;
  /** Spread within rows (over m − 1 each), before dividing; NaN where no row has two keys. */
  rowStd: number;
  /** Over all pairs, masked ones too: they are computed as well. */
  largestScore: number;
  maxWeight: number;
  entropy: number;
  /** Mean of e^H. */
  effectiveKeys: number;
  saturatedShare: number;
  /** Mean of tr J and of |J|_F², J = diag(p) − ppᵀ. */
  jacobianTrace: number;
  jacobianSquares: number;
  /** How many keys rows see: numbers of keys (evenly spread in their logarithm), and what share of rows stands for each. */
  lengths: { keys: number; share: number }[];
}

export class RowSums {
  #rows = 0;
  #pairs = 0;
  #mean = 0;
  #squares = 0;
  #within = 0;
  #free = 0;
  #largest = 0;
  #maxWeight = 0;
  #entropy = 0;
  #effective = 0;
  #saturated = 0;
  #trace = 0;
  #fro = 0;
  #counts: Float64Array;

  constructor(readonly keys: number) {
    this.#counts = new Float64Array(keys + 1);
  }

  /** Adds a block of rows. `masked`: −∞ among the scores is a key that is not seen. */
  add(scores: Float32Array, weights: ArrayLike<number>, seen: Int32Array, masked: boolean): void {
    const { keys } = this;
    for (let row = 0; row < seen.length; row += 1) {
      const at = row * keys;
      for (let j = 0; j < keys; j += 1) {
        const size = Math.abs(scores[at + j]!);
        if (size > this.#largest && size !== Number.POSITIVE_INFINITY) this.#largest = size;
      }
      const end = at + seen[row]!;
      let count = 0;
      let sum = 0;
      for (let i = at; i < end; i += 1) {
        const score = scores[i]!;
        if (masked && score === Number.NEGATIVE_INFINITY) continue;
        sum += score;
        count += 1;
      }
      if (count === 0) continue;
      const mean = sum / count;
      let squares = 0;
      for (let i = at; i < end; i += 1) {
        const score = scores[i]!;
        if (masked && score === Number.NEGATIVE_INFINITY) continue;
        squares += (score - mean) * (score - mean);
      }
      this.#merge(count, mean, squares);
      this.#weights(weights, at, end);
    }
  }

  #merge(count: number, mean: number, squares: number): void {
    const apart = mean - this.#mean;
    const total = this.#pairs + count;
    this.#squares += squares + (apart * apart * this.#pairs * count) / total;
    this.#mean += (apart * count) / total;
    this.#pairs = total;
    this.#within += squares;
    this.#free += count - 1;
    this.#rows += 1;
    this.#counts[count]! += 1;
  }

  #weights(weights: ArrayLike<number>, at: number, end: number): void {
    let largest = 0;
    let entropy = 0;
    let second = 0;
    let third = 0;
    for (let i = at; i < end; i += 1) {
      const p = weights[i]!;
      if (p === 0) continue;
      if (p > largest) largest = p;
      entropy -= p * log(p);
      second += p * p;
      third += p * p * p;
    }
    // Rounded weights may sum to a little more than 1.
    const h = Math.max(0, entropy);
    this.#maxWeight += largest;
    this.#entropy += h;
    this.#effective += exp(h);
    if (largest > SATURATED) this.#saturated += 1;
    this.#trace += Math.max(0, 1 - second);
    this.#fro += Math.max(0, second - 2 * third + second * second);
  }

  total(): Sums {
    const rows = this.#rows;
    const of = (sum: number): number => sum / rows;
    return {
      rowsSeen: rows, pairs: this.#pairs, scoreMean: this.#mean, scoreStd: Math.sqrt(this.#squares / this.#pairs), rowStd: Math.sqrt(this.#within / this.#free), largestScore: this.#largest,
      maxWeight: of(this.#maxWeight), entropy: of(this.#entropy), effectiveKeys: of(this.#effective), saturatedShare: of(this.#saturated), jacobianTrace: of(this.#trace), jacobianSquares: of(this.#fro),
      lengths: lengthsOf(this.#counts, rows),
    };
  }
}

const MOST_LENGTHS = 17;

/** Rows of many lengths (a causal mask) stood for by a few: each between two of these counts for both, linearly in ln m. */
export function lengthsOf(counts: Float64Array, rows: number): Sums['lengths'] {
  const present: number[] = [];
  counts.forEach((count, keys) => count > 0 && present.push(keys));
  if (present.length <= MOST_LENGTHS) return present.map((keys) => ({ keys, share: counts[keys]! / rows }));
  const [least, most] = [present[0]!, present.at(-1)!];
  const nodes = [...new Set(Array.from({ length: MOST_LENGTHS }, (_, i) => Math.round(least * exp(log(most / least) * (i / (MOST_LENGTHS - 1))))))];
  const shares = nodes.map(() => 0);
  let after = 1;
  for (const keys of present) {
    while (after < nodes.length - 1 && nodes[after]! < keys) after += 1;
    const [low, high] = [nodes[after - 1]!, nodes[after]!];
    const part = Math.min(1, Math.max(0, log(keys / low) / log(high / low)));
    shares[after - 1]! += (1 - part) * counts[keys]!;
    shares[after]! += part * counts[keys]!;
  }
  return nodes.map((keys, i) => ({ keys, share: shares[i]! / rows }));
}
