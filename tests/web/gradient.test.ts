import { describe, expect, it, vi } from 'vitest';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { layoutFactors, layoutPlanted } from '../../web/figures/gradient/layout_panels.ts';
import { LINES, layoutGradient, type GradientLayout } from '../../web/figures/gradient/layout.ts';
import { GRADIENTS, MOST_WORK, curveRows, normOf, pieces, quantile, queryCurve, queryState, rmsError, rmsOf, seriesAt, stateRows, type Gradient } from '../../web/figures/gradient/query.ts';
import { cut, logScale } from '../../web/figures/gradient/scale.ts';
import { valuesAt } from '../../web/figures/gradient/standing.ts';
import { gradientView, type GradientModel } from '../../web/figures/gradient/view.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { DEFAULTS, alphaOf, type Params } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { GRADIENT_STATES, stored } from './support/gradient_results.ts';
import { datum, render, visibleText } from './support/render.ts';

const actions: Actions = { now: () => DEFAULTS, move: vi.fn(), choose: vi.fn(), rest: vi.fn(), type: vi.fn(), reset: vi.fn() };
const names = Object.keys(GRADIENT_STATES);

const modelOf = (params: Params, width: number, of: Gradient = 'query'): GradientModel => ({
  ...COMMON, number: '8', params, of, logAlpha: Math.log2(alphaOf(params)), state: undefined, curve: undefined, width, roomAtRight: true, shows: () => true,
  choose: vi.fn(), reset: vi.fn(),
});

function markup(name: string, language: Language, width = 1080, changes: Partial<GradientModel> = {}): string {
  const params = GRADIENT_STATES[name]!;
  const { state, curve } = stored(name);
  return render(gradientView({ ...modelOf(params, width), state: { params, result: state }, curve: { params, result: curve }, ...changes }, actions, stringsIn(language)));
}

const value = (text: string, name: string): number => Number(datum(text, name)['value']);

describe('cases that others met', () => {
  it('case 1: for d_k = 300 divided by d_k, the mean gradient to the query is 17 to 19 times smaller than at the root', () => {
    const text = markup('divided_by_dimension', 'en');
    const ratio = value(text, 'grad-query-mean-root') / value(text, 'grad-query-mean');
    expect(ratio).toBeGreaterThan(17);
    expect(ratio).toBeLessThan(19);
    expect(value(text, 'grad-query-root-ratio')).toBeCloseTo(ratio, 10);
    expect(visibleText(text)).toMatch(/The mean is 1[78]\.\d times smaller than when dividing by/);
    expect(value(text, 'rows')).toBeGreaterThanOrEqual(1000);
  });
  it('case 2: for d_k = 1024 undivided, the median gradient to the query is below 1e-3 and the 99th percentile above ten times the root’s, and the caption names both', () => {
    const text = markup('unscaled', 'en');
    expect(value(text, 'grad-query-median')).toBeLessThan(1e-3);
    expect(value(text, 'grad-query-p99')).toBeGreaterThan(10 * value(text, 'grad-query-p99-root'));
    expect(visibleText(text)).toMatch(/the median drops from +0\.\d+ +to +[\d.]+ × 10⁻[⁰-⁹]\s*, and yet the 99th percentile is +\d+\.\d +times as large/);
    expect(value(text, 'rows')).toBeGreaterThanOrEqual(1000);
  });
});

