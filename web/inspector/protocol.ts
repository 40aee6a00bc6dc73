// What page and worker say to one another: calls of the Inspector, and how far a file is read.
import { InspectionProblem, type ProblemCode, type ProblemValues } from './problem.ts';
import { Session, type Inspector } from './session.ts';

export type Method = keyof Inspector;
export interface ToInspector {
  id: number;
  method: Method;
  args: unknown[];
}

export type FromInspector =
  | { id: number; kind: 'progress'; read: number; of: number }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'problem'; code: ProblemCode; values: ProblemValues }
  | { id: number; kind: 'failed'; detail: string };

/** The buffers inside an answer, to be moved and not copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) for (const inside of Object.values(value)) buffersOf(inside, found);
  return found;
}

/** Answers calls with a session of its own. Keys are asked for again with the next block of rows, so of a request nothing is moved. */
export function serveInspector(post: (message: FromInspector, transfer: ArrayBuffer[]) => void): (message: ToInspector) => void {
  const session = new Session();
  return ({ id, method, args }) => {
    const progress = (read: number, of: number): void => post({ id, kind: 'progress', read, of }, []);
    const call = session[method] as (...args: unknown[]) => Promise<unknown>;
    call.apply(session, method === 'open' ? [...args, progress] : args).then(
      (value) => post({ id, kind: 'done', value }, (value as { kind?: string } | undefined)?.kind === 'measured' ? [...buffersOf(value)] : []),
      (reason: unknown) => post(reason instanceof InspectionProblem ? { id, kind: 'problem', code: reason.code, values: reason.values } : { id, kind: 'failed', detail: String(reason) }, []),
    );
  };
}

/** The page's side: an Inspector whose calls are messages. */
export class InspectorClient implements Inspector {
  #next = 1;
  #waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void; progress: ((read: number, of: number) => void) | undefined }>();

  constructor(private readonly post: (message: ToInspector, transfer: ArrayBuffer[]) => void) {}

  receive(message: FromInspector): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === 'progress') return waiting.progress?.(message.read, message.of);
    this.#waiting.delete(message.id);
    if (message.kind === 'done') waiting.resolve(message.value);
    else waiting.reject(message.kind === 'problem' ? new InspectionProblem(message.code, message.values) : new Error(message.detail));
  }

  /** The other side is gone. */
  died(detail: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(detail));
    this.#waiting.clear();
  }

  #call<Name extends Method>(method: Name, args: unknown[], options: { progress?: (read: number, of: number) => void; transfer?: ArrayBuffer[] } = {}): ReturnType<Inspector[Name]> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject, progress: options.progress });
      this.post({ id, method, args }, options.transfer ?? []);
    }) as ReturnType<Inspector[Name]>;
  }

  open: Inspector['open'] = (source, progress) => this.#call('open', [source], progress ? { progress } : {});
  plan: Inspector['plan'] = (...args) => this.#call('plan', args);
  begin: Inspector['begin'] = (...args) => this.#call('begin', args);
  // What the engine answered is moved on: nobody here reads it.
  answer: Inspector['answer'] = (run, answer) => this.#call('answer', [run, answer], { transfer: [...buffersOf(answer)] });
  leave: Inspector['leave'] = (run) => this.#call('leave', [run]);
  close: Inspector['close'] = (source) => this.#call('close', [source]);
}
