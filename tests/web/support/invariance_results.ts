// Stored results of dk-invariance by the real engine; invariance.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type Quantity } from '../../../web/figures/invariance/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/invariance/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { pack, unpack } from './typed_json.ts';

export interface InvarianceState {
  params: Params;
  quantity: Quantity;
}

export const INVARIANCE_STATES: Readonly<Record<string, InvarianceState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-invariance']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, quantity: readOptions(OPTION_TABLE, (key) => options?.[key] ?? null).values.quantity }]),
);

const file = path('tests/web/results/invariance.json');
type Stored = Record<string, { state: StateResult; curve: CurveResult }>;
let known: Stored | undefined;

export const storedInvariance = (name: string): Stored[string] => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Stored)[name]!;

export function storeInvariance(results: Stored): void {
  writeFileSync(file, `{\n${Object.entries(results).map(([name, one]) => `"${name}": ${JSON.stringify(one, pack)}`).join(',\n')}\n}\n`);
  known = undefined;
}
