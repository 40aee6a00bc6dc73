// Importing this defines every figure as an element, each in a shadow root: `import 'sqrt-dk/elements'`, then `<dk-saturation dk="512"></dk-saturation>`.
import sentences from 'virtual:sentences-by-language';
import { FIGURES } from '../figures/registry.ts';
import { openHouse } from '../page/embed/house.ts';
import { createEngine } from './index.ts';

/** The names of the elements. */
export const elementNames: readonly string[] = Object.keys(FIGURES);

openHouse({ engine: createEngine(), site: undefined, sentencesIn: async (language) => (await sentences[language]!()).default });

/** Settles when all elements are defined. */
export const defined: Promise<void> = Promise.all(Object.values(FIGURES).map((load) => load())).then(() => undefined);