describe('measurement and theory', () => {
  const large = names.filter((name) => GRADIENT_STATES[name]!.headDim >= 64);
  it.each(large)('the trace of the Jacobian of %s is theory’s within five standard errors at every divisor', (name) => {
    const { curve } = stored(name);
    const step = 24 / (curve.alphas.length - 1);
    curve.alphas.forEach((alpha, i) => {
      const [mean, error, theory] = [curve.statistics.jacobianTrace.mean[i]!, curve.statistics.jacobianTrace.error[i]!, curve.limits.jacobianTrace[i * step]!];
      // Theory has d_k → ∞: the rows' own lengths of q shift it by about 1/d_k.
      expect(Math.abs(mean - theory), `α = ${alpha}`).toBeLessThanOrEqual(5 * error + (2 / GRADIENT_STATES[name]!.headDim) * theory);
    });
  });
  it.each(large)('from α = 1/2 on, the root mean squares of %s are theory’s within 5 %%', (name) => {
    const { curve } = stored(name);
    for (const of of GRADIENTS)
      curve.alphas.forEach((alpha, i) => {
        if (alpha < 0.5) return;
        const theory = rmsOf(curve.limits, of)[i]!;
        expect(Math.abs(Math.sqrt(normOf(curve.statistics, of).meanSquare[i]!) / theory - 1), `${of} at α = ${alpha}`).toBeLessThan(0.05);
      });
  });
  it('the mean to the query stays near its plateau at the smallest divisors, while the median dies and the 99.9th percentile grows', () => {
    const { curve } = stored('unscaled');
    const { mean, error, median, p999 } = curve.statistics.gradQuery;
    expect(Math.abs(mean[0]! - curve.limits.meanPlateau)).toBeLessThan(5 * error[0]! + 0.05);
    expect(median[0]).toBeLessThan(1e-6);
    expect(p999[0]).toBeGreaterThan(20 * p999[12]!);
  });
  it('at large divisors it falls as 1/α, and the gradient to the logits does not fall', () => {
    const { curve } = stored('standard');
    const { gradQuery, gradScores } = curve.statistics;
    expect(gradQuery.mean[24]! / gradQuery.mean[20]!).toBeCloseTo(1 / 4, 2);
    expect(gradScores.mean[24]! / gradScores.mean[20]!).toBeCloseTo(1, 2);
  });
  it('no row’s Jacobian is larger than 1/2', () => {
    for (const name of names) for (const largest of stored(name).curve.statistics.jacobianFro.largest) expect(largest).toBeLessThanOrEqual(0.5 + 1e-12);
  });
  it('the planted key keeps its rank in nearly every row, and its weight falls to an equal share', () => {
    for (const name of large) {
      const { planted } = stored(name).curve;
      expect(planted.accuracy).toBeGreaterThan(0.99);
      expect([...planted.weight].sort((a, b) => b - a)).toEqual([...planted.weight]);
    }
  });
});

describe('the query', () => {
  it('asks for at least a thousand rows at rest, fewer while a finger moves, and never for more work at once than a third of a second', () => {
    for (const keyCount of [2, 8, 64, 512, 4096]) {
      expect(stateRows(keyCount, 'resting')).toBeGreaterThanOrEqual(1000);
      expect(curveRows(keyCount, 'resting')).toBeGreaterThanOrEqual(1000);
      const params = { ...DEFAULTS, keyCount };
      for (const { rows, alphas } of pieces(queryCurve(params, 'resting').statistics)) expect(alphas.length === 1 || rows * alphas.length * keyCount <= MOST_WORK).toBe(true);
      const moving = queryCurve(params, 'moving').statistics;
      expect(moving.rows * moving.alphas.length * keyCount).toBeLessThanOrEqual(1.4e6);
    }
  });
  it('holds a divisor that is beyond measure within it, and asks for the nearest theory', () => {
    const request = queryState(GRADIENT_STATES['tiny_divisor']!, 'resting');
    expect(request.statistics.alphas[0]).toBe(1e-6);
    expect(request.known).toBe(2 ** -12);
  });
  it('takes quantiles between neighbours and the error of a root mean square by the delta rule', () => {
    expect(quantile(Float32Array.of(4, 1, 3, 2), 0.5)).toBe(2.5);
    expect(quantile(Float32Array.of(1, 2), 1)).toBe(2);
    // Squares 1 and 9: mean 5, standard error 4, root √5.
    expect(rmsError(Float32Array.of(1, 3))).toBeCloseTo(4 / (2 * Math.sqrt(5)), 6);
    expect(rmsError(Float32Array.of(0, 0))).toBe(0);
  });
  it('reads between the points of a power law what the law says', () => {
    const law = Float64Array.from({ length: 13 }, (_, i) => 2 ** (2 * (i - 6)));
    expect(seriesAt(law, 2 ** 0.5)).toBeCloseTo(2, 10);
    expect(seriesAt(law, 2 ** 20)).toBeCloseTo(law[12]!, 6);
  });
});

