// What the reader sets, and what follows from it alone. The file itself is in no address.
import type { Layout } from '../../inspector/heads.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';
import { typedNumber } from '../../state/typed_number.ts';

export const LAYOUTS = ['heads', 'positions'] as const satisfies readonly Layout['first'][];
export const MASKS = ['none', 'causal'] as const;

export const OPTION_TABLE = {
  /** `root` (√d_k; for logits 1) or a number. */
  divisor: { kind: 'text', maxLength: 24, default: 'root' },
  mask: { kind: 'choice', values: MASKS, default: 'none' },
  layout: { kind: 'choice', values: LAYOUTS, default: 'heads' },
  split: { kind: 'number', min: 1, max: 256, whole: true, default: 1 },
} as const satisfies OptionTable;
export type InspectorOptions = OptionValues<typeof OPTION_TABLE>;

/** Reads a divisor: `root`, `√d_k`, nothing at all, or a number from 1e-9 to 1e9; undefined for anything else. */
export function parseDivisor(text: string): 'root' | number | undefined {
  const plain = text.trim();
  if (plain === '' || /^(root|√|sqrt)/i.test(plain)) return 'root';
  const value = typedNumber(plain);
  return value >= 1e-9 && value <= 1e9 ? value : undefined;
}
