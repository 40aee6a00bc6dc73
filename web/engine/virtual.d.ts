declare module 'virtual:engine-worker' {
  /** As much of a worker's global scope as its program uses. */
  export interface WorkerScope {
    onmessage: ((event: { data: import('./service.ts').ToEngine }) => void) | null;
    postMessage(message: import('./service.ts').FromEngine, transfer?: ArrayBuffer[]): void;
  }
  /** The program of engine.worker.ts. */
  export function engineWorker(self: WorkerScope): void;
}

declare module 'virtual:wasm/simd' {
  /** base64 of the deflated module. */
  const packed: string;
  export default packed;
}

declare module 'virtual:wasm/scalar' {
  const packed: string;
  export default packed;
}

declare module 'virtual:inspector-worker' {
  /** The program of inspector.worker.ts. */
  export function inspectorWorker(self: never): void;
}

declare module 'virtual:inspector-sample' {
  /** base64 of the deflated file. */
  const packed: string;
  export default packed;
}