describe('the picture', () => {
  const sizes = [280, 350, 700, 1080];
  const alphas = [2 ** -8, 2 ** -6, 1 / 16, 1 / 8, 0.3, 0.7, 1, 2.83, 8, 40, 64, 2 ** 9];
  const all = names.flatMap((name) => languages.flatMap((language) => sizes.flatMap((width) => GRADIENTS.flatMap((of) => alphas.map((alpha) => {
    const { curve } = stored(name);
    const norm = normOf(curve.statistics, of);
    const values = { mean: seriesAt(norm.mean, alpha), median: seriesAt(norm.median, alpha), p999: seriesAt(norm.p999, alpha) };
    const layout = layoutGradient(curve, { of, keyCount: curve.keyCount, alpha, values }, { width, plot: width < 480 ? 300 : 400, outsideNumbers: width > 480 }, stringsIn(language));
    return { title: `${name}, ${of}, α = ${alpha}, ${language}, ${width} px`, width, layout };
  })))));
  it('no two labels overlap and none leaves the picture, at any width, in either language', () => {
    const wrong = all.flatMap(({ title, width, layout }) => faults(layout, [...layout.labels, ...layout.zoneWords], width).map((fault) => `${title}: ${fault}`));
    expect(wrong).toEqual([]);
  });
  it('the three values and what the mean tends to are always told on a wide picture', () => {
    for (const { title, width, layout } of all) {
      const ids = layout.labels.map(({ id }) => id);
      expect(ids, title).toEqual(expect.arrayContaining(LINES.map((line) => `value-${line}`)));
      if (width >= 700) expect(ids, title).toContain('limit');
    }
  });
  it('no path holds NaN or infinity', () => {
    for (const { title, layout } of all) expect([...Object.values(layout.lines), layout.rms, layout.limit, layout.guide, layout.rmsDots, ...(layout.strip?.paths.map(({ path }) => path) ?? [])].join(), title).not.toMatch(/NaN|Infinity/);
  });
  it('the small charts’ labels keep apart, too', () => {
    const wrong = names.flatMap((name) => languages.flatMap((language) => [280, 350, 428, 589].flatMap((width) => alphas.flatMap((alpha) => {
      const { curve } = stored(name);
      const s = stringsIn(language);
      const { jacobianTrace, jacobianFro } = curve.statistics;
      const factors = layoutFactors(curve, { alpha, keyCount: curve.keyCount, trace: seriesAt(jacobianTrace.mean, alpha), frobenius: seriesAt(jacobianFro.mean, alpha), factor: 1 / alpha }, { width, plot: 200 }, s);
      const planted = layoutPlanted(curve, { alpha, keyCount: curve.keyCount, weight: seriesAt(curve.planted.weight, alpha) }, { width, plot: 200 }, s);
      return [factors, planted].flatMap((layout) => faults(layout, layout.labels, width).map((fault) => `${name}, α = ${alpha}, ${language}, ${width} px: ${fault}`));
    }))));
    expect(wrong).toEqual([]);
  });
  it('a line is cut where it leaves the picture', () => {
    const scale = logScale([0, 2], 0, 100);
    expect(cut([[0, 50], [10, 150], [20, 150], [30, 50]], scale)).toEqual([[[0, 50], [5, 100]], [[25, 100], [30, 50]]]);
    expect(cut([[0, 150], [10, 150]], scale)).toEqual([]);
  });
  it('single rows are dots in the hue of their zone, and those off the picture are counted', () => {
    const { layout } = all.find(({ title }) => title.startsWith('unscaled, query') && title.endsWith('en, 1080 px'))!;
    expect(new Set(layout.strip!.paths.map(({ zone }) => zone))).toEqual(new Set(['small', 'ok', 'large']));
    expect(layout.strip!.below).toBeGreaterThan(0.3);
    expect(layout.labels.find(({ id }) => id === 'below')?.text).toMatch(/↓ at α = 1\/64, \d\d\u00a0% of rows < 10⁻⁶/);
  });
});

