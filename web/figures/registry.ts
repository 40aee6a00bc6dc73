// Every figure: its element's name and how to get its code. Code and sentences are fetched when the first one nears the screen.
// A figure's sentences stand in content/<language>/figures/<name>.json, <name> being the element's name without `dk-`.
// What a list holds travels together: its code in one file, its sentences in one file a language. The first figure doesn't wait for the others;
// the others in two files would weigh 6 KB more, one by one 25.

type Figures = Readonly<Record<string, () => Promise<unknown>>>;

/** With what all figures share: the page's head. */
const SHARED: Figures = {
  'dk-opening': () => import('./opening/dk_opening.ts'),
};

/** From §2 to the end. */
const BODY: Figures = {
  'dk-pipeline': () => import('./pipeline/dk_pipeline.ts'),
  'dk-saturation': () => import('./saturation/dk_saturation.ts'),
  'dk-overflow': () => import('./overflow/dk_overflow.ts'),
  'dk-invariance': () => import('./invariance/dk_invariance.ts'),
  'dk-dot-product': () => import('./dot_product/dk_dot_product.ts'),
  'dk-gradient': () => import('./gradient/dk_gradient.ts'),
  'dk-training': () => import('./training/dk_training.ts'),
  'dk-claims': () => import('./claims/dk_claims.ts'),
  'dk-models': () => import('./models/dk_models.ts'),
  'dk-inspector': () => import('./inspector/dk_inspector.ts'),
};

export const FIGURES: Figures = { ...SHARED, ...BODY };

/** All that travel with this one, itself among them. */
export const together = (tag: string): string[] => Object.keys([SHARED, BODY].find((list) => tag in list) ?? {});
