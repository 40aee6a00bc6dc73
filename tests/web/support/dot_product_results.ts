// Dot products by the real engine, stored, so that the view can be looked at without it; dot_product_results.test.ts holds them against the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { GALLERY, paramsOf, type GalleryState } from '../../../web/figures/gallery.ts';
import { DOT_PRODUCT_OPTIONS, type DotProductOptions, type RowsResult, type SampleResult } from '../../../web/figures/dot_product/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';

export interface StoredDotProduct {
  sample: SampleResult;
  rows: RowsResult;
}

export interface DotProductState {
  params: Params;
  options: DotProductOptions;
}

const defaults: DotProductOptions = readOptions(DOT_PRODUCT_OPTIONS, () => null).values;
export const stateOf = (params: Partial<Params> = {}, options: Partial<DotProductOptions> = {}): DotProductState => ({ params: { ...DEFAULTS, ...params }, options: { ...defaults, ...options } });

export const DOT_PRODUCT_STATES: Readonly<Record<string, DotProductState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-dot-product']).map(([name, state]) => [name, { params: paramsOf(state), options: readOptions(DOT_PRODUCT_OPTIONS, (option) => state.options?.[option] ?? null).values }]),
);

const file = path('tests/web/results/dot_product.json');
const KINDS = { Float32Array, Float64Array };

/** The bytes of an array, compressed, keep every bit; JSON knows no infinity. */
const pack = (_key: string, value: unknown): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) };
  if (!(value instanceof Float32Array || value instanceof Float64Array)) return value;
  return { kind: value.constructor.name, bytes: deflateSync(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), { level: 9 }).toString('base64') };
};

const unpack = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('number' in value) return Number(value.number);
  if (!('bytes' in value)) return value;
  const { kind, bytes } = value as { kind: keyof typeof KINDS; bytes: string };
  return new KINDS[kind](Uint8Array.from(inflateSync(Buffer.from(bytes, 'base64'))).buffer);
};

let known: Record<string, StoredDotProduct> | undefined;

export const stored = (name: string): StoredDotProduct => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Record<string, StoredDotProduct>)[name]!;

export function store(results: Readonly<Record<string, StoredDotProduct>>): void {
  writeFileSync(file, `${JSON.stringify(results, pack, 1)}\n`);
  known = undefined;
}
