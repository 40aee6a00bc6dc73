import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { differenceOf, guessOf, throughTouched } from '../../web/figures/predict/difference.ts';
import type { PredictModel } from '../../web/figures/predict/model.ts';
import { layoutPlot } from '../../web/figures/predict/plot.ts';
import { shareOf, valueAt, type Question, type Truth } from '../../web/figures/predict/question.ts';
import { QUESTIONS, crossing, queryOf } from '../../web/figures/predict/questions.ts';
import { sharesOf } from '../../web/figures/predict/sketch.ts';
import { predictView, spokenAnswer } from '../../web/figures/predict/view.ts';
import { WASM, allLanguages, contentJson, languages, path, stringsIn } from './support/content.ts';
import { render, visibleText } from './support/render.ts';
import { readFileSync } from 'node:fs';

const all = Object.values(QUESTIONS);
const truths: Record<string, Truth> = {};

beforeAll(async () => {
  const engine: EngineClient = await nodeClient(WASM);
  for (const question of all) truths[question.id] = question.read(await Promise.all(queryOf(question).map(({ name, request }) => engine.call(name, request))));
});

const truthOf = (id: string): Truth => truths[id]!;
const nothing = (): void => {};
const scaleOf = (question: Question) => (question.kind === 'place' ? question.scale : question.kind === 'sketch' ? question.y : undefined);

/** Every guess of a kind: near, below, above, of another shape; every option. */
function guessesOf(question: Question): number[][] {
  if (question.kind === 'choose') return Array.from({ length: question.options }, (_, i) => [i]);
  const scale = scaleOf(question)!;
  const moved = (by: (i: number) => number): number[] => truthOf(question.id).values.map((value, i) => valueAt(scale, Math.min(1, Math.max(0, shareOf(scale, value) + by(i)))));
  return [moved(() => 0.01), moved(() => -0.4), moved(() => 0.3), ...(question.kind === 'sketch' ? [moved((i) => (i % 2 === 0 ? 0.3 : -0.3))] : [])];
}

function modelOf(question: Question, guess?: readonly number[], given: Partial<PredictModel> = {}): PredictModel {
  const truth = given.truth;
  return {
    uid: 'p', question, width: 350, guess, touched: question.kind === 'sketch' ? (guess ? sharesOf(question, guess) : question.at.map(() => undefined)) : [], truth: undefined, busy: false, hold: false, said: '', error: undefined,
    difference: truth && guess && differenceOf(question, guess, truth), actions: { guess: nothing, touch: nothing, reveal: nothing, again: nothing }, ...given,
  };
}

describe('what the engine says', () => {
  it('agrees with what the claims were checked with', () => {
    expect(truthOf('introduction').values[0]).toBeCloseTo(0.7252, 3);
    expect(truthOf('attention').values[0]).toBe(0);
    expect(truthOf('attention').values[1]).toBeGreaterThan(1);
    expect(truthOf('saturation').values[0]).toBeCloseTo(0.527, 2);
    expect(truthOf('saturation').values.at(-1)).toBeCloseTo(0.985, 2);
    expect(truthOf('jacobian').numbers!['ratio']).toBeCloseTo(0.0832 / 0.0051, 0);
    expect(truthOf('stability').numbers!['usual']).toBeCloseTo(3.6e-17, 18);
    expect(truthOf('invariance').numbers!['measured']).toBeCloseTo(1 / Math.sqrt(300), 2);
    expect(truthOf('larger').values[0]).toBeCloseTo(0.106, 2);
    // 1 − Σp² of equal weights on 64 keys is 1 − 1/64.
    expect(truthOf('flatter').values[1]).toBeCloseTo(1 - 1 / 64, 3);
    expect(truthOf('flatter').values[0]).toBeLessThan(truthOf('flatter').values[1]!);
    expect(truthOf('gradients').numbers!['mean']).toBeCloseTo(1.9, 0);
    expect(truthOf('gradients').numbers!['median']).toBeLessThan(1e-5);
    expect(truthOf('summary').values).toEqual([1, 1 / 8, 1]);
  });
  it('where half of the rows overflow, and where half of the weight lies on one key, is found to a hundredth', async () => {
    const engine = await nodeClient(WASM);
    const { row } = await engine.call('overflowProbability', { headDim: Math.round(truthOf('stability').values[0]!), keyCount: 512, format: 'float32', divisors: Float64Array.of(1) });
    expect(row[0]).toBeCloseTo(0.5, 2);
    const { maxWeight } = await engine.call('saturationTheory', { headDim: 64, keyCount: 512, divisors: Float64Array.of(truthOf('smaller').values[0]!) });
    expect(maxWeight[0]).toBeCloseTo(0.5, 3);
  });
  it('picks the options that the sentences explain', () => {
    expect(['attention', 'jacobian', 'statistics', 'flatter', 'training', 'summary'].map((id) => truthOf(id).answer)).toEqual([1, 2, 2, 1, 0, 1]);
    const { one, four } = truthOf('training').numbers!;
    expect(four).toBeLessThan(one!);
  });
  it('lies on the axis that the guess is made on, off its ends and its middle, where a thumb begins', () => {
    for (const question of all) {
      const scale = scaleOf(question);
      if (!scale) continue;
      for (const value of truthOf(question.id).values) expect(value > scale.from && value < scale.to, `${question.id} ${value}`).toBe(true);
      if (question.kind === 'place') expect(Math.abs(shareOf(scale, truthOf(question.id).values[0]!) - 0.5), question.id).toBeGreaterThan(0.06);
    }
  });
});

