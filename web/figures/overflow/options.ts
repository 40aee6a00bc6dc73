// The figure's own options and what follows from them alone.
import type { FormatName, ScaleOrder, SoftmaxAlgorithm } from '../../engine/protocol_formats.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';
import { typedNumber } from '../../state/typed_number.ts';

export const FORMATS = ['float16', 'bfloat16', 'float32', 'float64'] as const satisfies readonly FormatName[];
export const ALGORITHMS = ['naive', 'maxSubtracted'] as const satisfies readonly SoftmaxAlgorithm[];
export const ORDERS = ['after', 'beforeOnQuery', 'beforeOnBoth'] as const satisfies readonly ScaleOrder[];
/** Which row is worked through: one of the sample, logits that were typed, or q and k whose entries are all 40. */
export const ROWS = ['sample', 'typed', 'forties'] as const;

export const OPTION_TABLE = {
  format: { kind: 'choice', values: FORMATS, default: 'float16' },
  algorithm: { kind: 'choice', values: ALGORITHMS, default: 'naive' },
  order: { kind: 'choice', values: ORDERS, default: 'after' },
  'entry-std': { kind: 'number', min: 1, max: 64, whole: true, default: 1 },
  row: { kind: 'choice', values: ROWS, default: 'sample' },
  logits: { kind: 'text', maxLength: 80, default: '100 10 10' },
} as const satisfies OptionTable;

export type OverflowOptions = OptionValues<typeof OPTION_TABLE>;

/** Logits that one press gives: float32 fails on the first, float64 on the second; the third even without its maximum fits none. */
export const TYPED_PRESETS = ['100 10 10', '710 10 10', '1000 10 10'] as const;
export const MOST_LOGITS = 8;

/** Reads `100, 10, 10`; undefined where a part is no finite number, or there are none or too many. */
export function parseLogits(text: string): number[] | undefined {
  const parts = text.split(/[\s,，、;；]+/).filter((part) => part !== '');
  const logits = parts.map(typedNumber);
  return logits.length > 0 && logits.length <= MOST_LOGITS && logits.every(Number.isFinite) ? logits : undefined;
}

export const writeLogits = (logits: readonly number[], parting = ' '): string => logits.join(parting);
