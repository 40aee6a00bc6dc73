import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { boxOf, overlap, type Label } from '../../web/figures/labels.ts';
import { rarity } from '../../web/figures/overflow/caption.ts';
import { layoutChart } from '../../web/figures/overflow/layout.ts';
import { parseLogits } from '../../web/figures/overflow/options.ts';
import { effectiveDivisor, overflowing, queryCurve, queryState, runCurve, runState, settingOf, THEORY_ALPHAS, type StateResult } from '../../web/figures/overflow/query.ts';
import { curveAt } from '../../web/figures/divisor_axis.ts';
import { overflowView, type OverflowActions, type OverflowModel } from '../../web/figures/overflow/view.ts';
import { chanceText } from '../../web/figures/overflow/words.ts';
import { whys } from '../../web/figures/overflow/worked_view.ts';
import { alphaOf, DEFAULTS, type Params } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { WASM, languages, stringsIn, type Language } from './support/content.ts';
import { OVERFLOW_STATES, optionsOf, storeOverflow, storedOverflow } from './support/overflow_results.ts';
import { datum, render, visibleText } from './support/render.ts';

const actions: Actions = { now: () => DEFAULTS, move: vi.fn(), choose: vi.fn(), rest: vi.fn(), type: vi.fn(), reset: vi.fn() };
const own: OverflowActions = { change: vi.fn(), typeLogits: vi.fn(), moveEntries: vi.fn(), typeEntries: vi.fn() };
const names = Object.keys(OVERFLOW_STATES);

const model = (name: string, changes: Partial<OverflowModel> = {}): OverflowModel => {
  const { params, options } = OVERFLOW_STATES[name]!;
  const { state, curve } = storedOverflow(name);
  const setting = settingOf(params, options);
  return {
    ...COMMON, number: '5', params, options, logAlpha: Math.log2(alphaOf(params)), state: { params, setting, result: state }, curve: { params, setting, result: curve }, width: 1080, roomAtRight: true,
    ...changes,
  };
};
const markup = (name: string, language: Language, changes: Partial<OverflowModel> = {}): string => render(overflowView(model(name, changes), actions, own, stringsIn(language)));

let engine: EngineClient;
beforeAll(async () => {
  engine = await nodeClient(WASM);
});
const worked = async (given: Record<string, string>, params: Partial<Params> = {}): Promise<StateResult> => runState(engine, queryState({ ...DEFAULTS, ...params }, optionsOf(given), 'moving'));

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/overflow
it('the stored results are what the engine computes', async () => {
  const now: Parameters<typeof storeOverflow>[0] = {};
  for (const [name, { params, options }] of Object.entries(OVERFLOW_STATES)) {
    const state = await runState(engine, queryState(params, options, 'resting'));
    now[name] = { state, curve: await runCurve(engine, queryCurve(params, options, 'resting')) };
  }
  if (process.env['SQRT_DK_STORE']) storeOverflow(now);
  for (const name of names) expect(now[name], name).toEqual(storedOverflow(name));
});

