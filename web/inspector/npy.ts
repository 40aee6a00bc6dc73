// NumPy's .npy, versions 1 to 3. Pickled objects are refused unread.
import { InspectionProblem, excerpt } from './problem.ts';
import { BYTES, elementCount, shapeText, storedTensor, turnedTensor, type Bytes, type ElementType, type Tensor } from './tensor.ts';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** NumPy itself reads no header longer than 10,000 characters unless it is told to trust the file. */
const LONGEST_HEADER = 65_536;
const TYPES: Readonly<Record<string, ElementType>> = { f2: 'float16', f4: 'float32', f8: 'float64' };

export const isNpy = (head: Uint8Array): boolean => MAGIC.every((byte, i) => head[i] === byte);

export async function openNpy(name: string, bytes: Bytes): Promise<Tensor> {
  const start = await bytes.read(0, Math.min(12, bytes.size));
  if (!isNpy(start)) throw new InspectionProblem('npy_magic', { file: name });
  const version = start[6] ?? 0;
  if (version < 1 || version > 3) throw new InspectionProblem('npy_version', { file: name, version });
  const lengthAt = 8;
  const dataHint = version === 1 ? 10 : 12;
  if (start.byteLength < dataHint) throw new InspectionProblem('npy_short', { file: name, needed: dataHint, there: bytes.size });
  const view = new DataView(start.buffer, start.byteOffset);
  const length = version === 1 ? view.getUint16(lengthAt, true) : view.getUint32(lengthAt, true);
  if (length > LONGEST_HEADER) throw new InspectionProblem('npy_header', { file: name, text: `${length} > ${LONGEST_HEADER}` });
  const dataAt = dataHint + length;
  if (dataAt > bytes.size) throw new InspectionProblem('npy_short', { file: name, needed: dataAt, there: bytes.size });
  const header = new TextDecoder(version === 3 ? 'utf-8' : 'latin1').decode(await bytes.read(dataHint, dataAt));
  const { type, littleEndian, fortran, shape } = parseHeader(name, header);

  const count = elementCount(shape, name);
  const needed = count * BYTES[type];
  const there = bytes.size - dataAt;
  if (needed !== there) throw new InspectionProblem(needed > there ? 'npy_short' : 'npy_surplus', { file: name, needed: dataAt + needed, there: bytes.size, shape: shapeText(shape) });
  // One axis has no order; nor has what has only one that is longer than 1.
  const ordered = fortran && shape.filter((one) => one > 1).length > 1;
  return ordered ? turnedTensor(name, shape, type, bytes, dataAt, littleEndian) : storedTensor(name, shape, type, bytes, dataAt, littleEndian);
}

/** Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`: just this, for it is Python, and nothing of it is run. */
export function parseHeader(name: string, header: string): { type: ElementType; littleEndian: boolean; fortran: boolean; shape: number[] } {
  const wrong = (text = header): InspectionProblem => new InspectionProblem('npy_header', { file: name, text: excerpt(text, 60) });
  if (!/^\s*\{.*\}\s*$/s.test(header)) throw wrong();
  const descr = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[))/.exec(header);
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(header)?.[1];
  const sizes = /['"]shape['"]\s*:\s*\(([^)]*)\)/.exec(header)?.[1];
  if (!descr || order === undefined || sizes === undefined || !/^[\d\s,L]*$/.test(sizes)) throw wrong();
  const described = descr[1] ?? 'structure';
  if (/O/.test(described)) throw new InspectionProblem('npy_objects', { file: name });
  const [, byteOrder = '', kind = ''] = /^([<>=|]?)(\w+)$/.exec(described) ?? [];
  const type = TYPES[kind];
  if (!type) throw new InspectionProblem('npy_dtype', { file: name, dtype: excerpt(described, 20) });
  const shape = sizes.split(',').map((one) => one.trim().replace(/L$/, '')).filter((one) => one !== '').map(Number);
  return { type, littleEndian: byteOrder !== '>', fortran: order === 'True', shape };
}
