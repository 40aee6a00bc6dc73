// Stored results of dk-pipeline by the real engine; pipeline.test.ts holds them against it.
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { OPTION_TABLE, type PipelineOptions } from '../../../web/figures/pipeline/options.ts';
import type { PipelineResult } from '../../../web/figures/pipeline/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { readStored, writeStored } from './typed_json.ts';

export interface PipelineState {
  params: Params;
  options: PipelineOptions;
}

export const optionsOf = (given: Record<string, string> = {}): PipelineOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;

export const PIPELINE_STATES: Readonly<Record<string, PipelineState>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-pipeline']).map(([name, { params, options }]) => [name, { params: { ...DEFAULTS, ...params }, options: optionsOf(options) }]),
);

const file = (name: string): string => path(`tests/web/results/pipeline_${name}.json`);
export const storedPipeline = (name: string): PipelineResult => readStored(file(name));
export const storePipeline = (name: string, result: PipelineResult): void => writeStored(file(name), result);
