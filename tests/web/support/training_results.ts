// Races of the real engine, stored, so that the view can be looked at without it; training_results.test.ts holds them against the engine.
import { GALLERY, type GalleryState } from '../../../web/figures/gallery.ts';
import { recipeOf, TRAINING_OPTIONS, type RaceResult, type Recipe, type TrainingOptions } from '../../../web/figures/training/query.ts';
import { readOptions } from '../../../web/state/options.ts';
import { StoredStates } from './typed_json.ts';

const defaults: TrainingOptions = readOptions(TRAINING_OPTIONS, () => null).values;
export const recipe = (changes: Partial<TrainingOptions> = {}, seed = 1): Recipe => recipeOf({ ...defaults, ...changes }, seed);

export const RECIPES: Readonly<Record<string, Recipe>> = Object.fromEntries(
  Object.entries<GalleryState>(GALLERY['dk-training']).map(([name, { options }]) => [name, recipeOf(readOptions(TRAINING_OPTIONS, (option) => options?.[option] ?? null).values, 1)]),
);

const states = new StoredStates<RaceResult>('training');
export const stored = (name: string): RaceResult => states.get(name);
export const store = (results: Readonly<Record<string, RaceResult>>): void => states.put(results);
