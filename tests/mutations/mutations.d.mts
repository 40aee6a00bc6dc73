export interface Mutation {
  name: string;
  file: string;
  /** What stands once in `file`, and what takes its place; or what is put at its end. */
  from?: string;
  to?: string;
  append?: string;
  /** Of the C++ tests only this file is compiled. */
  keepOnlyTest?: string;
  /** Whether the page is built first, and whether the test belongs to the full run. */
  site?: boolean;
  full?: boolean;
  steps: string[][];
  /** The test that must fail, by its title and its file. */
  catches: string;
  by: string;
}
export declare const mutations: Mutation[];
