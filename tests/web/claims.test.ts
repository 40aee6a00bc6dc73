import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../web/engine/errors.ts';
import type { ClaimMeasurement } from '../../web/engine/protocol_claims.ts';
import { tallyOf } from '../../web/figures/claims/caption.ts';
import { shownNumber } from '../../web/figures/claims/numbers.ts';
import { measurable, rowsOf, type Results } from '../../web/figures/claims/query.ts';
import { Survey, type SurveyHost } from '../../web/figures/claims/survey.ts';
import { claimsView, type ClaimsModel } from '../../web/figures/claims/view.ts';
import { COMMON } from './support/model.ts';
import { stored } from './support/claims_results.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { datum, render, visibleText } from './support/render.ts';

const { claims, results } = stored();
const ids = claims.filter(measurable).map(({ id }) => id);
const none: Results = new Map();

const actions = { run: vi.fn(), stop: vi.fn(), choose: vi.fn(), pick: vi.fn() };
const markup = (language: Language, found: Results, changes: Partial<ClaimsModel> = {}): string => {
  const measuring = changes.measuring;
  const model: ClaimsModel = {
    ...COMMON, number: '9', rows: rowsOf(claims, found, measuring), phase: 'ready', measuring, seed: 1, section: '3.1', picked: undefined, width: 1080, shows: () => true,
    tableOpen: false, ...changes,
  };
  return render(claimsView(model, actions, stringsIn(language)));
};

