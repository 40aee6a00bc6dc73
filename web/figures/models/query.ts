// The rules that stand on the axis, and what the engine is asked about them: pure functions.
import type { EngineClient } from '../../engine/engine.ts';
import type { ModelRule, ModelRuleRequest, ModelScaling, QkNormBest, SoftCap } from '../../engine/protocol_models.ts';
import type { OptionTable, OptionValues } from '../../state/options.ts';
import { DEFAULTS, fourDigits, type Params } from '../../state/params.ts';
import { octaves } from '../divisor_axis.ts';

/** What a rule changes: the value of the divisor, the place where it acts, or how logits are bounded besides. */
export type Idea = 'value' | 'place' | 'bound';

export interface Model {
  name: ModelRule;
  idea: Idea;
  /** Where the factor is multiplied in, and what else bounds the logits: keys of sentences. */
  place: 'after' | 'layer' | 'tables' | 'weights' | 'inside' | 'normed';
  bound: 'none' | 'cap' | 'norm' | 'gain' | 'learned' | 'clamped';
  /** The number of its own that a rule has: g, s, or a layer. */
  own?: 'g' | 's' | 'layer';
  /** The least that number may be. */
  least?: number;
  url?: string;
}

export const IDEAS: readonly Idea[] = ['value', 'place', 'bound'];

const github = (path: string): string => `https://github.com/${path}`;
const arxiv = (id: string): string => `https://arxiv.org/abs/${id}`;

/** In the order of their rows. */
export const MODELS: readonly Model[] = [
  { name: 'none', idea: 'value', place: 'after', bound: 'none' },
  { name: 'vaswani', idea: 'value', place: 'after', bound: 'none', url: arxiv('1706.03762') },
  { name: 'mup', idea: 'value', place: 'after', bound: 'none', url: github('microsoft/mup') },
  { name: 'gpt2_inverse_layer', idea: 'value', place: 'layer', bound: 'none', own: 'layer', least: 1, url: github('huggingface/transformers/blob/main/src/transformers/models/gpt2/modeling_gpt2.py') },
  { name: 'ssmax', idea: 'value', place: 'after', bound: 'none', own: 's', least: 0.01, url: arxiv('2501.19399') },
  { name: 'yarn', idea: 'value', place: 'tables', bound: 'none', own: 's', least: 1, url: github('jquesnelle/yarn') },
  { name: 'deepseek_v3', idea: 'value', place: 'after', bound: 'none', own: 's', least: 1, url: github('deepseek-ai/DeepSeek-V3/blob/main/inference/model.py') },
  { name: 't5', idea: 'place', place: 'weights', bound: 'none', url: arxiv('1910.10683') },
  { name: 'megatron', idea: 'place', place: 'inside', bound: 'none', own: 'layer', least: 1, url: github('NVIDIA/Megatron-LM/pull/320') },
  { name: 'gemma2_27b', idea: 'bound', place: 'after', bound: 'cap', url: arxiv('2408.00118') },
  { name: 'gemma2_9b', idea: 'bound', place: 'after', bound: 'cap', url: arxiv('2408.00118') },
  { name: 'grok1', idea: 'bound', place: 'after', bound: 'cap', url: github('xai-org/grok-1/blob/main/model.py') },
  { name: 'gemma3', idea: 'bound', place: 'normed', bound: 'gain', url: arxiv('2503.19786') },
  { name: 'vit22b', idea: 'bound', place: 'normed', bound: 'norm', url: arxiv('2302.05442') },
  { name: 'qk_norm', idea: 'bound', place: 'normed', bound: 'learned', own: 'g', least: 0.01, url: arxiv('2010.04245') },
  { name: 'swin_v2', idea: 'bound', place: 'normed', bound: 'clamped', url: arxiv('2111.09883') },
];

export const modelOf = (name: ModelRule): Model => MODELS.find((model) => model.name === name)!;

