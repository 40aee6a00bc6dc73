// The article's claims: what is measured for each, and the verdicts that their rules give. The names are those of src/core/claims.h.

export const VERDICTS = ['holds', 'conditional', 'imprecise', 'partly', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Claim {
  id: number;
  /** Of the article, "3.1". */
  section: string;
  /** The article's. */
  verdict: Verdict;
  /** Names of what is measured, in order; none where nothing can be measured. */
  numbers: string[];
}

export interface ClaimList {
  claims: Claim[];
}

export interface MeasureClaimRequest {
  id: number;
  seed: number;
}

/** One entry a number of the claim. */
export interface ClaimMeasurement {
  values: Float64Array;
  /** Standard errors; 0: exact. */
  errors: Float64Array;
  /** NaN where no law is known. */
  theory: Float64Array;
  verdict: Verdict;
}

export interface JudgeClaimRequest {
  id: number;
  values: Float64Array;
  errors: Float64Array;
}

export interface ClaimOperations {
  claimList: { request: Record<string, never>; result: ClaimList };
  measureClaim: { request: MeasureClaimRequest; result: ClaimMeasurement };
  judgeClaim: { request: JudgeClaimRequest; result: { verdict: Verdict } };
}
