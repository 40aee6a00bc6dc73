// What is drawn against d_k.
import type { OptionTable, OptionValues } from '../../state/options.ts';

export const QUANTITIES = ['maxWeight', 'entropy', 'jacobianTrace', 'gradQuery'] as const;
export type Quantity = (typeof QUANTITIES)[number];

export const OPTION_TABLE = {
  quantity: { kind: 'choice', values: QUANTITIES, default: 'maxWeight' },
} as const satisfies OptionTable;

export type InvarianceOptions = OptionValues<typeof OPTION_TABLE>;
