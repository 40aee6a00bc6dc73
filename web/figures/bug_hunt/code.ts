// A bug's two programs, line by line. Pure.
import type { Bug } from './bugs.ts';

export interface Program {
  /** With the bug. */
  lines: string[];
  /** Which line is the bug, and how it reads without. */
  at: number;
  corrected: string;
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Takes the two files apart: they have as many lines, and differ in one. */
export function programOf({ id, kinds }: Pick<Bug, 'id' | 'kinds'>, buggy: string, fixed: string): Program {
  const [lines, other] = [linesOf(buggy), linesOf(fixed)];
  const differing = lines.flatMap((line, i) => (line === other[i] ? [] : [i]));
  const [at] = differing;
  if (lines.length !== other.length || differing.length !== 1 || at === undefined || kinds.length !== lines.length || kinds[at] !== 'bug') throw new Error(`the programs of ${id} do not differ in the one line that is its bug`);
  return { lines, at, corrected: other[at] ?? '' };
}
