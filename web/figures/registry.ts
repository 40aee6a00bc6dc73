// Every figure: its element's name and how to get its code. Code and sentences are fetched when the first one nears the screen.
// A figure's sentences stand in content/<language>/figures/<name>.json, <name> being the element's name without `dk-`.

export const FIGURES: Readonly<Record<string, () => Promise<unknown>>> = {
  'dk-opening': () => import('./opening/dk_opening.ts'),
  'dk-claims': () => import('./claims/dk_claims.ts'),
  'dk-dot-product': () => import('./dot_product/dk_dot_product.ts'),
  'dk-gradient': () => import('./gradient/dk_gradient.ts'),
  'dk-invariance': () => import('./invariance/dk_invariance.ts'),
  'dk-inspector': () => import('./inspector/dk_inspector.ts'),
  'dk-models': () => import('./models/dk_models.ts'),
  'dk-overflow': () => import('./overflow/dk_overflow.ts'),
  'dk-pipeline': () => import('./pipeline/dk_pipeline.ts'),
  'dk-saturation': () => import('./saturation/dk_saturation.ts'),
  'dk-training': () => import('./training/dk_training.ts'),
};
