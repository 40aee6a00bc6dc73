// The page's side of the conversation: promises in, promises out. Knows nothing of how the other side is reached (see browser.ts, node_engine.ts).
import { EngineError } from './errors.ts';
import type { EngineInfo, OperationName, Operations } from './protocol.ts';
import type { FromEngine, ToEngine } from './service.ts';
import { Watchdog } from './watchdog.ts';

/** A way to an engine's service; the first message that goes through it must be `start`. */
export interface Port {
  post(message: ToEngine): void;
  close(): void;
}

/** Opens a port. `died` is for a side that can't even say so: a worker whose script failed. */
export type Connect = (receive: (message: FromEngine) => void, died: (detail: string) => void) => Port;

export interface EngineClient {
  call<Name extends OperationName>(operation: Name, request: Operations[Name]['request']): Promise<Operations[Name]['result']>;
}

interface Pending {
  operation: OperationName;
  resolve(value: unknown): void;
  reject(reason: EngineError): void;
}

export class Engine implements EngineClient {
  #port: Port | undefined;
  #pending = new Map<number, Pending>();
  #waitingForInfo: { resolve(info: EngineInfo): void; reject(reason: EngineError): void }[] = [];
  #info: EngineInfo | undefined;
  #nextId = 1;
  /** Calls are answered in the order in which they were asked: the first that is pending is the one at work. */
  #watchdog = new Watchdog(
    () => (this.#info === undefined && this.#port !== undefined ? 'starting' : this.#pending.values().next().value?.operation),
    (waiting, seconds) => this.#fail(new EngineError(waiting === 'starting' ? 'load_silent' : 'engine_silent', String(seconds))),
  );

  constructor(private readonly connect: Connect) {}

  /**
   * Calls one operation of the module.
   * Errors: EngineError with the core's status and the argument's name, or with what happened around the core. After a trap the
   * next call builds a new module; calls pending at that moment are rejected with engine_failed. So it is after too long a silence (see
   * watchdog.ts), with load_silent or engine_silent and the seconds.
   */
  call<Name extends OperationName>(operation: Name, request: Operations[Name]['request']): Promise<Operations[Name]['result']> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const idle = this.#pending.size === 0;
      this.#pending.set(id, { operation, resolve: resolve as (value: unknown) => void, reject });
      this.#open().post({ kind: 'call', id, operation, request });
      if (idle && this.#info) this.#watchdog.heard();
    });
  }

  /** What the module says of itself: version, SIMD or not, the statuses. */
  info(): Promise<EngineInfo> {
    return new Promise((resolve, reject) => {
      if (this.#info) return resolve(this.#info);
      this.#waitingForInfo.push({ resolve, reject });
      this.#open();
    });
  }

  /** Closes the port; a later call opens a new one. */
  dispose(): void {
    this.#fail(new EngineError('engine_failed', 'disposed'));
  }

  #open(): Port {
    if (this.#port) return this.#port;
    // Messages of a port that was given up are not ours any more.
    const port: Port = this.connect(
      (message) => this.#port === port && this.#receive(message),
      (detail) => this.#port === port && this.#fail(new EngineError('engine_failed', detail)),
    );
    this.#port = port;
    this.#watchdog.heard();
    return port;
  }

  #receive(message: FromEngine): void {
    this.#understand(message);
    this.#watchdog.heard();
  }

  #understand(message: FromEngine): void {
    switch (message.kind) {
      case 'alive':
      case 'loading':
        return;
      case 'ready':
        this.#info = message.info;
        for (const waiting of this.#waitingForInfo.splice(0)) waiting.resolve(message.info);
        return;
      case 'unusable':
        return this.#fail(new EngineError(message.code, message.argument));
      case 'trap':
        return this.#fail(new EngineError('engine_failed', message.detail));
      case 'result':
        return this.#take(message.id)?.resolve(message.value);
      case 'error':
        return this.#take(message.id)?.reject(new EngineError(message.code, message.argument));
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #fail(reason: EngineError): void {
    this.#watchdog.stop();
    this.#port?.close();
    this.#port = undefined;
    this.#info = undefined;
    const pending = [...this.#pending.values(), ...this.#waitingForInfo.splice(0)];
    this.#pending.clear();
    for (const one of pending) one.reject(reason);
  }
}
