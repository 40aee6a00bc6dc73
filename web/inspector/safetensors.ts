// .safetensors: eight bytes of length, a JSON header of names, types, shapes and places, then the bytes.
import { InspectionProblem, excerpt } from './problem.ts';
import { BYTES, elementCount, shapeText, storedTensor, type Bytes, type ElementType, type Tensor } from './tensor.ts';

/** Headers of whole models have about a hundred characters a tensor. */
export const LONGEST_HEADER = 2 ** 23;
const TYPES: Readonly<Record<string, ElementType>> = { F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64' };

/** Whether a file's first bytes could be a safetensors file's: a length, and then `{`. */
export const looksLikeSafetensors = (head: Uint8Array): boolean => head[8] === 0x7b && head[6] === 0 && head[7] === 0;

export interface Opened {
  tensors: Tensor[];
  /** Types that are no floating-point numbers of 16, 32 or 64 bits: left out. */
  skipped: string[];
}

export async function openSafetensors(name: string, bytes: Bytes): Promise<Opened> {
  const start = await bytes.read(0, Math.min(8, bytes.size));
  if (start.byteLength < 8) throw new InspectionProblem('safetensors_length', { file: name, length: bytes.size, there: bytes.size, most: LONGEST_HEADER });
  const length = Number(new DataView(start.buffer, start.byteOffset).getBigUint64(0, true));
  if (length > LONGEST_HEADER || 8 + length > bytes.size) throw new InspectionProblem('safetensors_length', { file: name, length, there: bytes.size, most: LONGEST_HEADER });
  const text = await bytes.read(8, 8 + length);
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    throw new InspectionProblem('safetensors_header', { file: name });
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw new InspectionProblem('safetensors_header', { file: name });

  const dataAt = 8 + length;
  const room = bytes.size - dataAt;
  const tensors: Tensor[] = [];
  const skipped: string[] = [];
  for (const [tensor, entry] of Object.entries(header)) {
    if (tensor === '__metadata__') continue;
    const shown = excerpt(tensor, 60);
    const { dtype, shape, data_offsets: offsets } = (typeof entry === 'object' && entry !== null ? entry : {}) as { dtype?: unknown; shape?: unknown; data_offsets?: unknown };
    if (typeof dtype !== 'string' || !Array.isArray(shape) || !Array.isArray(offsets) || offsets.length !== 2) throw new InspectionProblem('safetensors_entry', { file: name, tensor: shown });
    const [from, to] = offsets as unknown[];
    const whole = (one: unknown): one is number => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0;
    if (!whole(from) || !whole(to) || from > to || to > room) throw new InspectionProblem('safetensors_offsets', { file: name, tensor: shown, from: excerpt(String(from)), to: excerpt(String(to)), there: room });
    const type = Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined;
    if (!type || shape.length === 0) {
      skipped.push(excerpt(dtype, 12));
      continue;
    }
    const needed = elementCount(shape as unknown[], shown) * BYTES[type];
    if (needed !== to - from) throw new InspectionProblem('safetensors_bytes', { file: name, tensor: shown, shape: shapeText(shape), needed, there: to - from });
    tensors.push(storedTensor(tensor, shape as number[], type, bytes, dataAt + from));
  }
  if (tensors.length === 0) throw new InspectionProblem(skipped.length > 0 ? 'safetensors_dtypes' : 'no_tensors', { file: name, dtypes: [...new Set(skipped)].slice(0, 6).join(', ') });
  return { tensors, skipped };
}
