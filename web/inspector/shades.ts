// A picture of a head's weights, at most so many points wide and high: each point is the largest weight of the cells under it.

export const MOST_POINTS = 256;

export interface Picture {
  rows: number;
  columns: number;
  /** Row after row; −1 where no cell is seen. */
  weights: Float32Array;
  /** How many queries and keys a point stands for, at most. */
  queriesPerPoint: number;
  keysPerPoint: number;
}

export class Shades {
  readonly #rows: number;
  readonly #columns: number;
  readonly #weights: Float32Array;

  constructor(
    readonly queries: number,
    readonly keys: number,
  ) {
    this.#rows = Math.min(queries, MOST_POINTS);
    this.#columns = Math.min(keys, MOST_POINTS);
    this.#weights = new Float32Array(this.#rows * this.#columns).fill(-1);
  }

  add(from: number, weights: ArrayLike<number>, seen: Int32Array): void {
    for (let row = 0; row < seen.length; row += 1) {
      const at = Math.floor(((from + row) * this.#rows) / this.queries) * this.#columns;
      for (let j = 0; j < seen[row]!; j += 1) {
        const point = at + Math.floor((j * this.#columns) / this.keys);
        const weight = weights[row * this.keys + j]!;
        if (weight > this.#weights[point]!) this.#weights[point] = weight;
      }
    }
  }

  picture(): Picture {
    return { rows: this.#rows, columns: this.#columns, weights: this.#weights, queriesPerPoint: Math.ceil(this.queries / this.#rows), keysPerPoint: Math.ceil(this.keys / this.#columns) };
  }
}

/** 256 steps from a tenth of an equal share (and less) to all of the weight, evenly in the logarithm. */
export function shadeOf(weight: number, keys: number): number {
  if (!(weight > 0)) return 0;
  const least = Math.log(0.1 / keys);
  return Math.max(0, Math.min(255, Math.round((255 * (Math.log(weight) - least)) / -least)));
}
