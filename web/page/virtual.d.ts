declare module 'virtual:katex.css';

declare module 'virtual:sentences' {
  /** From a table's name to its file's. */
  export const lists: Readonly<Record<string, string>>;
  /** From `language/file` to that file's tables by name. */
  const files: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, Readonly<Record<string, string>>>> }>>>;
  export default files;
}

declare module 'virtual:shadow-css' {
  export const shadowSheets: { readonly shared: string; readonly figures: Readonly<Record<string, string>> };
}

declare module 'virtual:figure-sections' {
  /** From an element's name to its section's fragment. */
  const sections: Readonly<Record<string, string>>;
  export default sections;
}

declare module 'virtual:sentences-by-language' {
  const languages: Readonly<Record<string, () => Promise<{ default: readonly Readonly<Record<string, string>>[] }>>>;
  export default languages;
}

declare module 'virtual:later-figure' {
  const load: () => Promise<unknown>;
  export default load;
}
