import { describe, expect, it, vi } from 'vitest';
import type { Actions } from '../../web/figures/controls/actions.ts';
import type { OptionActions } from '../../web/figures/dot_product/controls.ts';
import { layoutHistogram } from '../../web/figures/dot_product/layout.ts';
import { axisOf, pairsOf, queryRows, querySample, spreadOf, type DotProductOptions } from '../../web/figures/dot_product/query.ts';
import { steps } from '../../web/figures/dot_product/readouts.ts';
import { relativeError, wordOf } from '../../web/figures/dot_product/standing.ts';
import { dotProductView, logAlphaOf, type DotProductModel } from '../../web/figures/dot_product/view.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { DOT_PRODUCT_STATES, stateOf, stored } from './support/dot_product_results.ts';
import { datum, render, visibleText } from './support/render.ts';

const actions: Actions = { now: () => DEFAULTS, move: vi.fn(), choose: vi.fn(), rest: vi.fn(), type: vi.fn(), reset: vi.fn() };
const change: OptionActions = { change: vi.fn(), type: vi.fn(), rest: vi.fn() };
const names = Object.keys(DOT_PRODUCT_STATES);

function modelOf(name: string, width: number): DotProductModel {
  const { params, options } = DOT_PRODUCT_STATES[name]!;
  const { sample, rows } = stored(name);
  return {
    ...COMMON, number: '6', params, options, logAlpha: logAlphaOf(params), width, reset: vi.fn(),
    answer: { params, options, request: querySample(params, options, 'resting'), result: sample }, rows: { rho: options.rho, scope: options.scope, keyCount: params.keyCount, result: rows },
  };
}
const markup = (name: string, language: Language, width = 1080, changes: Partial<DotProductModel> = {}): string => render(dotProductView({ ...modelOf(name, width), ...changes }, actions, change, stringsIn(language)));
const value = (text: string, name: string): number => Number(datum(text, name)['value']);

describe('cases that others met', () => {
  it('case 4: a sample of four shows its relative error of ±82 % and claims nothing; ten thousand show ±1.4 %', () => {
    const four = markup('four_pairs', 'en');
    expect(value(four, 'relative-error')).toBeCloseTo(Math.sqrt(2 / 3), 10);
    expect(visibleText(four)).toMatch(/relative error ± 82 %/);
    expect(datum(four, 'state')['value']).toBe('few');
    expect(visibleText(four)).toContain('Too few pairs to conclude anything');
    expect(visibleText(four)).not.toMatch(/theory says|theory agree/);
    const many = markup('standard', 'en');
    expect(visibleText(many)).toMatch(/relative error ± 1\.4 %/);
    expect(datum(many, 'state')['value']).toBe('agrees');
  });
});

describe('the query', () => {
  it('draws as many pairs as the reader chose, up to thirty million numbers, and fewer while a finger moves', () => {
    expect(pairsOf(100_000, 64, 'resting')).toBe(100_000);
    expect(pairsOf(100_000, 4096, 'resting')).toBe(3662);
    expect(pairsOf(10_000, 1024, 'resting')).toBe(10_000);
    expect(pairsOf(10_000, 4096, 'moving')).toBe(366);
    expect(pairsOf(4, 4096, 'moving')).toBe(4);
    // Entries that are made of several normal numbers meet the engine's limit earlier.
    expect(pairsOf(100_000, 128, 'resting', 'student5')).toBe(65_104);
    expect(pairsOf(100_000, 128, 'resting', 'laplace')).toBe(97_656);
  });
  it('asks for every statistic of the same vectors, and for single pairs only where they are few', () => {
    const { params, options } = stateOf({ headDim: 100, seed: 9 }, { rho: 0.25, mean: 1, entries: 'laplace', pairs: 50 });
    const { sample, term, law } = querySample(params, options, 'resting');
    expect(sample).toMatchObject({ headDim: 100, pairs: 50, seed: 9, divisor: 10, entries: 'laplace', meanQuery: 1, meanKey: 1, correlation: 0.25, keep: 50 });
    expect(term).toMatchObject({ headDim: 1, pairs: 50, seed: 9, divisor: 1, correlation: 0.25 });
    expect(law).toMatchObject({ headDim: 100, divisor: 10 });
    expect(querySample(params, { ...options, pairs: 1000 }, 'resting').sample.keep).toBe(0);
  });
  it('keeps the axis within a step of four, wide enough for mean and spread', () => {
    for (const headDim of [1, 7, 64, 300, 4096])
      for (const divisor of [1e-6, 1, 8, 4096, 1e6])
        for (const rho of [0, 0.5, -1]) {
          const { params, options } = stateOf({ headDim, divisor }, { rho });
          const spread = spreadOf(params, options);
          const axis = axisOf(spread);
          expect(axis).toBeGreaterThanOrEqual((Math.abs(spread.mean) + 4 * spread.sigma) * (1 - 1e-6));
          expect(axis).toBeLessThan(4.01 * (Math.abs(spread.mean) + 4 * spread.sigma));
        }
  });
  it('asks rows of every scope only where ρ makes a difference, with fewer keys where vectors are long', () => {
    const asked = (params: Parameters<typeof stateOf>[0], options: Partial<DotProductOptions> = {}) => {
      const state = stateOf(params, options);
      return queryRows(state.params, state.options, 'resting');
    };
    expect(asked({})).toMatchObject({ none: { rows: 1000, keyCount: 8 }, one: undefined, all: undefined });
    expect(asked({}, { rho: 0.5 })).toMatchObject({ one: { correlation: 0.5, allKeys: false }, all: { correlation: 0.5, allKeys: true } });
    const { none } = asked({ headDim: 4096, keyCount: 4096 });
    expect((none.keyCount + 1) * none.rows * 4096).toBeLessThanOrEqual(8.1e6);
    expect(none.rows).toBeGreaterThanOrEqual(16);
  });
});