describe('the table', () => {
  it.each(languages)('%s before anything is measured shows the article’s verdicts and says so', (language) => {
    const text = visibleText(markup(language, none));
    expect(text).toMatchSnapshot();
    expect(datum(markup(language, none), 'verdict-9')).toEqual({ name: 'verdict-9', value: 'partly' });
  });
  it.each(languages)('%s when all is measured shows every number beside what theory says, and how many agree', (language) => {
    const text = visibleText(markup(language, results, { phase: 'done', section: 'all', tableOpen: true }));
    expect(text).toMatchSnapshot();
    expect(text).not.toMatch(/NaN|∞|undefined|Infinity/);
  });
  it('has every number at full precision, with its error and its theory', () => {
    const shown = markup('en', results, { phase: 'done', section: 'all' });
    for (const claim of claims) {
      claim.numbers.forEach((name, i) => {
        const { values, errors, theory } = results.get(claim.id)!;
        const { value, error, theory: law } = datum(shown, `claim-${claim.id}-${name}`);
        expect([Number(value), Number(error)]).toEqual([values[i], errors[i]]);
        if (!Number.isNaN(theory[i]!)) expect(Number(law)).toBe(theory[i]);
      });
    }
  });
  it('shows the chosen section’s claims only, and all 34 on the board', () => {
    const shown = markup('zh-Hant', none, { section: '4.2' });
    expect([...shown.matchAll(/<li class="dk-claim [^>]*data-claim=(\d+)/g)].map(([, id]) => Number(id))).toEqual([26, 27, 28, 29, 30, 31]);
    expect(shown.match(/class="dk-cell /g)).toHaveLength(34);
  });
  it('a falsified measurement changes the chip, is told as unlike the article, and is counted', () => {
    // The derivative's total falls as weights flatten: what the rule then says, the engine's test knows.
    const { values, ...rest } = results.get(24)!;
    const lie: ClaimMeasurement = { ...rest, values: values.map((value, i) => (i === 1 ? 0.01 : value)), verdict: 'holds' };
    const found = new Map([...results, [24, lie] as const]);
    expect(tallyOf(rowsOf(claims, found, undefined))).toEqual({ of: 29, done: 29, same: 28, rest: 5 });
    const shown = markup('en', found, { phase: 'done', section: '4.1' });
    expect(datum(shown, 'verdict-24')).toEqual({ name: 'verdict-24', value: 'holds' });
    expect(visibleText(shown)).toContain('the article says “does not hold”');
    expect(visibleText(shown)).toContain('Unlike the article: 24.');
    expect(shown).toContain('Claim 24: measured holds, unlike the article');
  });
  it('on the way tells which claim is being measured', () => {
    const found = new Map([...results].slice(0, 4));
    const shown = markup('en', found, { phase: 'running', measuring: ids[4]! });
    expect(visibleText(shown)).toContain('measuring claim 8');
    expect(visibleText(shown)).toContain('4 of 29 measured. So far 4 agree');
    expect(shown).toContain('Claim 8: being measured');
  });
});

describe('numbers', () => {
  const one = (value: number, error: number, theory = Number.NaN): ClaimMeasurement => ({ values: Float64Array.of(value), errors: Float64Array.of(error), theory: Float64Array.of(theory), verdict: 'holds' });
  const shown = (...numbers: [number, number, number?]) => shownNumber(one(...numbers), 0, stringsIn('en'));
  it('have no digits beyond their error, and theory has as many', () => {
    expect(shown(0.723131, 0.00503, 0.725228)).toEqual({ value: '0.723', error: '0.005', theory: '0.725' });
    expect(shown(25.2289, 0.308, 25.5261)).toEqual({ value: '25.2', error: '0.3', theory: '25.5' });
    expect(shown(1.00784, 0.0157, 1)).toEqual({ value: '1.008', error: '0.016', theory: '1' });
  });
  it('that are exact or counted have no error', () => {
    expect(shown(16384, 0, 16384)).toEqual({ value: '16,384', error: undefined, theory: '16,384' });
    expect(shown(3.777e-5, 0)).toEqual({ value: '3.78 × 10⁻⁵', error: undefined, theory: undefined });
  });
});

describe('the survey', () => {
  const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
  function start(visible = true, call = vi.fn((_name: string, { id }: { id: number }) => Promise.resolve(results.get(id)!))) {
    const host = { engine: { call } as unknown as SurveyHost['engine'], breath: () => new Promise((resolve) => setTimeout(resolve)), changed: vi.fn(), failed: vi.fn() };
    return { survey: new Survey(claims, 7, host, visible), host, call };
  }
  const until = (condition: () => boolean): Promise<void> => vi.waitFor(() => expect(condition()).toBe(true), { interval: 1 });

  it('asks for nothing before it is started, then for each measurable claim once, in order, with its seed', async () => {
    const { survey, call } = start();
    await quiet();
    expect(call).not.toHaveBeenCalled();
    survey.run();
    expect(survey.measuring).toBe(3);
    await until(() => survey.phase === 'done');
    expect(call.mock.calls).toEqual(ids.map((id) => ['measureClaim', { id, seed: 7 }]));
    expect([...survey.results.keys()]).toEqual(ids);
    expect(survey.measuring).toBeUndefined();
  });
  it('stands still at once when it is stopped, and goes on with the claims that are left', async () => {
    const { survey, call } = start();
    survey.run();
    await until(() => survey.results.size >= 3);
    survey.stop();
    const done = survey.results.size;
    await quiet();
    expect([survey.phase, survey.results.size]).toEqual(['stopped', done]);
    survey.run();
    await until(() => survey.phase === 'done');
    expect(survey.results.size).toBe(ids.length);
    expect(call.mock.calls.length).toBeLessThanOrEqual(ids.length + 1);
  });
  it('begins anew after its end', async () => {
    const { survey, call } = start();
    survey.run();
    await until(() => survey.phase === 'done');
    survey.run();
    expect(survey.results.size).toBe(0);
    await until(() => survey.phase === 'done');
    expect(call).toHaveBeenCalledTimes(2 * ids.length);
  });
  it('does no work while nobody sees it', async () => {
    const { survey, call } = start(false);
    survey.run();
    await quiet();
    expect([survey.phase, call.mock.calls.length]).toEqual(['running', 0]);
    survey.see(true);
    await until(() => survey.phase === 'done');
  });
  it('tells a failure once, and goes on from there when asked again', async () => {
    let fails = 1;
    const { survey, host } = start(true, vi.fn((_name: string, { id }: { id: number }) => (id === 9 && fails-- > 0 ? Promise.reject(new EngineError('engine_failed')) : Promise.resolve(results.get(id)!))));
    survey.run();
    await until(() => survey.phase === 'failed');
    expect(host.failed).toHaveBeenCalledTimes(1);
    expect(survey.results.size).toBe(ids.indexOf(9));
    survey.run();
    await until(() => survey.phase === 'done');
    expect(survey.results.size).toBe(ids.length);
  });
  it('that was left tells nothing more', async () => {
    const { survey, host } = start();
    survey.run();
    survey.leave();
    host.changed.mockClear();
    await quiet();
    expect(host.changed).not.toHaveBeenCalled();
    expect(survey.results.size).toBe(0);
  });
});
