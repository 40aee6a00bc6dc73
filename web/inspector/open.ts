// From files, or pasted text, to tensors. What a file is, its first bytes say; its name only helps to say what it should have been.
import { CsvReader, delimiterOf } from './csv.ts';
import { LONGEST_JSON, openJson } from './json.ts';
import { isNpy, openNpy } from './npy.ts';
import { InspectionProblem, excerpt } from './problem.ts';
import { looksLikeSafetensors, openSafetensors } from './safetensors.ts';
import { SLICE, type Bytes, type Tensor } from './tensor.ts';

/** All files of one go together. */
export const MOST_BYTES = 200 * 2 ** 20;
export const MOST_FILES = 64;

export interface NamedBlob {
  name: string;
  blob: Blob;
}

export interface Opened {
  tensors: Tensor[];
  /** Of a JSON file that gives one. */
  divisor: number | undefined;
  /** What was left out or taken for granted, by the key of its sentence. */
  notes: { key: 'skipped' | 'index'; values: Record<string, string | number> }[];
}

export type Progress = (read: number, of: number) => void;

const OTHERS: readonly (readonly [string, readonly number[]])[] = [
  ['ZIP (.npz, .pt, .xlsx)', [0x50, 0x4b, 0x03, 0x04]], ['PNG', [0x89, 0x50, 0x4e, 0x47]], ['JPEG', [0xff, 0xd8, 0xff]], ['GIF', [0x47, 0x49, 0x46, 0x38]], ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['gzip', [0x1f, 0x8b]], ['HDF5', [0x89, 0x48, 0x44, 0x46]], ['Parquet', [0x50, 0x41, 0x52, 0x31]], ['GGUF', [0x47, 0x47, 0x55, 0x46]], ['pickle', [0x80, 0x02]], ['pickle', [0x80, 0x03]],
  ['pickle', [0x80, 0x04]], ['pickle', [0x80, 0x05]],
];

export const bytesOf = (name: string, blob: Blob, came: (bytes: number) => void = () => {}): Bytes => ({
  size: blob.size,
  async read(from, to) {
    try {
      const bytes = new Uint8Array(await blob.slice(from, to).arrayBuffer());
      came(bytes.byteLength);
      return bytes;
    } catch {
      // Moved, deleted or forbidden since it was chosen.
      throw new InspectionProblem('unreadable', { file: name });
    }
  },
});

export async function openFiles(files: readonly NamedBlob[], progress: Progress = () => {}): Promise<Opened> {
  if (files.length > MOST_FILES) throw new InspectionProblem('too_many_files', { files: files.length, most: MOST_FILES });
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  if (size > MOST_BYTES) throw new InspectionProblem('file_too_large', { file: excerpt(files[0]?.name ?? '', 40), size: Math.round(size / 2 ** 20), most: MOST_BYTES / 2 ** 20 });
  const opened: Opened = { tensors: [], divisor: undefined, notes: [] };
  let read = 0;
  for (const { name, blob } of files) {
    const shown = excerpt(name, 40);
    const one = await openFile(shown, bytesOf(shown, blob, (bytes) => progress((read += bytes), size)));
    opened.tensors.push(...one.tensors);
    opened.divisor ??= one.divisor;
    opened.notes.push(...one.notes);
  }
  return opened;
}

const whole = (tensors: Tensor[]): Opened => ({ tensors, divisor: undefined, notes: [] });

async function openFile(name: string, bytes: Bytes): Promise<Opened> {
  if (bytes.size === 0) throw new InspectionProblem('empty_file', { file: name });
  const head = await bytes.read(0, Math.min(4096, bytes.size));
  if (isNpy(head)) {
    const tensor = await openNpy(name, bytes);
    return whole([{ ...tensor, name: name.replace(/\.npy$/i, '') }]);
  }
  const other = OTHERS.find(([, magic]) => magic.every((byte, i) => head[i] === byte));
  if (other) throw new InspectionProblem('other_format', { file: name, format: other[0] });
  if (/\.npy$/i.test(name)) throw new InspectionProblem('npy_magic', { file: name });
  if (/\.safetensors$/i.test(name) || looksLikeSafetensors(head)) {
    const { tensors, skipped } = await openSafetensors(name, bytes);
    const notes: Opened['notes'] = skipped.length > 0 ? [{ key: 'skipped', values: { count: skipped.length, dtypes: [...new Set(skipped)].slice(0, 6).join(', ') } }] : [];
    return { ...whole(tensors), notes };
  }
  const utf16 = head[0] === 0xff && head[1] === 0xfe;
  if (!utf16 && head.includes(0)) throw new InspectionProblem('unknown_format', { file: name, bytes: Array.from(head.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ') });
  return openText(name, bytes, utf16 ? 'utf-16le' : 'utf-8');
}

/** Text from a file or from a paste. */
export function openPasted(name: string, text: string): Promise<Opened> {
  return openFile(name, bytesOf(name, new Blob([text])));
}

async function openText(name: string, bytes: Bytes, encoding: string): Promise<Opened> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const next = async (from: number): Promise<string> => {
    const to = Math.min(from + SLICE, bytes.size);
    const slice = await bytes.read(from, to);
    try {
      return decoder.decode(slice, { stream: to < bytes.size });
    } catch {
      throw new InspectionProblem('not_text', { file: name });
    }
  };
  const first = await next(0);
  if (first.trim() === '' && bytes.size <= SLICE) throw new InspectionProblem('empty_file', { file: name });
  if (/^\s*[[{]/.test(first)) {
    if (bytes.size > LONGEST_JSON) throw new InspectionProblem('json_too_large', { file: name, most: LONGEST_JSON / 2 ** 20 });
    let text = first;
    for (let from = SLICE; from < bytes.size; from += SLICE) text += await next(from);
    return { ...openJson(name, text), notes: [] };
  }
  const table = new CsvReader(name, delimiterOf(first.slice(0, 65_536)));
  table.take(first);
  for (let from = SLICE; from < bytes.size; from += SLICE) table.take(await next(from));
  const { tensors, droppedIndex } = table.end();
  return { ...whole(tensors), notes: droppedIndex ? [{ key: 'index', values: { file: name } }] : [] };
}
