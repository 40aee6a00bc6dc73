// The numbers of a head by name: one list for the read-outs, the table of heads and the export.
import type { HeadReport } from '../../inspector/measure.ts';
import type { InspectionProblem } from '../../inspector/problem.ts';
import { gradientRatio, type Theory } from './theory.ts';

/** A head that was measured, or why not. */
export interface HeadResult {
  label: string;
  report: HeadReport | undefined;
  theory: Theory | undefined;
  problem: InspectionProblem | undefined;
}

/** In the export's order. */
export const NUMBERS = {
  'head-dim': ({ headDim }) => headDim,
  'query-count': ({ rowsOfHead }) => rowsOfHead,
  'rows-measured': ({ rowsSeen }) => rowsSeen,
  'key-count': ({ keys }) => keys,
  divisor: ({ divisor }) => divisor,
  alpha: ({ alpha }) => alpha,
  'score-mean': ({ scoreMean }) => scoreMean,
  'score-std': ({ scoreStd }) => scoreStd,
  'largest-score': ({ largestScore }) => largestScore,
  'query-std': ({ entries }) => entries?.queryStd,
  'key-std': ({ entries }) => entries?.keyStd,
  correlation: ({ entries }) => entries?.correlation,
  'independent-sigma': ({ entries }) => entries?.independentSigma,
  sigma: ({ sigma }) => sigma,
  // Scores that are all equal stay so, whatever they are divided by.
  'unit-divisor': ({ unitDivisor }) => (unitDivisor > 0 ? unitDivisor : undefined),
  'max-weight': ({ maxWeight }) => maxWeight,
  'max-weight-iid': (_report, theory) => theory?.maxWeight,
  entropy: ({ entropy }) => entropy,
  'entropy-iid': (_report, theory) => theory?.entropy,
  'effective-keys': ({ effectiveKeys }) => effectiveKeys,
  'effective-keys-iid': (_report, theory) => theory?.effectiveKeys,
  'saturated-share': ({ saturatedShare }) => saturatedShare,
  'jacobian-trace': ({ jacobianTrace }) => jacobianTrace,
  'jacobian-trace-iid': (_report, theory) => theory?.jacobianTrace,
  'jacobian-fro': ({ jacobianSquares }) => Math.sqrt(jacobianSquares),
  'jacobian-fro-iid': (_report, theory) => theory?.jacobianFro,
  'grad-ratio': (report, theory) => theory && gradientRatio(report, theory),
} as const satisfies Readonly<Record<string, (report: HeadReport, theory: Theory | undefined) => number | undefined>>;
export type NumberName = keyof typeof NUMBERS;

/** Undefined where the head has no such number. */
export function numberOf({ report, theory }: HeadResult, name: NumberName): number | undefined {
  const value = report && NUMBERS[name](report, theory);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

export interface Sort {
  by: NumberName | 'label';
  descending: boolean;
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** The heads' places in the order asked for; what has no such number comes last. */
export function sorted(heads: readonly HeadResult[], { by, descending }: Sort): number[] {
  const sign = descending ? -1 : 1;
  return heads.map((_, index) => index).sort((a, b) => {
    if (by === 'label') return sign * inOrder.compare(heads[a]!.label, heads[b]!.label) || a - b;
    const [x, y] = [numberOf(heads[a]!, by), numberOf(heads[b]!, by)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined) || a - b;
    return sign * (x - y) || a - b;
  });
}
