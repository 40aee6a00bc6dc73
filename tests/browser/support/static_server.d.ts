declare module '*/static_server.mjs' {
  export function startServer(folder: string, port?: number): Promise<{ origin: string; close(): Promise<void> }>;
}
