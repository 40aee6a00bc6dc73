// What stands in the table: claims by section, and what is known of each. Pure functions.
import type { EngineClient } from '../../engine/engine.ts';
import type { Claim, ClaimMeasurement, Verdict } from '../../engine/protocol_claims.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';

/** Sections of the article as the table has them, and where each begins on the page. 4.1.1 and 4.2.1 stand with their parents. */
export const SECTIONS = {
  '1': 'introduction', '2': 'attention', '3.1': 'saturation', '3.2': 'stability', '3.3': 'invariance', '3.4': 'statistics',
  '4.1': 'larger', '4.1.1': 'larger-gradients', '4.2': 'smaller', '4.2.1': 'smaller-gradients', '5': 'summary',
} as const;

export const GROUPS = ['1', '2', '3.1', '3.2', '3.3', '3.4', '4.1', '4.2', '5'] as const;
export type Group = (typeof GROUPS)[number];

export const CLAIMS_OPTIONS = {
  section: { kind: 'choice', values: ['all', ...GROUPS], default: '3.1' },
} as const satisfies OptionTable;
export type ClaimsOptions = OptionValues<typeof CLAIMS_OPTIONS>;

export const groupOf = ({ section }: Pick<Claim, 'section'>): Group => section.split('.').slice(0, 2).join('.') as Group;

export const measurable = ({ numbers }: Pick<Claim, 'numbers'>): boolean => numbers.length > 0;

export async function askClaims(engine: EngineClient): Promise<Claim[]> {
  return (await engine.call('claimList', {})).claims;
}

export type Results = ReadonlyMap<number, ClaimMeasurement>;

/** How far a claim is: the article's verdict, being measured, measured (and unlike the article's), or not to be measured. */
export type Standing = 'quoted' | 'measuring' | 'measured' | 'differs' | 'unmeasurable';

export interface Row {
  claim: Claim;
  result: ClaimMeasurement | undefined;
  standing: Standing;
  /** Measured where it is, else the article's. */
  verdict: Verdict;
}

export function rowsOf(claims: readonly Claim[], results: Results, measuring: number | undefined): Row[] {
  return claims.map((claim) => {
    const result = results.get(claim.id);
    const standing: Standing = !measurable(claim) ? 'unmeasurable' : result ? (result.verdict === claim.verdict ? 'measured' : 'differs') : claim.id === measuring ? 'measuring' : 'quoted';
    return { claim, result, standing, verdict: result?.verdict ?? claim.verdict };
  });
}