function faults(layout: Pick<GradientLayout, 'height'>, labels: GradientLayout['labels'], width: number): string[] {
  const boxes = labels.map(boxOf);
  const meet = labels.flatMap((one, i) => labels.slice(i + 1).flatMap((other, j) => (overlap(boxes[i]!, boxes[i + 1 + j]!) ? [`${one.id} × ${other.id}`] : [])));
  const out = labels.flatMap(({ id }, i) => (boxes[i]!.left < -7 || boxes[i]!.right > width + (id.startsWith('axis') ? 60 : 7) || boxes[i]!.top < -1 || boxes[i]!.bottom > layout.height + 12 ? [`${id} is outside`] : []));
  return [...meet, ...out];
}

describe('the view of dk-gradient', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, 1080, { tableOpen: false }))).toMatchSnapshot();
  });
  it.each(GRADIENTS.flatMap((of) => languages.map((language) => [of, language] as const)))('the gradient to the %s in %s reads as before', (of, language) => {
    for (const name of ['unscaled', 'divided_by_dimension']) expect(visibleText(markup(name, language, 1080, { tableOpen: false, of }))).toMatchSnapshot();
  });
  it('shows no NaN, infinity, unfilled placeholder or missing sentence, whatever is chosen, at any width', () => {
    for (const name of names)
      for (const language of languages)
        for (const of of GRADIENTS)
          for (const width of [280, 350, 700, 1080]) {
            const text = markup(name, language, width, { of });
            expect(text).not.toMatch(/NaN|Infinity|∞|undefined|\[object/);
            expect(visibleText(text)).not.toMatch(/\{[\w-]+\}|(gradient|readout|caption|param|table)\.[a-z]/);
          }
  });
  it.each(names)('the read-outs of %s carry the engine’s numbers at full precision', (name) => {
    const { state } = stored(name);
    for (const [of, data] of [['query', 'grad-query'], ['key', 'grad-key'], ['scores', 'grad-scores'], ['value', 'weight-norm']] as const) {
      const text = markup(name, 'en', 1080, { of });
      const norm = normOf(state.statistics, of);
      expect(datum(text, `${data}-mean`)).toMatchObject({ value: String(norm.mean[0]), error: String(norm.error[0]) });
      expect(value(text, `${data}-median`)).toBe(norm.median[0]);
      expect(value(text, `${data}-p999`)).toBe(norm.p999[0]);
      expect(value(text, `${data}-rms`)).toBe(valuesAt(state, of, 0).rms);
    }
    const text = markup(name, 'en');
    expect(datum(text, 'jacobian-trace')).toMatchObject({ value: String(state.statistics.jacobianTrace.mean[0]), error: String(state.statistics.jacobianTrace.error[0]) });
    expect(datum(text, 'planted-weight')).toMatchObject({ value: String(state.planted.weight[0]), error: String(state.planted.error[0]) });
  });
  it.each([['standard', 'ok'], ['divided_by_dimension', 'large'], ['unscaled', 'silent'], ['drifting', 'apart'], ['tiny_divisor', 'unseen'], ['smallest', 'uneven'], ['huge_divisor', 'large']])('%s is called %s', (name, word) => {
    expect(datum(markup(name, 'en'), 'state')['value']).toBe(word);
  });
  it('says so where the divisor is beyond what is measured', () => {
    expect(visibleText(markup('tiny_divisor', 'en'))).toContain('more extreme than this figure can measure');
    expect(visibleText(markup('unscaled', 'en'))).not.toContain('more extreme than this figure can measure');
  });
  it('draws its controls before there is any result, and only those that it is asked to', () => {
    const text = render(gradientView(modelOf(DEFAULTS, 1080), actions, stringsIn('en')));
    expect(text).toContain('name="divisor"');
    expect(text).toContain('data-choice=key');
    const few = markup('standard', 'en', 1080, { shows: (control) => control === 'dk' });
    expect(few).toContain('name=dk');
    expect(few).not.toMatch(/name="?(keys|divisor)|data-choice|dk-new-sample/);
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', 1080, { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').length).toBeGreaterThan(2);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});