describe('the derivation', () => {
  it.each(names)('binds each line of %s to a theory and a measurement that agree within six standard errors', (name) => {
    const { params, options } = DOT_PRODUCT_STATES[name]!;
    if (options.pairs < 1000 || options.entries === 'student3') return;
    for (const { id, value: measured, error, theory, known } of steps(params, stored(name).sample)) {
      expect(known, id).toBe(true);
      expect(Math.abs(measured - theory), id).toBeLessThanOrEqual(6 * error + 1e-9);
    }
  });
  it('says by its words whether the sample agrees', () => {
    const { sample } = stored('standard').sample;
    expect(wordOf(sample)).toBe('agrees');
    expect(wordOf({ ...sample, variance: sample.theoryVariance + 4 * sample.varianceError })).toBe('apart');
    expect(wordOf({ ...sample, varianceRelativeError: relativeError(100) })).toBe('few');
    expect(wordOf(stored('endless').sample.sample)).toBe('endless');
  });
});

describe('the picture', () => {
  const all = names.flatMap((name) => languages.flatMap((language) => [280, 350, 672].map((width) => {
    const { params, options } = DOT_PRODUCT_STATES[name]!;
    return { title: `${name}, ${language}, ${width} px`, width, layout: layoutHistogram(querySample(params, options, 'resting'), stored(name).sample, options, { width, plot: width < 480 ? 220 : 300 }, stringsIn(language)) };
  })));
  it('no two labels overlap and none leaves the picture, at any width, in either language', () => {
    const wrong = all.flatMap(({ title, width, layout }) => {
      const boxes = layout.labels.map(boxOf);
      const meet = layout.labels.flatMap((one, i) => layout.labels.slice(i + 1).flatMap((other, j) => (overlap(boxes[i]!, boxes[i + 1 + j]!) ? [`${title}: ${one.id} × ${other.id}`] : [])));
      const out = layout.labels.flatMap(({ id }, i) => (boxes[i]!.left < -1 || boxes[i]!.right > width + 1 || boxes[i]!.top < -1 || boxes[i]!.bottom > layout.height ? [`${title}: ${id} is outside`] : []));
      return [...meet, ...out];
    });
    expect(wrong).toEqual([]);
  });
  it('the word for what has no bar stands beside the bell, not on it', () => {
    const on = languages.flatMap((language) => [280, 350, 672].flatMap((width) => {
      const { params, options } = DOT_PRODUCT_STATES['standard']!;
      const result = stored('standard').sample;
      const layout = layoutHistogram(querySample(params, options, 'resting'), { ...result, sample: { ...result.sample, below: 1 } }, options, { width, plot: width < 480 ? 220 : 300 }, stringsIn(language));
      const label = layout.labels.find(({ id }) => id === 'lost');
      const box = label && boxOf(label);
      return box && [...layout.normal.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].every(([, x, y]) => Number(x) < box.left || Number(x) > box.right || Number(y) > box.bottom) ? [] : [`${language}, ${width} px`];
    }));
    expect(on).toEqual([]);
  });
  it('no path holds NaN or infinity, not even at the pole of d_k = 1', () => {
    for (const { title, layout } of all) expect([layout.bars, layout.errorBars, layout.dots, layout.exact, layout.normal, layout.others, layout.bracket, layout.ones].join(), title).not.toMatch(/NaN|Infinity/);
  });
  it('few pairs are circles, many are bars with their errors', () => {
    const few = all.find(({ title }) => title.startsWith('four_pairs'))!.layout;
    expect(few.bars).toBe('');
    expect(few.dots.match(/M/g)).toHaveLength(4);
    const many = all.find(({ title }) => title.startsWith('standard'))!.layout;
    expect(many.dots).toBe('');
    expect(many.bars.match(/M/g)!.length).toBeGreaterThan(30);
    expect(many.errorBars.match(/M/g)!.length).toBe(many.bars.match(/M/g)!.length);
  });
  it('the exact law is drawn only where it is the law, and beside a related key that of the unrelated ones', () => {
    const of = (name: string) => all.find(({ title }) => title.startsWith(name))!.layout;
    expect(of('standard').exact).not.toBe('');
    expect(of('laplace').exact).toBe('');
    expect(of('one_key').exact).toBe('');
    expect(of('one_key').others).not.toBe('');
    expect(of('standard').others).toBe('');
  });
});