describe('case 11: the overflow of exp, and its cure', () => {
  it('case 11: the stable softmax of (1000, 10, 10) is (1, 0, 0) in every format', async () => {
    for (const format of ['float16', 'bfloat16', 'float32', 'float64']) {
      const { worked: row } = await worked({ format, algorithm: 'maxSubtracted', row: 'typed', logits: '1000 10 10' });
      expect(row.shown.map(({ weight }) => weight), format).toEqual([1, 0, 0]);
    }
  });
  it('case 11: as written, float32 fails on (100, 10, 10); float64 does not, and fails at 710', async () => {
    const row = async (format: string, logits: string) => (await worked({ format, row: 'typed', logits })).worked;
    expect(await row('float32', '100 10 10')).toMatchObject({ expInf: true, sumInf: true, nan: true });
    expect(await row('float64', '100 10 10')).toMatchObject({ expInf: false, nan: false });
    expect((await row('float64', '100 10 10')).shown[0]!.weight).toBe(1);
    expect(await row('float64', '709 10 10')).toMatchObject({ expInf: false, nan: false });
    expect(await row('float64', '710 10 10')).toMatchObject({ expInf: true, nan: true });
  });
  it('case 11: at d_k = 64 a row of 512 overflows in float32 with probability 3.6e-17, and no sentence says that it does', async () => {
    const { exact, share } = await worked({ format: 'float32' }, { divisor: '1', keyCount: 512 });
    expect(exact!.value).toBeGreaterThan(3.5e-17);
    expect(exact!.value).toBeLessThan(3.7e-17);
    expect(share.expInf.share).toBe(0);
    const { params, options } = { params: { ...DEFAULTS, divisor: '1' as const, keyCount: 512 }, options: optionsOf({ format: 'float32' }) };
    const setting = settingOf(params, options);
    const result = await runState(engine, queryState(params, options, 'moving'));
    for (const language of languages) {
      const text = visibleText(markup('standard', language, { params, options, state: { params, setting, result } }));
      expect(text).toMatch(/3\.6 × 10\s*−17/);
      for (const part of stringsIn(language).raw('overflow.caption.never').split('{chance}')) expect(text).toContain(part.trim());
    }
  });
  it('case 11: a hundredth of √d_k is within reach, and no row of the stable softmax overflows there', async () => {
    const state = await worked({ algorithm: 'maxSubtracted' }, { alpha: 0.01 });
    expect(state.share.any.share).toBe(0);
    expect(state.exact!.value).toBeLessThan(1e-300);
  });
});

describe('case 12: QKᵀ that float16 cannot hold', () => {
  const scores = async (format: string, order: string): Promise<number[]> => (await worked({ format, order, algorithm: 'maxSubtracted', row: 'forties' })).worked.shown.map(({ score }) => score!);
  it('case 12: d_k = 64, all entries 40: 102,400 is ∞ in float16 where the scale comes after, 12,800 where q is scaled first', async () => {
    expect(await scores('float16', 'after')).toEqual([Infinity, Infinity]);
    expect(await scores('float16', 'beforeOnQuery')).toEqual([12800, 12800]);
  });
  it('case 12: in float32 both orders give the same logits', async () => {
    expect(await scores('float32', 'after')).toEqual([102400, 102400]);
    const logits = async (order: string): Promise<number[]> => (await worked({ format: 'float32', order, algorithm: 'maxSubtracted', row: 'forties' })).worked.shown.map(({ logit }) => logit);
    expect(await logits('after')).toEqual([12800, 12800]);
    expect(await logits('beforeOnQuery')).toEqual(await logits('after'));
  });
  it('case 12: the figure shows ∞ with the sentence why, and 12800 where q is divided first', () => {
    for (const language of languages) {
      const broken = visibleText(markup('raw', language));
      expect(broken).toMatch(/∞[\s\S]*NaN/);
      expect(broken).toContain(visibleText(stringsIn(language).text('overflow.why.minus')));
      expect(visibleText(markup('raw_cured', language))).toContain('12800');
    }
  });
});

