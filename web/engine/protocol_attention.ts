// Attention forward and backward, in float32. The C++ side is src/bindings/bindings_attention.cpp.

/** A dense matrix, row by row. Requests may also pass a plain array as `data`. */
export interface EngineMatrix<Data = Float32Array> {
  rows: number;
  columns: number;
  data: Data;
}

/** QKᵀ/c, (Q/c)Kᵀ, (Q/√c)(K/√c)ᵀ, or (Q/√c)Kᵀ: the half of `bothRoots` that is left when the other side is forgotten. */
export type DivisorPlacement = 'scores' | 'query' | 'bothRoots' | 'queryRoot';

/** causal: j ≤ i; causalBottomRight: j ≤ i + n − n_q; allow: the matrix `allow`. */
export type MaskKind = 'none' | 'causal' | 'causalBottomRight' | 'allow';

export interface AttentionInputs {
  /** n_q × d_k */
  query: EngineMatrix;
  /** n × d_k */
  key: EngineMatrix;
  /** n × d_v; may be left out of attentionForward where `wantOutput` is false. */
  value?: EngineMatrix;
  /** Default: √d_k. */
  divisor?: number;
  /** Default: 'scores'. */
  placement?: DivisorPlacement;
  /** Default: 'none'. */
  mask?: MaskKind;
  /** n_q × n, nonzero where a query may see a key; only with mask 'allow'. */
  allow?: EngineMatrix<Uint8Array>;
}

export interface AttentionForwardRequest extends AttentionInputs {
  /** Default: false. */
  wantScores?: boolean;
  wantLogits?: boolean;
  wantLogsumexp?: boolean;
  wantMoments?: boolean;
  wantHistogram?: boolean;
  /** Default: true. */
  wantWeights?: boolean;
  wantOutput?: boolean;
  /** Default: the smallest and the largest logit. */
  histogramLow?: number;
  histogramHigh?: number;
  /** 1 … 4096, default 64. */
  histogramBins?: number;
}

/** Of the logits that are not masked; variance is over their number, never negative. */
export interface LogitMoments {
  count: number;
  mean: number;
  variance: number;
  excessKurtosis: number;
  smallest: number;
  largest: number;
}

/** Bins of equal width over [low, high]; logits outside are counted in `below` and `above`. */
export interface LogitHistogram {
  low: number;
  high: number;
  below: number;
  above: number;
  counts: Uint32Array;
}

/** What was not asked for is empty (0 × 0, length 0, count 0). */
export interface AttentionForward {
  divisor: number;
  /** QKᵀ, undivided and unmasked. */
  scores: EngineMatrix;
  /** Divided, −∞ where masked. */
  logits: EngineMatrix;
  weights: EngineMatrix;
  output: EngineMatrix;
  /** −∞ for a fully masked row. */
  logsumexp: Float64Array;
  /** 1 where a query sees no key: its weights and output are 0. */
  fullyMasked: Uint8Array;
  moments: LogitMoments;
  histogram: LogitHistogram;
}

export interface AttentionBackwardRequest extends AttentionInputs {
  value: EngineMatrix;
  /** ∂L/∂O, n_q × d_v */
  gradOutput: EngineMatrix;
  /** Default: true. Without these two the n_q × n matrices are never made, and the call is much faster. */
  wantGradWeights?: boolean;
  wantGradLogits?: boolean;
}

export interface AttentionGradients {
  divisor: number;
  gradQuery: EngineMatrix;
  gradKey: EngineMatrix;
  gradValue: EngineMatrix;
  /** ∂L/∂P = dO Vᵀ */
  gradWeights: EngineMatrix;
  /** ∂L/∂(logits), the logits being divided already. */
  gradLogits: EngineMatrix;
  gradDivisor: number;
}

export interface AttentionOperations {
  attentionForward: { request: AttentionForwardRequest; result: AttentionForward };
  attentionBackward: { request: AttentionBackwardRequest; result: AttentionGradients };
}
