declare module 'virtual:katex.css';

declare module 'virtual:sentences' {
  /** From `language/name` to that table. */
  const tables: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>>;
  export default tables;
}