describe('the difference', () => {
  const place = QUESTIONS['stability']!;
  const sketch = QUESTIONS['saturation']!;
  it('is a word, never a mark', () => {
    const said = (question: Question): (string | undefined)[] => guessesOf(question).map((guess) => differenceOf(question, guess, truthOf(question.id)));
    expect(said(place)).toEqual(['close', 'low', 'high']);
    expect(said(sketch).slice(0, 2)).toEqual(['close', 'low']);
    expect(said(sketch).at(-1)).toBe('shape');
    expect(said(QUESTIONS['attention']!)).toEqual(['other', 'same', 'other']);
  });
  it('handles that were not touched lie on the line through those that were', () => {
    expect(throughTouched([undefined, undefined])).toBeUndefined();
    expect(throughTouched([undefined, 0.2, undefined, undefined, 0.8])).toEqual([0.2, 0.2, 0.4, 0.6000000000000001, 0.8]);
  });
  it('a stored guess that cannot be one of this question is none', () => {
    expect(guessOf(place, [300])).toEqual([300]);
    for (const bad of [[], [1e9], [-1], [1, 2]]) expect(guessOf(place, bad)).toBeUndefined();
    for (const bad of [[3], [0.5], [-1]]) expect(guessOf(QUESTIONS['attention']!, bad)).toBeUndefined();
    expect(guessOf(sketch, [0.5])).toBeUndefined();
  });
  it('a crossing is found on a logarithmic axis', () => {
    expect(crossing([[1, 0], [4, 1]], 0.5)).toBeCloseTo(2, 12);
  });
});

describe.each(all.map((question) => [question.id, question] as const))('%s', (_id, question) => {
  const strange = /NaN|Infinity|undefined|\{[\w-]+\}|predict\.|\[object|∞/;
  it.each(allLanguages)('asks in %s, and says nothing of the answer before it is wanted', (language) => {
    for (const guess of [undefined, guessesOf(question)[1]]) {
      const markup = render(predictView(modelOf(question, guess), stringsIn(language)));
      expect(visibleText(markup)).not.toMatch(strange);
      expect(markup).not.toMatch(/data-value|data-name/);
    }
  });
  it.each(allLanguages)('has in %s a sentence for every difference, in words and to be heard', (language) => {
    const strings = stringsIn(language);
    for (const guess of [undefined, ...guessesOf(question)]) {
      const model = modelOf(question, guess, { truth: truthOf(question.id) });
      const markup = render(predictView(model, strings));
      expect(visibleText(markup)).not.toMatch(strange);
      expect(spokenAnswer(model, strings)).not.toMatch(strange);
      expect(spokenAnswer(model, strings).length).toBeGreaterThan(20);
      expect(markup).toMatch(/role="?img"? (aria-hidden=\n)?aria-label="?[^">]{6,}/);
      expect(markup).toContain('data-value');
    }
  });
  it.each(languages)('reads in %s as it does', (language) => {
    expect(visibleText(render(predictView(modelOf(question, guessesOf(question)[1], { truth: truthOf(question.id) }), stringsIn(language))))).toMatchSnapshot();
  });
});

describe('the charts', () => {
  it.each([272, 302, 350, 484])('at %d px no label meets another or hangs over the edge', (width) => {
    for (const language of languages) {
      const strings = stringsIn(language);
      for (const id of ['saturation', 'gradients']) {
        const question = QUESTIONS[id]!;
        if (question.kind !== 'sketch') throw new Error(id);
        for (const guess of guessesOf(question)) {
          const lines = [
            ...truthOf(id).curves!.map((curve) => ({ ...curve, kind: 'theory' as const, label: strings.text(`predict.${id}.curve.${curve.name}`) })),
            { name: 'guess', kind: 'guess' as const, label: strings.text('predict.yours'), points: question.at.map((at, i) => [at, guess[i]!] as const) },
          ];
          const { labels, height } = layoutPlot({ width, x: question.x, y: question.y, inset: width / 12, writeX: String, writeY: String }, lines);
          expect(labels.filter((label) => !label.id.startsWith('axis')).length).toBe(lines.length);
          const boxes = labels.map(boxOf);
          for (const [i, box] of boxes.entries()) {
            expect(box.left, labels[i]!.text).toBeGreaterThanOrEqual(-3);
            expect(box.right, labels[i]!.text).toBeLessThanOrEqual(width + 3);
            expect(box.bottom).toBeLessThanOrEqual(height + 1);
            for (const [j, other] of boxes.entries()) if (j > i) expect(overlap(box, other), `${labels[i]!.text} on ${labels[j]!.text}`).toBe(false);
          }
        }
      }
    }
  });
});

describe('the article', () => {
  it.each(languages)('asks every question in %s, each in its section, and the first one again at the end', (language) => {
    const sections = ['introduction', 'attention', 'saturation', 'stability', 'invariance', 'statistics', 'larger', 'larger-gradients', 'smaller', 'smaller-gradients', 'summary', 'closing'];
    const asked = sections.map((section) => [...readFileSync(path(`web/content/${language}/${section}.md`), 'utf8').matchAll(/^::: predict (.+)$/gm)].map(([, name = '']) => name));
    for (const names of asked) expect(names.length).toBeGreaterThan(0);
    expect(asked.flat().sort()).toEqual([...all.map(({ id }) => id).filter((id) => id !== 'introduction'), 'introduction', 'introduction hold'].sort());
    expect(asked[0]).toEqual(['introduction hold']);
    expect(asked.at(-1)).toEqual(['introduction']);
  });
  it('no sentence is left that nothing shows', () => {
    const keys = Object.keys(contentJson<Record<string, string>>('zh-Hant', 'figures/predict'));
    const ids = keys.filter((key) => key.split('.').length > 2 && !/^predict\.(place|sketch|choose|wait|picture)\./.test(key)).map((key) => key.split('.')[1]!);
    expect([...new Set(ids)].sort()).toEqual(all.map(({ id }) => id).sort());
  });
});
