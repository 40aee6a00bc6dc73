// Every figure: its element's name and how to get its code. Code and sentences are fetched when the first one nears the screen.
// A figure's sentences stand in content/<language>/figures/<name>.json, <name> being the element's name without `dk-`.
// What is near in the article travels together: the code of each of these lists in one file, its sentences in one file a language.
// Many small files would weigh 20 KB more; one file for all would, when it doesn't arrive, take every figure with it.

type Figures = Readonly<Record<string, () => Promise<unknown>>>;

/** With what all figures share: the page's head. */
const SHARED: Figures = {
  'dk-opening': () => import('./opening/dk_opening.ts'),
};

/** §2 and §3. */
const EARLY: Figures = {
  'dk-pipeline': () => import('./pipeline/dk_pipeline.ts'),
  'dk-saturation': () => import('./saturation/dk_saturation.ts'),
  'dk-overflow': () => import('./overflow/dk_overflow.ts'),
  'dk-invariance': () => import('./invariance/dk_invariance.ts'),
  'dk-dot-product': () => import('./dot_product/dk_dot_product.ts'),
};

/** From §4 to the end. */
const LATE: Figures = {
  'dk-gradient': () => import('./gradient/dk_gradient.ts'),
  'dk-training': () => import('./training/dk_training.ts'),
  'dk-claims': () => import('./claims/dk_claims.ts'),
  'dk-models': () => import('./models/dk_models.ts'),
  'dk-inspector': () => import('./inspector/dk_inspector.ts'),
};

export const FIGURES: Figures = { ...SHARED, ...EARLY, ...LATE };

/** All that travel with this one, itself among them. */
export const together = (tag: string): string[] => Object.keys([SHARED, EARLY, LATE].find((list) => tag in list) ?? {});
