// A tensor of numbers that is read piece by piece: names, shapes and element types; where the bytes lie is its reader's matter.
import { InspectionProblem } from './problem.ts';

export type ElementType = 'float16' | 'bfloat16' | 'float32' | 'float64';
export const BYTES: Readonly<Record<ElementType, number>> = { float16: 2, bfloat16: 2, float32: 4, float64: 8 };

export interface Tensor {
  name: string;
  /** Row by row: the last index moves fastest. */
  shape: readonly number[];
  /** `text` for numbers that were written in digits. */
  dtype: ElementType | 'text';
  /** Elements from … from + count, as float32: what does not fit becomes ∞, which is told later as not finite. */
  read(from: number, count: number): Promise<Float32Array>;
}

/** Bytes that are fetched in slices; a Blob, or a part of one. */
export interface Bytes {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Elements that one tensor may have: more than 200 MB could hold in two bytes each. */
export const MOST_ELEMENTS = 2 ** 27;
/** Bytes that are decoded at a time. */
export const SLICE = 2 ** 22;

/** Multiplies a shape; what is no list of whole numbers from 1 on is refused. */
export function elementCount(shape: readonly unknown[], tensor: string): number {
  let count = 1;
  for (const length of shape) {
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) throw new InspectionProblem('shape_dimensions', { tensor, shape: shapeText(shape) });
    count *= length;
  }
  if (count === 0) throw new InspectionProblem('empty_tensor', { tensor, shape: shapeText(shape) });
  if (count > MOST_ELEMENTS) throw new InspectionProblem('tensor_too_large', { tensor, shape: shapeText(shape), most: MOST_ELEMENTS });
  return count;
}

export const shapeText = (shape: readonly unknown[]): string => `[${shape.slice(0, 8).map((one) => String(one).slice(0, 20)).join(', ')}${shape.length > 8 ? ', …' : ''}]`;

const HALVES = new Float32Array(65536);
let halvesReady = false;

/** All 65,536 values of float16, made at first use. */
function halves(): Float32Array {
  if (halvesReady) return HALVES;
  for (let bits = 0; bits < 65536; bits += 1) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size = exponent === 31 ? (fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN) : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    HALVES[bits] = bits & 32768 ? -size : size;
  }
  halvesReady = true;
  return HALVES;
}

/** Decodes whole elements. `bytes` begins at any address. */
export function decode(bytes: Uint8Array, type: ElementType, littleEndian: boolean, into: Float32Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.floor(bytes.byteLength / BYTES[type]);
  if (type === 'float16') {
    const table = halves();
    for (let i = 0; i < count; i += 1) into[at + i] = table[view.getUint16(2 * i, littleEndian)]!;
  } else if (type === 'bfloat16') {
    const bits = new Uint32Array(into.buffer, into.byteOffset + 4 * at, count);
    for (let i = 0; i < count; i += 1) bits[i] = view.getUint16(2 * i, littleEndian) << 16;
  } else if (type === 'float32') for (let i = 0; i < count; i += 1) into[at + i] = view.getFloat32(4 * i, littleEndian);
  else for (let i = 0; i < count; i += 1) into[at + i] = view.getFloat64(8 * i, littleEndian);
}

/** A tensor whose elements lie one after the other in a file. */
export function storedTensor(name: string, shape: readonly number[], dtype: ElementType, bytes: Bytes, start: number, littleEndian = true): Tensor {
  const size = BYTES[dtype];
  return {
    name, shape, dtype,
    async read(from, count) {
      const values = new Float32Array(count);
      const step = SLICE / size;
      for (let done = 0; done < count; done += step) {
        const here = Math.min(step, count - done);
        const first = start + (from + done) * size;
        const slice = await bytes.read(first, first + here * size);
        if (slice.byteLength !== here * size) throw new InspectionProblem('unreadable', { file: name });
        decode(slice, dtype, littleEndian, values, done);
      }
      return values;
    },
  };
}

/** Elements that a tensor stored column by column may have: it has to be turned round as a whole. */
export const MOST_FORTRAN = 2 ** 25;

/** The same for a file whose *first* index moves fastest (Fortran's order): turned round once, at the first read. */
export function turnedTensor(name: string, shape: readonly number[], dtype: ElementType, bytes: Bytes, start: number, littleEndian: boolean): Tensor {
  const count = elementCount(shape, name);
  if (count > MOST_FORTRAN) throw new InspectionProblem('fortran_too_large', { tensor: name, most: MOST_FORTRAN });
  const stored = storedTensor(name, shape, dtype, bytes, start, littleEndian);
  let turned: Promise<Float32Array> | undefined;
  const turn = async (): Promise<Float32Array> => {
    const values = new Float32Array(count);
    const index = shape.map(() => 0);
    // How far an index of each axis moves in the new order.
    const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, 1));
    const step = SLICE / BYTES[dtype];
    let to = 0;
    for (let done = 0; done < count; done += step) {
      for (const value of await stored.read(done, Math.min(step, count - done))) {
        values[to] = value;
        for (let axis = 0; axis < shape.length; axis += 1) {
          index[axis]! += 1;
          to += strides[axis]!;
          if (index[axis]! < shape[axis]!) break;
          to -= strides[axis]! * shape[axis]!;
          index[axis] = 0;
        }
      }
    }
    return values;
  };
  return { name, shape, dtype, read: async (from, n) => (await (turned ??= turn())).slice(from, from + n) };
}

/** Numbers in memory, in pieces, so that none has to be copied to a longer place while they come. */
export class NumberList {
  static readonly #PIECE = 2 ** 18;
  #pieces: Float32Array[] = [];
  length = 0;

  push(value: number): void {
    const at = this.length % NumberList.#PIECE;
    if (at === 0) this.#pieces.push(new Float32Array(NumberList.#PIECE));
    this.#pieces.at(-1)![at] = value;
    this.length += 1;
  }

  slice(from: number, count: number): Float32Array {
    const values = new Float32Array(count);
    for (let done = 0; done < count;) {
      const at = from + done;
      const piece = this.#pieces[Math.floor(at / NumberList.#PIECE)]!;
      const inPiece = at % NumberList.#PIECE;
      const here = Math.min(count - done, NumberList.#PIECE - inPiece);
      values.set(piece.subarray(inPiece, inPiece + here), done);
      done += here;
    }
    return values;
  }
}

export const listedTensor = (name: string, shape: readonly number[], numbers: NumberList): Tensor => ({ name, shape, dtype: 'text', read: async (from, count) => numbers.slice(from, count) });
