import { describe, expect, it, vi } from 'vitest';
import { layoutRace, runningAverage, spread } from '../../web/figures/training/layout.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { apart, outcomesOf, together, ZONES, type Outcome, type RunState } from '../../web/figures/training/outcome.ts';
import { ALPHAS, PRESETS, STEPS, levelsOf, presetOf, queryRace, sliceAt, type RaceResult } from '../../web/figures/training/query.ts';
import type { RecipeActions } from '../../web/figures/training/recipe_controls.ts';
import { trainingView, type TrainingModel } from '../../web/figures/training/view.ts';
import { COMMON } from './support/model.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { datum, render, visibleText } from './support/render.ts';
import { RECIPES, recipe, stored } from './support/training_results.ts';

const actions: RecipeActions = { run: vi.fn(), pause: vi.fn(), stop: vi.fn(), choosePreset: vi.fn(), change: vi.fn(), typeRate: vi.fn() };
const names = Object.keys(RECIPES);

const model = (name: string, width: number, changes: Partial<TrainingModel> = {}): TrainingModel => ({
  ...COMMON, number: '7', recipe: RECIPES[name]!, phase: 'done', result: stored(name), width, ...changes,
});
const markup = (name: string, language: Language, width = 1080, changes: Partial<TrainingModel> = {}): string => render(trainingView(model(name, width, changes), actions, stringsIn(language)));
const outcomes = (name: string): Outcome[] => outcomesOf(stored(name), RECIPES[name]!);
const states = (name: string): RunState[] => outcomes(name).map(({ state }) => state);

/** The first steps of a race, as they are seen on the way. */
function begun(name: string, steps: number): RaceResult {
  const { trace, summary } = stored(name);
  const cut = (matrix: { rows: number; columns: number; data: Float32Array }) => ({
    rows: matrix.rows, columns: steps, data: Float32Array.from({ length: matrix.rows * steps }, (_, i) => matrix.data[Math.floor(i / steps) * matrix.columns + (i % steps)]!),
  });
  const nonFiniteStep = trace.nonFiniteStep.map((step) => (step < steps ? step : -1));
  return {
    steps, summary: { ...summary, stepsToThreshold: summary.stepsToThreshold.map((step) => (step < steps ? step : Infinity)), finalLoss: summary.finalLoss.map((loss, i) => (nonFiniteStep[i]! >= 0 ? Infinity : Number.isFinite(loss) ? loss : 1)) },
    trace: { loss: cut(trace.loss), gradNorm: cut(trace.gradNorm), weightRatio: cut(trace.weightRatio), maxWeight: cut(trace.maxWeight), rightWeight: cut(trace.rightWeight), accuracy: cut(trace.accuracy), nonFiniteStep },
  };
}

describe('the query', () => {
  it('asks for nine divisors, sixteen keys and a rate for all, or one for each where it goes with α', () => {
    const request = queryRace(recipe());
    expect(request).toMatchObject({ headDim: 64, keyCount: 16, inputDim: 16, batch: 32, optimiser: 'sgd', loss: 'mse', clip: 0, qkNorm: false, seed: 1, firstStep: 0 });
    expect([...request.alphas]).toEqual([1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16]);
    expect([...request.learningRates]).toEqual([5]);
    expect([...queryRace(recipe({ lr: 2, 'lr-times-alpha': true })).learningRates]).toEqual([...ALPHAS].map((alpha) => 2 * alpha));
  });
  it('cuts the race into slices of at most twenty steps that end at its end', () => {
    let step = 0;
    while (step < STEPS) {
      const slice = sliceAt(step);
      expect(slice).toBeGreaterThan(0);
      expect(slice).toBeLessThanOrEqual(20);
      step += slice;
    }
    expect(step).toBe(STEPS);
  });
  it('knows each preset by its numbers, and none in between', () => {
    for (const preset of PRESETS) expect(presetOf(recipe({ optimiser: preset.optimiser, lr: preset.lr, 'lr-times-alpha': preset.timesAlpha }))).toBe(preset);
    expect(presetOf(recipe({ lr: 4.9 }))).toBeUndefined();
  });
  it('puts equal weights at 0.94 and a wrong key at 1.88 under squared error, ln 16 under −log p', () => {
    expect(levelsOf('mse')).toEqual({ uniform: 0.9375, wrong: 1.875 });
    expect(levelsOf('ce').uniform).toBeCloseTo(2.7726, 4);
  });
  it('three divisors lie in each zone of sixteen keys', () => {
    expect(ZONES).toEqual(['small', 'small', 'small', 'ok', 'ok', 'ok', 'large', 'large', 'large']);
  });
});

