// The table of heads as a file.
import { NUMBERS, numberOf, type HeadResult, type NumberName } from './numbers.ts';

const NAMES = Object.keys(NUMBERS) as NumberName[];

/** A text that a spreadsheet would take for a formula gets an apostrophe; quotes are doubled. */
export function csvText(text: string): string {
  const plain = text.replace(/[\r\n]+/g, ' ');
  return `"${(/^[\s]*[=+\-@\t|]/.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
}

export function toCsv(heads: readonly HeadResult[]): string {
  const lines = heads.map((head) => [csvText(head.label), ...NAMES.map((name) => numberOf(head, name) ?? ''), csvText(head.problem?.code ?? '')].join(','));
  return [['head', ...NAMES, 'problem'].join(','), ...lines].join('\r\n').concat('\r\n');
}

export function toJson(heads: readonly HeadResult[]): string {
  return `${JSON.stringify(heads.map((head) => ({ head: head.label, ...Object.fromEntries(NAMES.map((name) => [name, numberOf(head, name) ?? null])), problem: head.problem?.code ?? null })), null, 1)}\n`;
}
