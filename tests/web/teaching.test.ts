// The lesson's links: each opens an exact state, and the document and the practice page have the same ones.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOT_PRODUCT_OPTIONS } from '../../web/figures/dot_product/query.ts';
import { GRADIENT_OPTIONS } from '../../web/figures/gradient/query.ts';
import { OPTION_TABLE as INVARIANCE_OPTIONS } from '../../web/figures/invariance/options.ts';
import { OPTION_TABLE as OVERFLOW_OPTIONS } from '../../web/figures/overflow/options.ts';
import { OPTION_TABLE as PIPELINE_OPTIONS } from '../../web/figures/pipeline/options.ts';
import { TRAINING_OPTIONS } from '../../web/figures/training/query.ts';
import { lessonOf } from '../../web/page/build/render_practice.ts';
import { sections } from '../../web/page/build/sections.ts';
import { readOptions, type OptionTable } from '../../web/state/options.ts';
import { readQuery, writeQuery } from '../../web/state/url.ts';
import { contentJson, languages, path } from './support/content.ts';

const TABLES: Record<string, OptionTable> = {
  'dot-product': DOT_PRODUCT_OPTIONS, gradient: GRADIENT_OPTIONS, invariance: INVARIANCE_OPTIONS, overflow: OVERFLOW_OPTIONS, pipeline: PIPELINE_OPTIONS, training: TRAINING_OPTIONS,
};

const lesson = await lessonOf(path('web/content'));
const links = lesson.flatMap((part) => part.links);
const document = readFileSync(path('docs/teaching.md'), 'utf8');

it.each(links.map(({ id, address }) => [id, address] as const))('the link %s (%s) opens a state, with nothing to correct', (_, address) => {
  const [, search = '', section = ''] = /^(\?[^#]*)#([\w-]+)$/.exec(address) ?? [];
  expect(sections.map(({ id }) => id)).toContain(section);
  const { params, options, notices } = readQuery(search);
  expect(notices).toEqual([]);
  for (const [key, text] of Object.entries(options)) {
    const [figure = '', name = ''] = key.split('.');
    expect(Object.keys(TABLES[figure] ?? {})).toContain(name);
    expect(readOptions(TABLES[figure]!, (one) => (one === name ? text : null)).problems).toEqual([]);
  }
  // Whatever the address names is state, or says which controls stay.
  const names = [...new URLSearchParams(search).keys()].filter((name) => name !== 'controls');
  const written = new URLSearchParams(writeQuery(params, '', options));
  for (const name of names) if (!['seed', 'keys', 'dk'].includes(name)) expect([...written.keys()]).toContain(name);
});

it('the document and the page have the same links, in the same order', () => {
  const [plan = ''] = /## The plan[\s\S]*?\n## /.exec(document) ?? [];
  expect([...plan.matchAll(/`(\?[^`]+)`/g)].map(([, address]) => address)).toEqual(links.map(({ address }) => address));
});

it('the lesson fills fifty minutes, part after part', () => {
  expect(lesson.map(({ from }) => from)).toEqual([0, ...lesson.slice(0, -1).map(({ to }) => to)]);
  expect(lesson.at(-1)?.to).toBe(50);
});

it('every part and link has a sentence in every language, and none is left over', () => {
  for (const language of languages) {
    const { teachers } = contentJson<{ teachers: { part: Record<string, string>; link: Record<string, string> } }>(language, 'practice');
    expect(Object.keys(teachers.part)).toEqual(lesson.map(({ part }) => part));
    expect(Object.keys(teachers.link)).toEqual(links.map(({ id }) => id));
  }
});

it('the practice page’s own words have the same keys in every language', () => {
  const keysOf = (value: unknown, at = ''): string[] => (typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${at}.${key}`)) : [at]);
  const [first, second] = languages.map((language) => keysOf(contentJson(language, 'practice')));
  expect(second).toEqual(first);
});