describe('what became of the runs', () => {
  it('with SGD at rate 5 the three small divisors die and the others learn, as one hears, and α = 2 ends lowest', () => {
    expect(states('standard')).toEqual(['dead', 'dead', 'dead', 'learnt', 'learnt', 'learnt', 'learnt', 'learnt', 'learnt']);
    const race = together(outcomes('standard'));
    expect(race).toMatchObject({ pattern: 'said', lowest: { alpha: 2 }, fastest: { alpha: 1 }, slowest: { alpha: 16 } });
  });
  it('at rate 0.05 it is the other way round', () => {
    expect(together(outcomes('small_rate')).pattern).toBe('reversed');
    expect(states('small_rate').slice(0, 3)).toEqual(['learnt', 'learnt', 'learnt']);
    expect(states('small_rate').slice(6)).toEqual(['slow', 'slow', 'slow']);
  });
  it('with Adam all nine learn', () => {
    expect(together(outcomes('adam'))).toMatchObject({ pattern: 'all', unlearnt: [] });
  });
  it('with −log p the smallest really explode, at a step that is told, with their last finite numbers', () => {
    expect(states('exploded').slice(0, 3)).toEqual(['exploded', 'exploded', 'runaway']);
    const [first] = outcomes('exploded');
    expect(first!.nonFiniteStep).toBe(stored('exploded').trace.nonFiniteStep[0]);
    expect(first!.maxGradNorm).toBeGreaterThan(1e6);
    expect(Number.isFinite(first!.maxGradNorm)).toBe(true);
    expect(first!.finalLoss).toBe(Infinity);
  });
  it('with QK-norm the large ones pick the right key and cannot tell it apart enough', () => {
    expect(states('qk_norm').slice(6)).toEqual(['flat', 'flat', 'flat']);
    for (const { accuracy, rightWeight } of outcomes('qk_norm').slice(6)) {
      expect(accuracy).toBeGreaterThan(0.99);
      expect(rightWeight).toBeLessThan(0.35);
    }
  });
  it('on the way nothing is called dead or slow', () => {
    const seen = outcomesOf(begun('standard', 150), RECIPES['standard']!).map(({ state }) => state);
    expect(seen).toEqual(['running', 'running', 'running', 'learnt', 'learnt', 'learnt', 'learnt', 'learnt', 'running']);
  });
  it.each([
    ['said', 'ddlllllll'], ['reversed', 'lllllllss'], ['ends', 'dlllllllf'], ['all', 'lllllllll'], ['none', 'xxddddsss'], ['mixed', 'lllldllll'],
  ])('together they are called "%s" where the nine are %s', (pattern, kinds) => {
    const kind: Record<string, RunState> = { d: 'dead', l: 'learnt', s: 'slow', f: 'flat', x: 'exploded' };
    const runs = [...kinds].map((letter, i) => ({ ...outcomes('standard')[i]!, state: kind[letter]! }));
    expect(together(runs).pattern).toBe(pattern);
  });
});

it('two final losses are apart by the differences of the steps that both runs saw', () => {
  const [one, other] = outcomes('standard').slice(4);
  expect(apart(one!, one!)).toBe(false);
  expect(apart({ ...one!, lastLosses: Float32Array.of(1, 3, 2, 4) }, { ...other!, lastLosses: Float32Array.of(0.5, 2.4, 1.5, 3.6) })).toBe(true);
  expect(apart({ ...one!, lastLosses: Float32Array.of(1, 3, 2, 4) }, { ...other!, lastLosses: Float32Array.of(3, 1, 4, 2) })).toBe(false);
});

