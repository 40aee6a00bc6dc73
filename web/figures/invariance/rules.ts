// How a divisor goes with d_k: three rules that are always drawn, and the reader's own where it is none of them.
import { divisorOf, markOf, sigmaOf, zoneOf, type Params, type Zone } from '../../state/params.ts';

export type RuleId = '1' | 'root' | 'dk' | 'own';

/** What the reader's divisor depends on, but for d_k. */
export type OwnDivisor = Pick<Params, 'divisor' | 'alpha' | 'headCount'>;

export interface Rule {
  id: RuleId;
  divisorAt(headDim: number): number;
}

const FIXED: readonly Rule[] = [
  { id: '1', divisorAt: () => 1 },
  { id: 'root', divisorAt: Math.sqrt },
  { id: 'dk', divisorAt: (headDim) => headDim },
];

/** Which rule the reader's divisor follows. */
export function ruleOf(params: Params): RuleId {
  const mark = markOf(params);
  return mark === '1' || mark === 'root' || mark === 'dk' ? mark : 'own';
}

export const ownOf = (params: Params): OwnDivisor | undefined => (ruleOf(params) === 'own' ? { divisor: params.divisor, alpha: params.alpha, headCount: params.headCount } : undefined);

export function rulesOf(own: OwnDivisor | undefined): readonly Rule[] {
  if (!own) return FIXED;
  return [...FIXED, { id: 'own', divisorAt: (headDim) => divisorOf({ ...own, headDim, keyCount: 2, seed: 0 }) }];
}

/** The hue of a rule: where its divisor stands as d_k grows. The reader's own has none. */
export const RULE_ZONES: Readonly<Record<RuleId, Zone | undefined>> = { '1': 'small', root: 'ok', dk: 'large', own: undefined };

export const zoneNow = (params: Params): Zone => zoneOf(sigmaOf(params), params.keyCount);