describe('what is measured', () => {
  it.each(names)('%s: the exact probability and the sample agree within five standard errors, all along the axis', (name) => {
    const { params, options } = OVERFLOW_STATES[name]!;
    const { curve, state } = storedOverflow(name);
    const setting = settingOf(params, options);
    curve.measured.forEach((share, i) => {
      const exact = curve.exact[i * 8]!;
      const { share: seen } = overflowing(setting.algorithm, share);
      expect(Math.abs(seen - exact), `point ${i}: ${seen}, exact ${exact}`).toBeLessThanOrEqual(5 * Math.sqrt((exact * (1 - exact)) / share.rows) + 2.5 / share.rows);
    });
    if (state.exact) expect(Math.abs(overflowing(setting.algorithm, state.share).share - state.exact.value)).toBeLessThanOrEqual(5 * Math.sqrt((state.exact.value * (1 - state.exact.value)) / state.share.rows) + 2.5 / state.share.rows);
  });
  it('with the maximum taken off no exponential overflows, in any state at any divisor', () => {
    for (const name of names) {
      const { curve, state } = storedOverflow(name);
      expect(state.stable.expInf.share, name).toBe(0);
      if (OVERFLOW_STATES[name]!.options.algorithm === 'maxSubtracted') for (const share of curve.measured) expect(share.expInf.share).toBe(0);
    }
  });
  it('scaled after, no divisor helps a score that float16 cannot hold; scaled first, it does', () => {
    // A divisor below 1, left of α = 1/8, makes it worse.
    const raw = storedOverflow('raw').curve.exact.slice(24);
    expect(storedOverflow('raw').curve.exact[0]).toBeGreaterThan(raw[0]!);
    expect(Math.max(...raw) - Math.min(...raw)).toBeLessThan(1e-12);
    expect(raw[0]).toBeGreaterThan(0.5);
    expect(storedOverflow('raw_cured').curve.exact.at(-1)).toBe(0);
  });
  it('saturation stays where overflow is cured: the same largest weight with and without the maximum', () => {
    expect(storedOverflow('stable_unscaled').state.maxWeight).toEqual(storedOverflow('naive_unscaled').state.maxWeight);
    expect(storedOverflow('stable_unscaled').state.maxWeight.exact).toBeCloseTo(0.725, 2);
    expect(storedOverflow('stable_unscaled').state.share.any.share).toBe(0);
    expect(storedOverflow('naive_unscaled').state.share.expInf.share).toBe(1);
  });
  it('bfloat16 has float32’s range: its curve is float32’s', async () => {
    const curveOf = async (format: string) => (await runCurve(engine, queryCurve({ ...DEFAULTS, headDim: 1024 }, optionsOf({ format }), 'moving'))).exact;
    const [half, whole] = [await curveOf('bfloat16'), await curveOf('float32')];
    half.forEach((value, i) => expect(Math.abs(value - whole[i]!)).toBeLessThan(0.002));
  });
  it('where q itself has no room after the division there is no exact value, only a measured one', () => {
    expect(storedOverflow('smallest').state.exact).toBeUndefined();
    for (const language of languages) expect(datum(markup('smallest', language), 'exp-overflow')['value']).toBe(String(storedOverflow('smallest').state.share.expInf.share));
  });
  it('what overflows is an exponential or, in float16, a score, whichever comes first', () => {
    const limits = { exp: 11, score: 65520 };
    expect(effectiveDivisor({ algorithm: 'naive', order: 'after' }, limits, 8)).toBe(8);
    expect(effectiveDivisor({ algorithm: 'naive', order: 'after' }, limits, 1e6)).toBe(65520 / 11);
    expect(effectiveDivisor({ algorithm: 'maxSubtracted', order: 'after' }, limits, 8)).toBe(65520 / 11);
    expect(effectiveDivisor({ algorithm: 'maxSubtracted', order: 'after' }, limits, 0.5)).toBe(65520 / 11 / 2);
    expect(effectiveDivisor({ algorithm: 'maxSubtracted', order: 'beforeOnBoth' }, limits, 8)).toBe((65520 / 11) * 8);
  });
});

