// Stored results of dk-invariance by the real engine; invariance.test.ts holds them against it.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Quantity } from '../../../web/figures/invariance/options.ts';
import type { CurveResult, StateResult } from '../../../web/figures/invariance/query.ts';
import { DEFAULTS, type Params } from '../../../web/state/params.ts';
import { path } from './content.ts';
import { pack, unpack } from './typed_json.ts';

export interface InvarianceState {
  params: Params;
  quantity: Quantity;
}

const state = (params: Partial<Params> = {}, quantity: Quantity = 'maxWeight'): InvarianceState => ({ params: { ...DEFAULTS, ...params }, quantity });

export const INVARIANCE_STATES: Readonly<Record<string, InvarianceState>> = {
  standard: state(),
  undivided: state({ headDim: 512, divisor: '1' }),
  divided_by_dimension: state({ headDim: 300, divisor: 'dk', keyCount: 64 }, 'entropy'),
  root4: state({ headDim: 8, divisor: 'root4' }, 'jacobianTrace'),
  model_by_mistake: state({ divisor: 'rootmodel', keyCount: 512, seed: 7 }, 'gradQuery'),
  held: state({ headDim: 1024, alpha: 0.5 }, 'gradQuery'),
  number: state({ headDim: 16, divisor: 4, keyCount: 4096 }, 'entropy'),
  smallest: state({ headDim: 1, keyCount: 2, divisor: 1e6 }, 'jacobianTrace'),
  saturated: state({ headDim: 4096, divisor: 1e-6 }, 'gradQuery'),
};

const file = path('tests/web/results/invariance.json');
type Stored = Record<string, { state: StateResult; curve: CurveResult }>;
let known: Stored | undefined;

export const storedInvariance = (name: string): Stored[string] => (known ??= JSON.parse(readFileSync(file, 'utf8'), unpack) as Stored)[name]!;

export function storeInvariance(results: Stored): void {
  writeFileSync(file, `{\n${Object.entries(results).map(([name, one]) => `"${name}": ${JSON.stringify(one, pack)}`).join(',\n')}\n}\n`);
  known = undefined;
}
