// Every figure's interesting states: the gallery page shows them live, and the tests look at the same ones.
import { DEFAULTS, type Params } from '../state/params.ts';

export interface GalleryState {
  /** What differs from the defaults. */
  params?: Partial<Params>;
  /** The figure's own options, as attributes have them. */
  options?: Readonly<Record<string, string>>;
  /** What must be pressed once (a selector), where a state is reached only so. */
  press?: string;
}

const run = { press: '[data-action=run]' } as const;

/** The state's parameters, whole. */
export const paramsOf = ({ params }: GalleryState): Params => ({ ...DEFAULTS, ...params });

/** By the element's name, then by the state's. */
export const GALLERY = {
  'dk-opening': {
    standard: {},
    unscaled: { params: { headDim: 512, divisor: '1' } },
    flat: { params: { alpha: 16 } },
  },
  'dk-claims': { standard: {} },
  'dk-models': {
    standard: {},
    mup: { params: { headDim: 256 }, options: { model: 'mup' } },
    capped: { options: { model: 'grok1' } },
    normalised: { params: { keyCount: 512 }, options: { model: 'swin_v2' } },
  },
  'dk-invariance': {
    standard: {},
    undivided: { params: { headDim: 512, divisor: '1' } },
    divided_by_dimension: { params: { headDim: 300, divisor: 'dk', keyCount: 64 }, options: { quantity: 'entropy' } },
    root4: { params: { headDim: 8, divisor: 'root4' }, options: { quantity: 'jacobianTrace' } },
    model_by_mistake: { params: { divisor: 'rootmodel', keyCount: 512, seed: 7 }, options: { quantity: 'gradQuery' } },
    held: { params: { headDim: 1024, alpha: 0.5 }, options: { quantity: 'gradQuery' } },
    number: { params: { headDim: 16, divisor: 4, keyCount: 4096 }, options: { quantity: 'entropy' } },
    smallest: { params: { headDim: 1, keyCount: 2, divisor: 1e6 }, options: { quantity: 'jacobianTrace' } },
    saturated: { params: { headDim: 4096, divisor: 1e-6 }, options: { quantity: 'gradQuery' } },
  },
  'dk-overflow': {
    standard: {},
    naive_unscaled: { params: { divisor: '1', keyCount: 512 } },
    stable_unscaled: { params: { divisor: '1', keyCount: 512 }, options: { algorithm: 'maxSubtracted' } },
    raw: { params: { keyCount: 64 }, options: { algorithm: 'maxSubtracted', 'entry-std': '64', row: 'forties' } },
    raw_cured: { params: { keyCount: 64 }, options: { algorithm: 'maxSubtracted', 'entry-std': '64', order: 'beforeOnQuery', row: 'forties' } },
    float32_hundred: { options: { format: 'float32', row: 'typed', logits: '100 10 10' } },
    bfloat16: { params: { headDim: 1024, divisor: '1' }, options: { format: 'bfloat16', row: 'typed', logits: '88.6 88.6 1' } },
    float64: { params: { headDim: 4096, divisor: 1e-6, keyCount: 64 }, options: { format: 'float64', row: 'typed', logits: '710 10 10' } },
    smallest: { params: { headDim: 1, keyCount: 2, divisor: 1e-6 }, options: { order: 'beforeOnQuery' } },
  },
  'dk-pipeline': {
    standard: {},
    divided: { options: { step: 'divide', divide: 'both' } },
    causal: { options: { step: 'softmax', mask: 'causal', divide: 'folded' } },
    hidden_row: { options: { step: 'softmax', mask: 'free', allow: '1111_0000_1011', divide: 'none' } },
    largest: { options: { step: 'output', nq: '8', n: '8', width: '8', dv: '8', divide: 'rootmodel', v: '1 2 3_4 5 6' }, params: { seed: 7 } },
    smallest: { options: { step: 'mask', nq: '1', n: '1', width: '1', dv: '1', mask: 'free', allow: '0', divide: 'one' } },
    extreme: { options: { step: 'softmax', q: '100 -100_-100 100', k: '100 100_-100 100', nq: '2', n: '2', width: '2', divide: 'none' } },
  },
  'dk-saturation': {
    standard: {},
    unscaled: { params: { divisor: '1', keyCount: 512, seed: 42 } },
    saturated: { params: { headDim: 4096, divisor: 1e-6, keyCount: 64 } },
    uniform: { params: { headDim: 4096, divisor: 1e6, keyCount: 64 } },
    smallest: { params: { headDim: 1, divisor: 'dk', keyCount: 2 } },
    divided_by_dimension: { params: { headDim: 300, divisor: 'dk' } },
  },
  'dk-dot-product': {
    standard: {},
    unscaled: { params: { divisor: '1', headDim: 256 } },
    four_pairs: { options: { pairs: '4' } },
    smallest: { params: { headDim: 1, divisor: '1', keyCount: 2 } },
    largest: { params: { headDim: 4096, divisor: 'dk', keyCount: 4096 }, options: { pairs: '100000' } },
    laplace: { params: { headDim: 8 }, options: { entries: 'laplace' } },
    heavy: { options: { entries: 'student3' } },
    endless: { options: { entries: 'student3', rho: '0.5' } },
    one_key: { params: { keyCount: 64 }, options: { rho: '0.5' } },
    all_keys: { params: { keyCount: 64 }, options: { rho: '0.5', scope: 'all' } },
    shifted: { options: { mean: '0.5', entries: 'uniform' } },
    no_spread: { options: { entries: 'sign', rho: '1', pairs: '100' } },
    tiny_divisor: { params: { headDim: 4096, divisor: 1e-6 } },
    huge_divisor: { params: { headDim: 4096, divisor: 1e6 } },
  },
  'dk-gradient': {
    standard: {},
    divided_by_dimension: { params: { headDim: 300, divisor: 'dk' } },
    unscaled: { params: { headDim: 1024, divisor: '1' } },
    drifting: { params: { divisor: 2, keyCount: 64, seed: 42 } },
    smallest: { params: { headDim: 1, divisor: 'dk', keyCount: 2 } },
    tiny_divisor: { params: { headDim: 4096, divisor: 1e-6, keyCount: 64 } },
    huge_divisor: { params: { headDim: 4096, divisor: 1e6, keyCount: 64 } },
  },
  /** Without a file there is one state; the sample shows the others. */
  'dk-inspector': {
    standard: {},
    sample: { press: '[data-action=sample]' },
    sample_causal: { press: '[data-action=sample]', options: { mask: 'causal' } },
    sample_unscaled: { press: '[data-action=sample]', options: { divisor: '1' } },
    sample_flat: { press: '[data-action=sample]', options: { divisor: '1000' } },
  },
  /** One of each kind of end: as one hears, overturned, all learn, exploded, locked by QK-norm. */
  'dk-training': {
    standard: run,
    small_rate: { ...run, options: { lr: '0.05' } },
    adam: { ...run, options: { optimiser: 'adam', lr: '0.01' } },
    exploded: { ...run, options: { loss: 'ce', lr: '2' } },
    qk_norm: { ...run, options: { optimiser: 'adam', lr: '0.01', 'qk-norm': 'on' } },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, GalleryState>>>>;
