// What rows of independent normal logits of the same spread would do: the engine's exact expectations, beside what was measured.
import type { EngineClient } from '../../engine/engine.ts';
import type { HeadReport } from '../../inspector/measure.ts';

/** The engine's exact saturation goes to so many keys. */
const MOST_KEYS = 4096;

export interface Theory {
  maxWeight: number;
  entropy: number;
  /** e to the entropy above: a little below the mean of e^H. */
  effectiveKeys: number;
  jacobianTrace: number;
  /** √(mean |J|_F²) */
  jacobianFro: number;
  /** The same at σ = 1. */
  jacobianFroAtOne: number;
}

/** Undefined where rows are too long for the engine, or no row has two keys. */
export async function askTheory(engine: EngineClient, { sigma, lengths }: Pick<HeadReport, 'sigma' | 'lengths'>): Promise<Theory | undefined> {
  if (!Number.isFinite(sigma) || lengths.some(({ keys }) => keys > MOST_KEYS)) return undefined;
  const sum = { maxWeight: 0, entropy: 0, trace: 0, squares: 0, squaresAtOne: 0 };
  for (const { keys, share } of lengths) {
    // A lone key has all of the weight.
    if (keys < 2) {
      sum.maxWeight += share;
      continue;
    }
    const at = await engine.call('saturationAtSigma', { keyCount: keys, sigmas: Float64Array.of(Math.min(sigma, 1e100), 1) });
    sum.maxWeight += share * at.maxWeight[0]!;
    sum.entropy += share * at.entropy[0]!;
    sum.trace += share * at.jacobianTrace[0]!;
    sum.squares += share * at.jacobianSquares[0]!;
    sum.squaresAtOne += share * at.jacobianSquares[1]!;
  }
  return { maxWeight: sum.maxWeight, entropy: sum.entropy, effectiveKeys: Math.exp(sum.entropy), jacobianTrace: sum.trace, jacobianFro: Math.sqrt(sum.squares), jacobianFroAtOne: Math.sqrt(sum.squaresAtOne) };
}

/** Largest finite float16: what a raw score must fit into. */
export const askFloat16 = async (engine: EngineClient): Promise<number> => (await engine.call('formatThresholds', { format: 'float16' })).maxFinite;

/** √(mean |dQ|²) against independent logits of the same length with σ = 1: |J|_F grows or shrinks, and 1/c is σ times what it would be. */
export const gradientRatio = ({ jacobianSquares, sigma }: Pick<HeadReport, 'jacobianSquares' | 'sigma'>, { jacobianFroAtOne }: Theory): number => (Math.sqrt(jacobianSquares) * sigma) / jacobianFroAtOne;
