export interface Contract {
  sentence: string;
  fields: { name: string; text: string }[];
}
export interface Declaration {
  name: string | undefined;
  code: string;
  isFunction: boolean;
  comment: string[];
}
export const FIELDS: readonly string[];
export const PAGES: Readonly<Record<string, () => string>>;
export function contractOf(comment: readonly string[]): Contract;
export function declarationsOf(header: string): Declaration[];
export function headers(): string[];
export function operations(): { name: string; core: string | undefined; binding: string | undefined }[];
