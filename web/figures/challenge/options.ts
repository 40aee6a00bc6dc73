// What challenges let the reader change besides d_k, the divisor and n. A challenge shows only the controls that it names.
import type { OptionTable, OptionValues } from '../../state/options.ts';

export const CHALLENGE_OPTIONS = {
  format: { kind: 'choice', values: ['float16', 'bfloat16', 'float32'], default: 'float16' },
  algorithm: { kind: 'choice', values: ['naive', 'maxSubtracted'], default: 'naive' },
  order: { kind: 'choice', values: ['after', 'beforeOnQuery', 'beforeOnBoth'], default: 'after' },
  entries: { kind: 'choice', values: ['normal', 'uniform', 'sign', 'laplace', 'student5'], default: 'normal' },
  /** Of q with the keys, and with which of them. */
  rho: { kind: 'number', min: 0, max: 0.95, default: 0 },
  scope: { kind: 'choice', values: ['one', 'all'], default: 'one' },
  optimiser: { kind: 'choice', values: ['sgd', 'adam'], default: 'sgd' },
  lr: { kind: 'number', min: 1e-3, max: 100, default: 5 },
  loss: { kind: 'choice', values: ['mse', 'ce'], default: 'mse' },
  clip: { kind: 'switch', default: false },
  'qk-norm': { kind: 'switch', default: false },
} as const satisfies OptionTable;

export type ChallengeOptions = OptionValues<typeof CHALLENGE_OPTIONS>;

/** Chips of a learning rate, and of α in the training race (its d_k stands fixed). */
export const RATES = [0.01, 0.05, 0.5, 2, 5] as const;
export const RACE_ALPHAS = [1 / 16, 1 / 4, 1, 4, 16] as const;
/** Largest joint norm of the gradient where the reader clips it. */
export const CLIP = 0.1;