describe('the view of dk-dot-product', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, 1080, { tableOpen: false }))).toMatchSnapshot();
  });
  it('shows no NaN, infinity, unfilled placeholder or missing sentence at any width', () => {
    for (const name of names)
      for (const language of languages)
        for (const width of [280, 350, 700, 1080]) {
          const text = markup(name, language, width);
          expect(visibleText(text), name).not.toMatch(/NaN|Infinity|∞|undefined|\[object|\{[\w-]+\}|(dot-product|readout|caption|param|table)\.[a-z]/);
          expect(text, name).not.toMatch(/NaN|undefined/);
        }
  });
  it.each(names)('the read-outs of %s carry the engine’s numbers at full precision', (name) => {
    const { sample, law } = stored(name).sample;
    const text = markup(name, 'en');
    expect(datum(text, 'logit-mean')).toMatchObject({ value: String(sample.mean), error: String(sample.meanError) });
    expect(datum(text, 'logit-variance')).toMatchObject({ value: String(sample.variance), error: String(sample.varianceError) });
    expect(datum(text, 'excess-kurtosis')).toMatchObject({ value: String(sample.excessKurtosis) });
    expect(value(text, 'ks-distance')).toBe(sample.ksDistance);
    if (name === 'standard') expect(value(text, 'ks-times-dim')).toBeCloseTo(64 * law.ksDistance, 12);
    expect(value(text, 'row-max-weight-none')).toBe(stored(name).rows.none.maxWeight);
  });
  it('says so where a dimension is too large for as many pairs as were chosen', () => {
    expect(visibleText(markup('largest', 'en'))).toMatch(/only +3662 +pairs are drawn \( +100,000 +chosen\)|only 3662 pairs are drawn \(100,000 chosen\)/);
  });
  it('ρ with one key runs away, ρ with all keys cancels: the caption and the rows say so', () => {
    expect(visibleText(markup('one_key', 'en'))).toContain('This is the one key that goes with the query');
    expect(visibleText(markup('all_keys', 'en'))).toContain('softmax cannot see it');
    expect(value(markup('all_keys', 'en'), 'row-sigma-all')).toBeCloseTo(Math.sqrt(0.75), 1);
  });
  it('draws its controls before there is any result, and only those that it is asked to', () => {
    const text = markup('standard', 'en', 1080, { answer: undefined, rows: undefined });
    expect(text).toContain('name="divisor"');
    expect(text).toContain('data-choice=laplace');
    const few = markup('standard', 'en', 1080, { shows: (control) => control === 'dk' });
    expect(few).toContain('name=dk');
    expect(few).not.toMatch(/name="?(keys|divisor|rho|mean)|data-choice|dk-new-sample/);
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', 1080, { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').length).toBeGreaterThan(2);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});
