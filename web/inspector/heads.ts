// How a tensor is cut into heads: [n, d], [heads, n, d], [batch, heads, n, d], the same with positions before heads, or all heads side by
// side in the last axis (what q_proj puts out).
import type { Pair } from './pairs.ts';
import { InspectionProblem } from './problem.ts';
import { shapeText, type Tensor } from './tensor.ts';

export interface Layout {
  /** `heads`: [batch, heads, n, d]; `positions`: [batch, n, heads, d]. */
  first: 'heads' | 'positions';
  /** Into how many heads the last axis is cut; 1 leaves it whole. */
  split: number;
}

/** Limits of the engine's attentionForward. */
export const MOST_DIM = 4096;
export const MOST_KEYS = 65_536;
/** Heads that one file may have measured. */
export const MOST_HEADS = 4096;

/** A tensor seen as slabs (batch entries, or heads), each with rows of `side` heads next to one another. */
export interface View {
  tensor: Tensor;
  slabs: number;
  rows: number;
  /** Heads side by side in a row. */
  side: number;
  width: number;
}

export const headCount = ({ slabs, side }: View): number => slabs * side;

export function viewOf(tensor: Tensor, { first, split }: Layout): View {
  const { shape, name } = tensor;
  const wrong = (): InspectionProblem => new InspectionProblem('shape_dimensions', { tensor: name, shape: shapeText(shape) });
  if (shape.length < 2 || shape.length > 4) throw wrong();
  if (shape.includes(0)) throw new InspectionProblem('empty_tensor', { tensor: name, shape: shapeText(shape) });
  const last = shape.at(-1)!;
  if (last % split !== 0) throw new InspectionProblem('shape_split', { tensor: name, shape: shapeText(shape), width: last, split });
  const apart = first === 'positions' && shape.length > 2 && split === 1;
  const rows = apart ? shape.at(-3)! : shape.at(-2)!;
  const side = apart ? shape.at(-2)! : split;
  const slabs = shape.slice(0, apart ? -3 : -2).reduce((product, length) => product * length, 1);
  return { tensor, slabs, rows, side, width: last / split };
}

/** One head to measure. */
export type Head = { label: string; headDim: number | undefined; rows: number; keys: number } & ({ query: View; key: View; queryHead: number; keyHead: number } | { logits: View; head: number });

/** All heads of all pairs, or what is wrong with their shapes. */
export function headsOf(tensors: readonly Tensor[], pairs: readonly Pair[], layout: Layout): Head[] {
  const heads = pairs.flatMap((pair) => ('logits' in pair ? logitHeads(tensors[pair.logits]!, pair.label, layout) : pairHeads(tensors[pair.query]!, tensors[pair.key]!, pair.label, layout)));
  return heads.slice(0, MOST_HEADS);
}

const labelled = (label: string, index: number, count: number, batches: number): string => {
  if (count === 1) return label;
  const per = count / batches;
  return `${label} · ${batches > 1 && Number.isInteger(per) ? `${Math.floor(index / per)}.${index % per}` : index}`;
};

const batchesOf = (tensor: Tensor): number => (tensor.shape.length === 4 ? tensor.shape[0]! : 1);

function pairHeads(queries: Tensor, keys: Tensor, label: string, layout: Layout): Head[] {
  const query = viewOf(queries, layout);
  // Grouped queries share keys: there may be fewer heads of keys, side by side, too.
  const split = layout.split > 1 ? Math.max(1, Math.round((keys.shape.at(-1) ?? 1) / query.width)) : 1;
  const key = viewOf(keys, { ...layout, split });
  const names = { query: queries.name, key: keys.name, queryShape: shapeText(queries.shape), keyShape: shapeText(keys.shape) };
  if (query.width !== key.width) throw new InspectionProblem('shape_widths', { ...names, queryWidth: query.width, keyWidth: key.width });
  const [many, few] = [headCount(query), headCount(key)];
  if (many % few !== 0) throw new InspectionProblem('shape_heads', { ...names, queryHeads: many, keyHeads: few });
  if (query.width > MOST_DIM) throw new InspectionProblem('dimension_too_large', { tensor: queries.name, d: query.width, most: MOST_DIM });
  if (key.rows > MOST_KEYS) throw new InspectionProblem('too_many_keys', { tensor: keys.name, n: key.rows, most: MOST_KEYS });
  return Array.from({ length: Math.min(many, MOST_HEADS) }, (_, i) => ({
    label: labelled(label, i, many, batchesOf(queries)), headDim: query.width, rows: query.rows, keys: key.rows, query, key, queryHead: i, keyHead: Math.floor(i / (many / few)),
  }));
}

function logitHeads(tensor: Tensor, label: string, { first }: Layout): Head[] {
  const logits = viewOf(tensor, { first, split: 1 });
  if (logits.width > MOST_KEYS) throw new InspectionProblem('too_many_keys', { tensor: tensor.name, n: logits.width, most: MOST_KEYS });
  return Array.from({ length: Math.min(headCount(logits), MOST_HEADS) }, (_, i) => ({
    label: labelled(label, i, headCount(logits), batchesOf(tensor)), headDim: undefined, rows: logits.rows, keys: logits.width, logits, head: i,
  }));
}

/** Elements that are read at once, and kept while the next head needs them too: 32 MB. */
const MOST_KEPT = 2 ** 23;

/** Reads heads out of tensors. What lies side by side is read once. */
export class HeadReader {
  #kept = new Map<Tensor, { from: number; values: Promise<Float32Array> }>();

  /** The rows named, one after the other. */
  async rows({ tensor, rows, side, width }: View, head: number, wanted: readonly number[] | undefined): Promise<Float32Array> {
    const slab = Math.floor(head / side);
    const beside = head % side;
    const rowLength = side * width;
    const count = wanted?.length ?? rows;
    const out = new Float32Array(count * width);
    const step = Math.max(1, Math.floor(MOST_KEPT / rowLength));
    // Chunks begin at multiples of `step`, so that the heads side by side ask for the same ones.
    for (let done = 0; done < count;) {
      const chunk = Math.floor((wanted?.[done] ?? done) / step) * step;
      const end = Math.min(chunk + step, rows);
      const values = await this.#read(tensor, (slab * rows + chunk) * rowLength, (end - chunk) * rowLength, side > 1);
      for (let row = wanted?.[done] ?? done; done < count && row < end; row = wanted?.[done] ?? done) {
        const from = (row - chunk) * rowLength + beside * width;
        out.set(values.subarray(from, from + width), done * width);
        done += 1;
      }
    }
    return out;
  }

  async #read(tensor: Tensor, from: number, count: number, keep: boolean): Promise<Float32Array> {
    const kept = this.#kept.get(tensor);
    if (kept?.from === from) return kept.values;
    const values = tensor.read(from, count);
    if (keep) this.#kept.set(tensor, { from, values });
    return values;
  }
}
