// Stored results of dk-overflow by the real engine; overflow.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type OverflowOptions } from '../../../web/figures/overflow/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/overflow/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { pack, unpack } from './typed_json.ts';

export interface OverflowState {
  params: Params;
  options: OverflowOptions;
}

export const optionsOf = (given: Readonly<Record<string, string>> = {}): OverflowOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;

export const OVERFLOW_STATES: Readonly<Record<string, OverflowState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-overflow']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, options: optionsOf(options) }]),
);

const file = path('tests/web/results/overflow.json');
type Stored = Record<string, { state: StateResult; curve: CurveResult }>;
let known: Stored | undefined;

/** What a view needs of a row of n scores is among the shown keys: nothing longer than a curve is stored. */
export const storedOverflow = (name: string): Stored[string] => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Stored)[name]!;

export function storeOverflow(results: Stored): void {
  writeFileSync(file, `{\n${Object.entries(results).map(([name, one]) => `"${name}": ${JSON.stringify(one, pack)}`).join(',\n')}\n}\n`);
  known = undefined;
}
