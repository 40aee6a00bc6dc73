// Opens and measures files as the page does, without a page.
import { readFileSync } from 'node:fs';
import { nodeClient } from '../../../web/engine/node_engine.ts';
import type { EngineClient } from '../../../web/engine/engine.ts';
import { measureAll, type JobReport } from '../../../web/figures/inspector/job.ts';
import { OPTION_TABLE, type InspectorOptions } from '../../../web/figures/inspector/options.ts';
import type { Choice } from '../../../web/figures/inspector/settings_view.ts';
import { InspectionProblem } from '../../../web/inspector/problem.ts';
import { Session, type Catalogue, type Source } from '../../../web/inspector/session.ts';
import { readOptions } from '../../../web/state/options.ts';
import { WASM, path } from './content.ts';

let client: Promise<EngineClient> | undefined;
export const engine = (): Promise<EngineClient> => (client ??= nodeClient(WASM));

export const optionsOf = (given: Readonly<Record<string, string>> = {}): InspectorOptions => readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;
export const blobFile = (name: string, ...parts: BlobPart[]): { name: string; blob: Blob } => ({ name, blob: new Blob(parts) });
export const SAMPLE: Source = { files: [blobFile('sample.safetensors', readFileSync(path('web/figures/inspector/sample.safetensors')))] };

export interface Inspected extends JobReport {
  catalogue: Catalogue;
  session: Session;
}

export async function inspect(source: Source, given: Readonly<Record<string, string>> = {}, choice: Choice = 'all'): Promise<Inspected> {
  const session = new Session();
  const catalogue = await session.open(source);
  const options = catalogue.divisor === undefined ? optionsOf(given) : { ...optionsOf(given), divisor: String(catalogue.divisor) };
  let last: JobReport | undefined;
  await measureAll({ inspector: session, engine: await engine(), catalogue, choice, options, told: (_done, _of, report) => ((last = report), true) });
  return { ...last!, catalogue, session };
}

/** What is wrong with a source. */
export async function problemOf(source: Source, given: Readonly<Record<string, string>> = {}): Promise<InspectionProblem> {
  try {
    await inspect(source, given);
  } catch (reason) {
    if (reason instanceof InspectionProblem) return reason;
    throw reason;
  }
  throw new Error('nothing was wrong');
}

/** A .npy file by hand: any header, any bytes. */
export function npy(header: string, data: BlobPart = '', version = 1): BlobPart[] {
  const text = header.padEnd(version === 1 ? 117 : 115).concat('\n');
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return [Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...length), text, data];
}

export const npyOf = (shape: readonly number[], values: Float32Array): BlobPart[] => npy(`{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`, values as Float32Array<ArrayBuffer>);

export function safetensors(header: unknown, data: BlobPart = '', length?: number): BlobPart[] {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(length ?? new TextEncoder().encode(text).length), true);
  return [size.buffer, text, data];
}
