import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from './languages.ts';
import { convertValues, simplifier, termsOf, type Convert } from './simplified.ts';

const same: Convert = (text) => text;

/** A language's content: what stands in its folder, or, for a generated one, what stands in the folder that it is made from, converted. */
export class Content {
  /** For texts that are converted piece by piece; the others come converted. */
  readonly convert: Convert;

  constructor(
    readonly root: string,
    readonly language: Language,
  ) {
    this.convert = language.generatedFrom === undefined ? same : simplifier(termsOf(join(root, language.tag, 'terms.json')));
  }

  /** Where a file of this language stands. */
  path(file: string): string {
    return join(this.root, this.language.generatedFrom ?? this.language.tag, file);
  }

  /** A section's Markdown as it was written: addresses and code must not be converted, so the renderer does that. */
  markdown(section: string): Promise<string> {
    return readFile(this.path(`${section}.md`), 'utf8');
  }

  /** A table of strings in this language. */
  async json<T>(name: string): Promise<T> {
    const value = JSON.parse(await readFile(this.path(`${name}.json`), 'utf8')) as T;
    return this.convert === same ? value : convertValues(value, this.convert);
  }

  /** The names of the tables that figures need: figures, errors, and figures/<name> for each. */
  async sentenceTables(): Promise<string[]> {
    const own = await readdir(this.path('figures'));
    return ['figures', 'errors', ...own.filter((file) => file.endsWith('.json')).sort().map((file) => `figures/${file.slice(0, -'.json'.length)}`)];
  }
}
