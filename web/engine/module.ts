// From bytes to a checked module, and from a module to answers. Runs alike in a worker, on the main thread and under Node.
import { STATUSES, type ModuleFactory, type RawAnswer, type RawModule } from './abi.ts';
import { EngineError } from './errors.ts';
import type { OperationName, Operations } from './protocol.ts';

/**
 * Compiles and starts the module.
 * Errors: no_webassembly (missing or forbidden), engine_mismatch (glue, binary and this page are not of one build).
 */
export async function loadModule(factory: ModuleFactory, bytes: ArrayBuffer): Promise<RawModule> {
  if (typeof WebAssembly !== 'object') throw new EngineError('no_webassembly');
  let compiled: WebAssembly.Module;
  try {
    compiled = await WebAssembly.compile(bytes);
  } catch (reason) {
    throw new EngineError(isForbidden(reason) ? 'no_webassembly' : 'engine_mismatch', String(reason));
  }
  const module = await new Promise<RawModule>((resolve, reject) => {
    const refuse = (reason: unknown) => reject(new EngineError(isForbidden(reason) ? 'no_webassembly' : 'engine_mismatch', String(reason)));
    factory({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(refuse);
        return {};
      },
    }).then(resolve, refuse);
  });
  const reported = typeof module.engineInfo === 'function' ? module.engineInfo().statuses : [];
  if (reported.join() !== STATUSES.join()) throw new EngineError('engine_mismatch', 'statuses');
  return module;
}

/** Calls one operation; a status other than ok is thrown as EngineError{code, argument}. */
export function runOperation<Name extends OperationName>(module: RawModule, name: Name, request: Operations[Name]['request']): Operations[Name]['result'] {
  const operation = module[name] as ((request: Operations[Name]['request']) => RawAnswer<Operations[Name]['result']>) | undefined;
  if (typeof operation !== 'function') throw new EngineError('engine_mismatch', name);
  const answer = operation(request);
  const status = STATUSES[answer.status];
  if (status === undefined) throw new EngineError('engine_mismatch', `status ${answer.status}`);
  if (status !== 'ok') throw new EngineError(status, answer.argument);
  return answer.value as Operations[Name]['result'];
}

/** The buffers inside a result, to be moved and not copied between threads. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}

/** Calls what the first figure needs once, so that its first picture doesn't wait for the browser's compiler. */
export function warmUp(module: RawModule): void {
  const shape = { headDim: 64, keyCount: 8, seed: 1 };
  runOperation(module, 'attentionRow', { ...shape, divisor: 8, row: 0 });
  runOperation(module, 'saturationSample', { ...shape, divisors: Float64Array.of(8), budget: 65536, minRows: 16, maxRows: 128 });
}

function isForbidden(reason: unknown): boolean {
  return /disallowed|unsafe-eval|content security|blocked by csp/i.test(String(reason));
}
