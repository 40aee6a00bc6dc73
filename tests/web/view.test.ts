import { describe, expect, it, vi } from 'vitest';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { needlePosition } from '../../web/figures/saturation/readouts.ts';
import { saturationView, type SaturationModel } from '../../web/figures/saturation/view.ts';
import { alphaOf, type Params } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { datum, render, visibleText } from './support/render.ts';
import { STATES, stored } from './support/results.ts';

const actions: Actions = { now: () => STATES['standard']!, move: vi.fn(), choose: vi.fn(), rest: vi.fn(), type: vi.fn(), reset: vi.fn() };

function markup(name: string, language: Language, width = 1080, changes: Partial<SaturationModel> = {}): string {
  const { params, state, curve } = stored(name);
  return render(saturationView({ ...modelOf(params, width), state: { params, result: state }, curve: { params, result: curve }, ...changes }, actions, stringsIn(language)));
}

const modelOf = (params: Params, width: number): SaturationModel => ({
  ...COMMON, number: '4', params, logAlpha: Math.log2(alphaOf(params)), state: undefined, curve: undefined, width, roomAtRight: true, shows: () => true,
  newSample: vi.fn(),
});

const names = Object.keys(STATES);

describe('the view of dk-saturation', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, 1080, { tableOpen: false }))).toMatchSnapshot();
  });
  it.each(names)('%s shows no NaN, infinity, unfilled placeholder or missing sentence at any width', (name) => {
    for (const language of languages)
      for (const width of [280, 350, 700, 1080]) {
        const text = markup(name, language, width);
        expect(text).not.toMatch(/NaN|Infinity|∞|undefined|\[object/);
        expect(visibleText(text)).not.toMatch(/\{[\w-]+\}|(saturation|readout|caption|param|axis|state)\.[a-z]/);
      }
  });
  it.each(names)('the read-outs of %s carry the engine’s numbers at full precision', (name) => {
    const { state } = stored(name);
    const text = markup(name, 'en');
    expect(datum(text, 'max-weight')).toMatchObject({ value: String(state.sample.maxWeightMean[0]), error: String(state.sample.maxWeightError[0]), theory: String(state.theory.maxWeight[0]) });
    expect(datum(text, 'entropy')).toMatchObject({ value: String(state.sample.entropyMean[0]), theory: String(state.theory.entropy[0]) });
    expect(datum(text, 'effective-keys')).toMatchObject({ value: String(state.sample.effectiveKeysMean[0]), error: String(state.sample.effectiveKeysError[0]) });
    expect(datum(text, 'score-variance')).toMatchObject({ value: String(state.sample.scoreVariance) });
    expect(Number(datum(text, 'rows')['value'])).toBeGreaterThanOrEqual(1000);
  });
  it.each(names)('measurement and theory of %s agree within five standard errors', (name) => {
    const text = markup(name, 'en');
    for (const one of ['max-weight', 'entropy']) {
      const { value, error, theory } = datum(text, one);
      expect(Math.abs(Number(value) - Number(theory))).toBeLessThanOrEqual(5 * Number(error) + 1e-6);
    }
  });
  it.each([
    ['standard', 'ok', 'between'], ['unscaled', 'small', 'between'], ['saturated', 'saturated', 'saturated'], ['uniform', 'large', 'uniform'], ['smallest', 'ok', 'between'], ['divided_by_dimension', 'large', 'uniform'],
  ])('%s is called %s, and %s on the axis', (name, word, axis) => {
    const text = markup(name, 'en');
    expect(datum(text, 'state')['value']).toBe(word);
    expect(datum(text, 'axis')['value']).toBe(axis);
  });
  it('σ of d_k = 300 divided by 300 reads 0.058', () => {
    expect(Number(datum(markup('divided_by_dimension', 'en'), 'sigma')['value'])).toBeCloseTo(0.0577, 4);
    expect(visibleText(markup('divided_by_dimension', 'en'))).toContain('0.058');
  });
  it('says that the scores come from the law where they do, and only there', () => {
    expect(visibleText(markup('saturated', 'en'))).toContain('not drawn one by one');
    expect(visibleText(markup('standard', 'en'))).not.toContain('not drawn one by one');
  });
  it('the slider says its value in words', () => {
    expect(markup('standard', 'en')).toContain('aria-valuetext=8.00, 1.00 times √64');
    expect(markup('standard', 'zh-Hant')).toContain('aria-valuetext=8.00，√64 的 1.00 倍');
  });
  it('draws its controls before there is any result', () => {
    const text = render(saturationView(modelOf(STATES['standard']!, 1080), actions, stringsIn('en')));
    expect(text).toContain('name="divisor"');
    expect(text).not.toContain('data-name=max-weight');
  });
  it('shows only the controls that it is asked to', () => {
    const text = markup('standard', 'en', 1080, { shows: (control) => control === 'dk' });
    expect(text).toContain('name=dk');
    expect(text).not.toMatch(/name="?(keys|divisor)|dk-chip|dk-new-sample/);
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', 1080, { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').length).toBeGreaterThan(2);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});

describe('the gauge', () => {
  it('has a third for each zone, and moves only to the right as the divisor grows', () => {
    for (const keyCount of [2, 8, 512, 4096]) {
      const positions = Array.from({ length: 200 }, (_, i) => needlePosition(2 ** (i / 10 - 10), keyCount));
      expect([...positions].sort((a, b) => a - b)).toEqual(positions);
      expect(positions.at(0)).toBe(0);
      expect(positions.at(-1)).toBeCloseTo(1, 12);
      expect(needlePosition(1 / Math.sqrt(2 * Math.log(keyCount)), keyCount)).toBeCloseTo(1 / 3, 10);
    }
  });
});
