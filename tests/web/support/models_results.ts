// Where the real engine places the rules, stored, so that the view can be looked at without it; models.test.ts holds it against the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { MODELS, MODELS_OPTIONS, queryModels, type ModelsOptions, type ModelsRequest, type ModelsResult, type PlacedModel } from '../../../web/figures/models/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';

const defaults: ModelsOptions = readOptions(MODELS_OPTIONS, () => null).values;

export const CASES: Readonly<Record<string, { params: Params; options: ModelsOptions }>> = {
  standard: { params: DEFAULTS, options: defaults },
  capped: { params: { ...DEFAULTS, headDim: 128, alpha: 1.061 }, options: { ...defaults, model: 'gemma2_27b' } },
  normed: { params: { ...DEFAULTS, headDim: 1024, keyCount: 512 }, options: { ...defaults, model: 'vit22b' } },
  learned: { params: { ...DEFAULTS, headDim: 32, keyCount: 4096, divisor: 'dk' }, options: { ...defaults, model: 'swin_v2' } },
  by_layer: { params: { ...DEFAULTS, headDim: 1, keyCount: 2 }, options: { ...defaults, model: 'gpt2_inverse_layer', layer: 1000 } },
  extended: { params: { ...DEFAULTS, headDim: 4096 }, options: { ...defaults, model: 'yarn', scale: 4 } },
};

export const requestOf = (name: string): ModelsRequest => queryModels(CASES[name]!.params, CASES[name]!.options);

const file = path('tests/web/results/models.json');

/** A rule's facts (its sentences' keys, its address) stand in the code: only its name is stored. */
const pack = (_key: string, value: unknown): unknown => (value instanceof Float64Array ? { float64: Array.from(value) } : value);
const unpack = (_key: string, value: unknown): unknown => (typeof value === 'object' && value !== null && 'float64' in value ? Float64Array.from(value.float64 as number[]) : value);
type Bare = Omit<ModelsResult, 'rows'> & { rows: (Omit<PlacedModel, 'model'> & { model: string })[] };

export function store(results: Readonly<Record<string, ModelsResult>>): void {
  const bare = Object.entries(results).map(([name, { rows, ...rest }]) => [name, { ...rest, rows: rows.map(({ model, ...row }) => ({ model: model.name, ...row })) }]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(bare), pack)}\n`);
}

export function stored(name: string): ModelsResult {
  const { rows, softCap, best, request } = (JSON.parse(readFileSync(file, 'utf8'), unpack) as Record<string, Bare>)[name]!;
  return { request, softCap, best, rows: rows.map(({ model, scaling, until }) => ({ model: MODELS.find((one) => one.name === model)!, scaling, until })) };
}
