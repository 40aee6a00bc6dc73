// A figure is whole: what a registered figure needs besides its code. Each message says what is missing, and where it goes (docs/contributing.md).
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GALLERY } from '../../web/figures/gallery.ts';
import { FIGURES } from '../../web/figures/registry.ts';
import { STILLS } from '../../web/figures/stills.ts';
import { STUDY } from '../../web/figures/study.ts';
import { languages, path } from './support/content.ts';
import { trackedFiles } from './support/tracked.ts';

const prose = (language: string): string => trackedFiles().filter((file) => file.startsWith(`web/content/${language}/`) && file.endsWith('.md')).map((file) => readFileSync(path(file), 'utf8')).join('\n');

describe.each(Object.keys(FIGURES))('%s', (tag) => {
  const name = tag.slice('dk-'.length);
  const folder = `web/figures/${name.replaceAll('-', '_')}`;

  it('has its code in the folder of its name', () => {
    for (const file of [`dk_${name.replaceAll('-', '_')}.ts`, 'view.ts']) expect(existsSync(path(`${folder}/${file}`)), `${folder}/${file} is missing`).toBe(true);
    const source = readFileSync(path(`${folder}/dk_${name.replaceAll('-', '_')}.ts`), 'utf8');
    expect(source, 'figureName is the name without dk-').toContain(`figureName = '${name}'`);
    expect(source, `the file defines <${tag}>`).toContain(`customElements.define('${tag}'`);
  });

  it.each(languages)('has its sentences and its place in the article in %s', (language) => {
    expect(existsSync(path(`web/content/${language}/figures/${name}.json`)), `web/content/${language}/figures/${name}.json is missing`).toBe(true);
    expect(new RegExp(`^:::+ figure ${tag}\\b`, 'm').test(prose(language)), `no section of web/content/${language} has a block “::: figure ${tag}”`).toBe(true);
  });

  it('stands in the list of docs/figures.md', () => {
    expect(readFileSync(path('docs/figures.md'), 'utf8').includes(`| \`${tag}\` |`), `docs/figures.md has no row of ${tag}`).toBe(true);
  });

  it('shows its states in the gallery, and a still picture where no program runs', () => {
    expect(Object.keys(GALLERY), `web/figures/gallery.ts has no states of ${tag}`).toContain(tag);
    expect(Object.keys(STILLS), `web/figures/stills.ts has no still picture of ${tag}`).toContain(tag);
  });

  it('styles nothing but itself', () => {
    const sheets = trackedFiles().filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.css'));
    for (const sheet of sheets) {
      // Comments off, then what stands at the outermost level: the tag, or an at-rule around it.
      const css = readFileSync(path(sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      const outermost = [...css.matchAll(/^([^\s}@][^{};]*)\{/gm)].map(([, selector = '']) => selector.trim());
      expect(outermost.filter((selector) => !selector.split(',').every((one) => new RegExp(`\\b${tag}\\b`).test(one))), `${sheet} reaches outside ${tag}`).toEqual([]);
    }
  });
});

it.each(Object.keys(STUDY))('%s stands in the list of docs/figures.md', (tag) => {
  expect(readFileSync(path('docs/figures.md'), 'utf8').includes(`| \`${tag}\` |`), `docs/figures.md has no row of ${tag}`).toBe(true);
});
