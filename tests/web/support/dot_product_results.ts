// Dot products by the real engine, stored, so that the view can be looked at without it; dot_product_results.test.ts holds them against the engine.
import { GALLERY, paramsOf, type GalleryState } from '../../../web/figures/gallery.ts';
import { DOT_PRODUCT_OPTIONS, type DotProductOptions, type RowsResult, type SampleResult } from '../../../web/figures/dot_product/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { StoredStates } from './typed_json.ts';

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

const states = new StoredStates<StoredDotProduct>('dot_product');
export const stored = (name: string): StoredDotProduct => states.get(name);
export const store = (results: Readonly<Record<string, StoredDotProduct>>): void => states.put(results);