describe('the picture', () => {
  const shown = names.flatMap((name) => [undefined, begun(name, 1), begun(name, 12), begun(name, 70), begun(name, 390), stored(name)].map((result) => ({ name, result })));
  const all = shown.flatMap(({ name, result }) => languages.flatMap((language) => [280, 350, 688, 1080].map((width) => {
    const seen = result ? outcomesOf(result, RECIPES[name]!) : outcomes(name).map((run) => ({ ...run, state: 'running' as const, finalLoss: Infinity, steps: Infinity, nonFiniteStep: -1 }));
    return { title: `${name} at ${result?.steps ?? 0}, ${language}, ${width} px`, width, layout: layoutRace(RECIPES[name]!, result, seen, { width, plot: width < 480 ? 240 : 320 }, stringsIn(language)) };
  })));
  it('no two labels overlap and none leaves the picture, at any step, at any width, in either language', () => {
    const wrong = all.flatMap(({ title, width, layout }) => {
      const boxes = layout.labels.map(boxOf);
      const meet = layout.labels.flatMap((one, i) => layout.labels.slice(i + 1).flatMap((other, j) => (overlap(boxes[i]!, boxes[i + 1 + j]!) ? [`${title}: ${one.id} × ${other.id}`] : [])));
      const out = layout.labels.flatMap(({ id }, i) => (boxes[i]!.left < 0 || boxes[i]!.right > width + 1 || boxes[i]!.top < -6 || boxes[i]!.bottom > layout.height ? [`${title}: ${id} is outside`] : []));
      return [...meet, ...out];
    });
    expect(wrong).toEqual([]);
  });
  it('every run that has begun is named, and both levels of knowing nothing', () => {
    for (const { title, layout } of all) {
      const ids = layout.labels.map(({ id }) => id);
      expect(ids, title).toEqual(expect.arrayContaining(['level-uniform', 'level-wrong']));
      if (!title.includes(' at 0,')) expect(ids.filter((id) => id.startsWith('run-')), title).toHaveLength(9);
    }
  });
  it('no path holds NaN or infinity', () => {
    for (const { title, layout } of all) expect(layout.runs.map(({ path, leader, final, end }) => [path, leader, final?.bar, final?.y, ...end]).join(), title).not.toMatch(/NaN|Infinity/);
  });
  it('a line ends before its first step without finite numbers', () => {
    expect(runningAverage(Float32Array.of(1, 2, NaN, 1))).toEqual([1, 0.9 + 0.1 * 2]);
  });
  it('places that would meet are moved apart as little as that takes, within their room', () => {
    expect(spread([10, 11, 100], 16, 0, 200)).toEqual([2.5, 18.5, 100]);
    expect(spread([190, 195, 199], 16, 0, 200)).toEqual([168, 184, 200]);
    expect(spread([], 16, 0, 200)).toEqual([]);
  });
  it('dead and exploded runs look different', () => {
    expect(markup('standard', 'en')).toMatch(/dk-run dk-zone-small dead[\s\S]*dk-stop/);
    expect(markup('standard', 'en')).not.toContain('dk-burst');
    expect(markup('exploded', 'en')).toMatch(/dk-run dk-zone-small exploded[\s\S]*dk-burst/);
    expect(markup('exploded', 'en')).not.toContain('dk-stop');
  });
});

describe('the view of dk-training', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, 1080, { tableOpen: false }))).toMatchSnapshot();
  });
  it.each(languages)('before the start it invites, and shows no result, in %s', (language) => {
    const text = markup('standard', language, 1080, { phase: 'ready', result: undefined });
    expect(visibleText(text)).toMatchSnapshot();
    expect(text).toContain('data-action="run"');
    expect(text).not.toContain('final-loss-1');
  });
  it('shows no NaN, infinity, unfilled placeholder or missing sentence, in any phase, at any width', () => {
    for (const name of names)
      for (const language of languages)
        for (const width of [280, 350, 800, 1080])
          for (const phase of ['running', 'paused', 'stopped', 'done'] as const) {
            const text = visibleText(markup(name, language, width, { phase, ...(phase === 'done' ? {} : { result: begun(name, 70) }) }));
            expect(text).not.toMatch(/NaN|Infinity|∞|undefined|\[object|\{[\w-]+\}|training\.[a-z]/);
          }
  });
  const shown = (value: number | undefined): string => (Number.isFinite(value) ? String(value) : 'none');
  it.each(names)('the strip of %s carries the engine’s numbers at full precision, on a phone too', (name) => {
    const { summary } = stored(name);
    for (const width of [350, 1080]) {
      const text = markup(name, 'en', width);
      ALPHAS.forEach((alpha, i) => {
        expect(datum(text, `final-loss-${alpha}`)['value']).toBe(shown(summary.finalLoss[i]));
        expect(datum(text, `steps-${alpha}`)['value']).toBe(shown(summary.stepsToThreshold[i]));
        expect(datum(text, `state-${alpha}`)['value']).toBe(states(name)[i]);
        if (!summary.nonFinite[i]) {
          expect(datum(text, `max-grad-${alpha}`)['value']).toBe(String(summary.maxGradNorm[i]));
          expect(datum(text, `weight-ratio-${alpha}`)['value']).toBe(String(summary.weightNormRatio[i]));
        }
      });
    }
  });
  it('the caption says what is commonly said, that α = 2 ends lowest even so, and where to press to overturn it', () => {
    const text = visibleText(markup('standard', 'en'));
    expect(text).toContain('As the story goes');
    expect(text).toMatch(/lowest final loss is that of α = 2/);
    expect(text).toContain('SGD 0.05');
    expect(visibleText(markup('small_rate', 'en'))).toContain('The opposite of what one hears');
    expect(visibleText(markup('adam', 'en'))).toContain('neither end fails');
    expect(visibleText(markup('exploded', 'en'))).toContain('really did explode');
    expect(visibleText(markup('qk_norm', 'en'))).toContain('QK-norm locks');
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', 1080, { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').length).toBeGreaterThan(1);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});