describe('the row that is worked through', () => {
  it('has the very numbers of the softmax of the whole row', async () => {
    for (const name of names) {
      const { worked: row } = storedOverflow(name).state;
      if (row.nan || row.sumInf || row.keyCount > 8) continue;
      expect(row.shown.map(({ weight }) => weight).reduce((a, b) => a + b, 0), name).toBeCloseTo(1, 2);
      for (const one of row.shown) expect(one.exp / row.sum, name).toBeCloseTo(one.weight, 3);
    }
  });
  it.each([
    ['float16', 'naive', '1 2 3', ['fine']],
    ['float16', 'naive', '12 1 1', ['exp', 'nan']],
    ['float16', 'naive', '11 11 11', ['sum']],
    ['float16', 'naive', '-18 -20', ['zero']],
    ['float16', 'naive', '1e5 1', ['logit', 'exp-of-infinity', 'nan']],
    ['float16', 'maxSubtracted', '1e5 1', ['logit', 'minus']],
    ['float16', 'maxSubtracted', '1000 10 10', ['stable', 'flushed', 'saturated']],
    ['float32', 'maxSubtracted', '1 1', ['stable']],
    ['float64', 'naive', '100 10 10', ['fine', 'saturated-naive']],
  ])('%s, %s, of (%s) says: %s', async (format, algorithm, logits, said) => {
    const state = await worked({ format, algorithm, row: 'typed', logits });
    expect(whys(state, { algorithm: algorithm as 'naive', order: 'after' })).toEqual(said);
  });
  it('reads logits as people type them, and refuses what is none', () => {
    expect(parseLogits('100, 10,10')).toEqual([100, 10, 10]);
    expect(parseLogits('１００，−5、2e2')).toEqual([100, -5, 200]);
    for (const bad of ['', 'abc', '1 2 x', 'Infinity 1', '1 2 3 4 5 6 7 8 9']) expect(parseLogits(bad), bad).toBeUndefined();
  });
});

