// How real models scale their scores. The names are those of modelList, in its order.

export type ModelRule =
  | 'none'
  | 'vaswani'
  | 'mup'
  | 't5'
  | 'gpt2_inverse_layer'
  | 'megatron'
  | 'gemma2_9b'
  | 'gemma2_27b'
  | 'gemma3'
  | 'qk_norm'
  | 'vit22b'
  | 'swin_v2'
  | 'swin_v2_cap'
  | 'grok1'
  | 'yarn'
  | 'deepseek_v3'
  | 'ssmax';

export interface ModelList {
  names: ModelRule[];
}

export interface ModelRuleRequest {
  name: ModelRule;
  headDim: number;
  keyCount: number;
  /** Counted from 1; only gpt2_inverse_layer and megatron know it. */
  layer: number;
  /** The rule's own number: g (qk_norm), s (yarn, deepseek_v3, ssmax); 0 takes the published or usual one. */
  scale: number;
}

export interface ModelScaling {
  /** What the formula divides by. */
  divisor: number;
  /** Where that stands on the slider, for entries of variance 1. */
  alpha: number;
  /** T in T·tanh(logit / T); 0 for none. */
  softCap: number;
  /** q and k are brought to one length before the product. */
  normalised: boolean;
  /** No logit can be larger, before learned gains; 0 for no bound. */
  logitBound: number;
  /** The d_k that the model really uses; 0 for any. */
  headDim: number;
  /** The rule's own number that was taken: the request's, or the usual one. */
  scale: number;
}

export interface SoftCapRequest {
  cap: number;
  logits: Float64Array;
}

export interface SoftCap {
  capped: Float64Array;
  slope: Float64Array;
}

export interface QkNormBestRequest {
  headDim: number;
  keyCount: number;
  alphas: Float64Array;
}

/** Best weight of the right key: the others at right angles to the query, and opposite to it. */
export interface QkNormBest {
  weight: Float64Array;
  upperBound: Float64Array;
}

export interface ModelOperations {
  modelList: { request: Record<string, never>; result: ModelList };
  modelRule: { request: ModelRuleRequest; result: ModelScaling };
  softCap: { request: SoftCapRequest; result: SoftCap };
  qkNormBest: { request: QkNormBestRequest; result: QkNormBest };
}
