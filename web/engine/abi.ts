// The module as Emscripten's glue hands it over. Everything here mirrors C++ and is compared with the real module by a test.
import type { EngineInfo, OperationName, Operations } from './protocol.ts';

/** ATTN_STATUS_LIST of src/core/status.h, in order: the index is the number that crosses the boundary. */
export const STATUSES = [
  'ok',
  'not_finite',
  'divisor_not_positive',
  'divisor_out_of_range',
  'head_dim_out_of_range',
  'key_count_out_of_range',
  'query_count_out_of_range',
  'shape_mismatch',
  'empty_input',
  'out_of_range',
  'too_large',
  'unknown_option',
] as const;

export type StatusName = (typeof STATUSES)[number];

/** What every operation answers; `value` is there only where `status` is 0. */
export interface RawAnswer<Value> {
  status: number;
  argument: string;
  value?: Value;
}

export type RawModule = {
  [Name in OperationName]: (request: Operations[Name]['request']) => RawAnswer<Operations[Name]['result']>;
} & { engineInfo(): EngineInfo };

/** The glue's one entry: `instantiateWasm` takes the place of its own way of fetching. */
export interface ModuleOptions {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

export type ModuleFactory = (options: ModuleOptions) => Promise<RawModule>;