describe('the chart', () => {
  const alphas = Array.from({ length: 21 }, (_, i) => 2 ** ((i - 10) / 1.5));
  const sizes = [{ width: 280, plot: 222, outsideNumbers: false }, { width: 350, plot: 222, outsideNumbers: false }, { width: 604, plot: 286, outsideNumbers: false }, { width: 800, plot: 222, outsideNumbers: true }];
  const all = (): { title: string; width: number; labels: Label[]; paths: string; lineX: number }[] => names.flatMap((name) => languages.flatMap((language) => sizes.flatMap((size) => alphas.map((alpha) => {
    const { params, options } = OVERFLOW_STATES[name]!;
    const { curve } = storedOverflow(name);
    const value = curveAt(curve.exact, Math.log2(alpha));
    const layout = layoutChart(curve, settingOf(params, options), { alpha, value, text: chanceText({ value, log10: -Infinity }, stringsIn(language)) }, size, stringsIn(language));
    return { title: `${name}, ${language}, ${size.width} px, α = ${alpha.toFixed(3)}`, width: size.width, labels: [...layout.labels, ...layout.zoneWords], paths: [layout.theory, ...layout.contexts, layout.dots, layout.errorBars].join(), lineX: layout.current.x };
  }))));
  it('no two labels overlap and none leaves the picture, in any state, at any width, in either language', () => {
    const bad = all().flatMap(({ title, width, labels }) => {
      const boxes = labels.map(boxOf);
      const meet = labels.flatMap((one, i) => labels.slice(i + 1).flatMap((other, j) => (overlap(boxes[i]!, boxes[i + 1 + j]!) ? [`${title}: ${one.id} × ${other.id}`] : [])));
      const out = labels.flatMap(({ id }, i) => (boxes[i]!.left < -7 || boxes[i]!.right > width + (width === 800 ? 44 : 7) || boxes[i]!.top < 0 ? [`${title}: ${id} is outside`] : []));
      return [...meet, ...out];
    });
    expect(bad).toEqual([]);
  });
  it('the value of the point and the name of its curve are always there, and no path holds NaN or infinity', () => {
    for (const { title, labels, paths } of all()) {
      expect(labels.map(({ id }) => id), title).toEqual(expect.arrayContaining(['current', 'series']));
      expect(paths, title).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
  it('reads its curve between two points', () => {
    expect(curveAt(Float64Array.from(THEORY_ALPHAS, (alpha) => Math.log2(alpha)), 0.3)).toBeCloseTo(0.3, 12);
    expect(curveAt(Float64Array.of(1, 0), 99)).toBe(0);
  });
});

describe('the view of dk-overflow', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, { tableOpen: false }))).toMatchSnapshot();
  });
  it('shows no unfilled placeholder or missing sentence, at any width', () => {
    for (const name of names)
      for (const language of languages)
        for (const width of [280, 350, 700, 1080]) {
          const text = visibleText(markup(name, language, { width }));
          expect(text).not.toMatch(/undefined|\[object|Infinity|\{[\w-]+\}|(overflow|readout|caption|param|zone)\.[a-z]/);
        }
  });
  it('∞ and NaN stand in the row alone, and never without the sentence that explains them', () => {
    for (const name of names)
      for (const language of languages) {
        const text = markup(name, language, { tableOpen: true });
        const row = /<table class="dk-worked">[\s\S]*?<\/ul>/.exec(text)![0];
        const other = text.replace(row, '');
        expect(visibleText(other), name).not.toMatch(/NaN/);
        if (/NaN/.test(visibleText(row))) expect(row).toMatch(/data-why=(nan|minus|zero)/);
        if (/∞/.test(visibleText(/<tbody>[\s\S]*<\/tfoot>/.exec(row)![0]))) expect(row).toMatch(/data-why=(score|score-first|logit|exp|sum)/);
      }
  });
  it.each(names)('the read-outs of %s carry the engine’s numbers at full precision', (name) => {
    const { state } = storedOverflow(name);
    const text = markup(name, 'en');
    expect(datum(text, 'exp-overflow')).toMatchObject({ value: String(state.share.expInf.share), error: String(state.share.expInf.error) });
    expect(datum(text, 'raw-overflow')).toMatchObject({ value: String(state.stable.nan.share) });
    expect(datum(text, 'max-weight')).toMatchObject({ value: String(state.maxWeight.sample.maxWeightMean[0]), theory: String(state.maxWeight.exact) });
    expect(datum(text, 'flushed-share')).toMatchObject({ value: String(state.share.flushedWeights.share) });
    expect(datum(text, 'any-share')).toMatchObject({ value: String(state.share.any.share) });
    if (state.raw && state.rawExact) expect(Number(datum(text, 'raw-score')['value'])).toBe(OVERFLOW_STATES[name]!.options.order === 'after' ? state.raw.raw : state.raw.scaledFirst);
    for (const { key, weight, exp } of state.worked.shown) {
      expect(datum(text, `weight-${key}`)['value']).toBe(String(weight));
      expect(datum(text, `exp-${key}`)['value']).toBe(String(exp));
    }
  });
  it('the captions keep the three matters apart', () => {
    const text = (name: string): string => visibleText(markup(name, 'en'));
    expect(text('naive_unscaled')).toMatch(/Nearly every row overflows[\s\S]*taking the maximum off first makes it impossible[\s\S]*saturation, not overflow/);
    expect(text('stable_unscaled')).toMatch(/this line lies on 0[\s\S]*overflow is cured, saturation is not/);
    expect(text('raw')).toMatch(/before anything is divided[\s\S]*Divide before the product, and it fits/);
    expect(text('raw_cured')).toContain('divided before the product, it fits');
    expect(text('bfloat16')).toContain('bfloat16 has float32’s range, so it does not overflow sooner');
  });
  it.each([[1, 'all'], [0.996, 'all'], [0.5, 'many'], [0.004, 'rare'], [1e-10, 'never'], [0, 'never']])('a probability of %d is called "%s"', (value, word) => expect(rarity(value)).toBe(word));
  it('a probability too small for a double is told by its power of ten', () => {
    expect(chanceText({ value: 0, log10: -28348.3 }, stringsIn('en'))).toBe('10⁻²⁸³⁴⁸');
    expect(chanceText({ value: 0, log10: -Infinity }, stringsIn('en'))).toBe('0');
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').length).toBeGreaterThan(2);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});
