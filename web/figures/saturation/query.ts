// From the reader's parameters to what the engine is asked: pure functions. Budgets count numbers drawn, so digits never depend on the machine.
import type {
  AttentionRow,
  AttentionRowRequest,
  SaturationSample,
  SaturationSampleRequest,
  SaturationTheory,
  SaturationTheoryRequest,
} from '../../engine/protocol.ts';
import type { EngineClient } from '../../engine/engine.ts';
import { divisorOf, type Params } from '../../state/params.ts';
import { AXIS, octaves } from '../divisor_axis.ts';

const MEASURED_PER_OCTAVE = 2;
const THEORY_PER_OCTAVE = 8;

/** Other numbers of keys whose curves stand thin beside the reader's. */
export const CONTEXT_KEY_COUNTS = [8, 4096] as const;

export const MEASURED_ALPHAS = octaves(MEASURED_PER_OCTAVE);
export const THEORY_ALPHAS = octaves(THEORY_PER_OCTAVE);

/** The index of α = 1 among the measured points. */
export const ROOT_INDEX = AXIS * MEASURED_PER_OCTAVE;

/** How much may be drawn at rest, and while a finger moves. At least `minRows` rows whatever the budget: above it scores come from the exact law. */
export const STATE_BUDGET = {
  resting: { budget: 3e7, minRows: 1000, maxRows: 4000 },
  moving: { budget: 3e6, minRows: 200, maxRows: 1000 },
} as const;

/** The curve's points cost 25 softmaxes a row; 64 rows and this budget stay below about 60 ms. */
export const CURVE_BUDGET = {
  resting: { budget: 2e6, minRows: 64, maxRows: 64 },
  moving: { budget: 4e5, minRows: 32, maxRows: 32 },
} as const;

export type Pace = keyof typeof STATE_BUDGET;

/** What belongs to the divisor in force. */
export interface StateRequest {
  pace: Pace;
  row: AttentionRowRequest;
  sample: SaturationSampleRequest;
  theory: SaturationTheoryRequest;
}

/** What belongs to the whole axis; does not depend on the divisor. */
export interface CurveRequest {
  pace: Pace;
  measured: SaturationSampleRequest;
  theory: SaturationTheoryRequest;
  contexts: SaturationTheoryRequest[];
}

export interface StateResult {
  row: AttentionRow;
  sample: SaturationSample;
  theory: SaturationTheory;
}

export interface CurveResult {
  measured: SaturationSample;
  theory: SaturationTheory;
  contexts: SaturationTheory[];
}

export function queryState(params: Params, pace: Pace): StateRequest {
  const { headDim, keyCount, seed } = params;
  const divisor = divisorOf(params);
  const divisors = Float64Array.of(divisor);
  return {
    pace,
    row: { headDim, keyCount, seed, divisor, row: 0 },
    sample: { headDim, keyCount, seed, divisors, ...STATE_BUDGET[pace] },
    theory: { headDim, keyCount, divisors },
  };
}

export function queryCurve(params: Params, pace: Pace): CurveRequest {
  const { headDim, keyCount, seed } = params;
  const root = Math.sqrt(headDim);
  const divisors = THEORY_ALPHAS.map((alpha) => alpha * root);
  return {
    pace,
    measured: { headDim, keyCount, seed, divisors: MEASURED_ALPHAS.map((alpha) => alpha * root), ...CURVE_BUDGET[pace] },
    theory: { headDim, keyCount, divisors },
    contexts: CONTEXT_KEY_COUNTS.map((count) => ({ headDim, keyCount: count, divisors })),
  };
}

export const stateKey = ({ pace, row }: StateRequest): string => [pace, row.headDim, row.keyCount, row.seed, row.divisor].join(' ');
export const curveKey = ({ pace, measured }: CurveRequest): string => [pace, measured.headDim, measured.keyCount, measured.seed].join(' ');

export async function runState(engine: EngineClient, request: StateRequest): Promise<StateResult> {
  const [row, sample, theory] = await Promise.all([
    engine.call('attentionRow', request.row),
    engine.call('saturationSample', request.sample),
    engine.call('saturationTheory', request.theory),
  ]);
  return { row, sample, theory };
}

export async function runCurve(engine: EngineClient, request: CurveRequest): Promise<CurveResult> {
  const [theory, measured, ...contexts] = await Promise.all([
    engine.call('saturationTheory', request.theory),
    engine.call('saturationSample', request.measured),
    ...request.contexts.map((context) => engine.call('saturationTheory', context)),
  ]);
  return { theory, measured, contexts };
}
