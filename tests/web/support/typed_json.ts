// Engine results as JSON text: typed arrays keep their kind, and ∞ and NaN (of a naive softmax) are kept in words. Long arrays are kept as
// compressed bytes, which hold every bit in half the room.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { path } from './content.ts';

const KINDS = { Float32Array, Float64Array, Int32Array, Uint32Array, Uint8Array } as const;

const LONG = 256;

const word = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

const pack = (_key: string, value: unknown): unknown => {
  if (ArrayBuffer.isView(value) && value.byteLength >= LONG) return { type: value.constructor.name, bytes: deflateSync(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), { level: 9 }).toString('base64') };
  if (ArrayBuffer.isView(value)) return { type: value.constructor.name, values: Array.from(value as Float64Array, word) };
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
};

const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('number' in value && Object.keys(value).length === 1 && typeof value.number === 'string') return Number(value.number);
  if ('type' in value && 'bytes' in value) return new KINDS[value.type as keyof typeof KINDS](Uint8Array.from(inflateSync(Buffer.from(value.bytes as string, 'base64'))).buffer);
  if (!('type' in value && 'values' in value)) return value;
  return KINDS[value.type as keyof typeof KINDS].from((value.values as (number | string)[]).map(Number));
};

export const readStored = <Result>(file: string): Result => JSON.parse(readFileSync(file, 'utf8'), unpack) as Result;
export const writeStored = (file: string, result: unknown): void => writeFileSync(file, `${JSON.stringify(result, pack)}\n`);

/** All states of one figure in one file, a line each. */
export class StoredStates<Result> {
  readonly #file: string;
  #known: Readonly<Record<string, Result>> | undefined;

  constructor(figure: string) {
    this.#file = path(`tests/web/results/${figure}.json`);
  }

  get(name: string): Result {
    return (this.#known ??= readStored<Record<string, Result>>(this.#file))[name]!;
  }

  put(results: Readonly<Record<string, Result>>): void {
    writeFileSync(this.#file, `{\n${Object.entries(results).map(([name, one]) => `"${name}": ${JSON.stringify(one, pack)}`).join(',\n')}\n}\n`);
    this.#known = undefined;
  }
}
