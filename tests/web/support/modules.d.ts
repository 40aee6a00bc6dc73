// What Vite makes of an address: the tests' type check knows no Vite.
declare module '*?url' {
  const address: string;
  export default address;
}

interface ImportMeta {
  glob<File>(pattern: string, options: object): Record<string, File>;
}