export const MODELS_OPTIONS = {
  model: { kind: 'choice', values: MODELS.map(({ name }) => name), default: 'vaswani' },
  /** Counted from 1, of the rules that know layers. */
  layer: { kind: 'number', min: 1, max: 1000, whole: true, default: 12 },
  /** The chosen rule's own number; 0 takes the published or usual one. */
  scale: { kind: 'number', min: 0, max: 1e6, default: 0 },
} as const satisfies OptionTable;
export type ModelsOptions = OptionValues<typeof MODELS_OPTIONS>;

export interface ModelsRequest {
  headDim: number;
  keyCount: number;
  model: ModelRule;
  layer: number;
  scale: number;
}

/** A scale that the chosen rule can't take becomes the least that it can. */
export function queryModels(params: Params, options: ModelsOptions): ModelsRequest {
  const { own, least = 0 } = modelOf(options.model);
  const scale = own !== 'g' && own !== 's' ? 0 : options.scale === 0 ? 0 : Math.max(least, options.scale);
  return { headDim: params.headDim, keyCount: params.keyCount, model: options.model, layer: options.layer, scale };
}

export const modelsKey = (request: ModelsRequest): string => [request.headDim, request.keyCount, request.model, request.layer, request.scale].join(' ');

export interface PlacedModel {
  model: Model;
  scaling: ModelScaling;
  /** The other end of what the rule runs through: layer 1, no extension, the cap that training may reach. */
  until: number | undefined;
}

export interface ModelsResult {
  request: ModelsRequest;
  rows: PlacedModel[];
  /** Of a chosen rule with a soft cap: at CAP_POINTS times the cap. */
  softCap: SoftCap | undefined;
  /** Of a chosen rule with norms: over NORM_ALPHAS, and at the rule's own α. */
  best: { curve: QkNormBest; here: QkNormBest } | undefined;
}

/** Logits in units of the cap; the marks T, 2T and 3T are among them. */
export const CAP_STEPS = 64;
export const CAP_MOST = 4;
export const CAP_POINTS = Float64Array.from({ length: CAP_STEPS + 1 }, (_, i) => (i * CAP_MOST) / CAP_STEPS);
export const NORM_ALPHAS = octaves(8);

export async function runModels(engine: EngineClient, request: ModelsRequest): Promise<ModelsResult> {
  const { headDim, keyCount, layer } = request;
  const rule = (name: ModelRule, changes: Partial<ModelRuleRequest> = {}): Promise<ModelScaling> =>
    engine.call('modelRule', { name, headDim, keyCount, layer, scale: name === request.model ? request.scale : 0, ...changes });
  const until = async ({ name }: Model): Promise<number | undefined> => {
    if (name === 'swin_v2') return (await rule('swin_v2_cap')).alpha;
    if (name === 'gpt2_inverse_layer') return (await rule(name, { layer: 1 })).alpha;
    if (name === 'yarn' || name === 'deepseek_v3') return (await rule(name, { scale: 1 })).alpha;
    return undefined;
  };
  const rows = await Promise.all(MODELS.map(async (model) => ({ model, scaling: await rule(model.name), until: await until(model) })));
  const { scaling } = rows.find(({ model }) => model.name === request.model)!;
  const softCap = scaling.softCap > 0 ? await engine.call('softCap', { cap: scaling.softCap, logits: CAP_POINTS.map((x) => x * scaling.softCap) }) : undefined;
  const shape = { headDim: scaling.headDim || headDim, keyCount };
  const best = scaling.normalised
    ? { curve: await engine.call('qkNormBest', { ...shape, alphas: NORM_ALPHAS }), here: await engine.call('qkNormBest', { ...shape, alphas: Float64Array.of(scaling.alpha) }) }
    : undefined;
  return { request, rows, softCap, best };
}

/** What choosing a rule does to the reader's controls: its α, and its own d_k where it has one. */
export function paramsOf({ model, scaling }: Pick<PlacedModel, 'model' | 'scaling'>): Partial<Params> {
  const size = scaling.headDim > 0 ? { headDim: scaling.headDim } : {};
  if (model.name === 'none') return { ...size, divisor: '1', alpha: undefined };
  const alpha = fourDigits(scaling.alpha);
  return alpha === 1 ? { ...size, divisor: 'root', alpha: undefined } : { ...size, alpha, divisor: DEFAULTS.divisor };
}
