declare module '@wasm/simd/sqrt_dk.mjs' {
  const createModule: import('./abi.ts').ModuleFactory;
  export default createModule;
}
