import type { StatusName } from './abi.ts';

/** The core's statuses, and what can go wrong around the core. Each has a sentence in content/<language>/errors.json. */
export type EngineErrorCode =
  | Exclude<StatusName, 'ok'>
  | 'engine_failed' /* the module trapped, or its worker died */
  | 'engine_silent' /* a call was not answered for so many seconds that its worker was given up */
  | 'engine_mismatch' /* glue, binary and page are not of one build */
  | 'load_failed' /* the binary could not be fetched */
  | 'load_silent' /* nothing of the binary came for so many seconds that its download was given up */
  | 'no_webassembly'; /* missing, or forbidden by the page's policy */

export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    /** Which argument of the request, or a detail for the console; never the reader's sentence. */
    readonly argument = '',
  ) {
    super(argument === '' ? code : `${code}: ${argument}`);
    this.name = 'EngineError';
  }
}
