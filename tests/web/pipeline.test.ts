import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { textWidth } from '../../web/figures/labels.ts';
import { bar, cellRoom, fitted, fittedShort, headerOf, matrixRoom } from '../../web/figures/pipeline/layout.ts';
import { MATRICES, STEPS, type PipelineOptions } from '../../web/figures/pipeline/options.ts';
import { at, drawRequest, matrixRows, pipelineCalls, pipelineKey, queryPipeline, runPipeline, type PipelineResult } from '../../web/figures/pipeline/query.ts';
import { pipelineView, type PipelineModel } from '../../web/figures/pipeline/view.ts';
import { DEFAULTS, type Params } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { WASM, languages, stringsIn, type Language } from './support/content.ts';
import { PIPELINE_STATES, optionsOf, storePipeline, storedPipeline, type PipelineState } from './support/pipeline_results.ts';
import { render, visibleText } from './support/render.ts';

const names = Object.keys(PIPELINE_STATES);
const drawnBySeed = new Map<number, Float64Array>();
let engine: EngineClient;

beforeAll(async () => {
  engine = await nodeClient(WASM);
  for (const seed of [1, 2, 7]) drawnBySeed.set(seed, (await engine.call('dotProductSample', drawRequest(seed))).logits);
});

const drawn = (seed = 1): Float64Array => drawnBySeed.get(seed)!;
const run = ({ params, options }: PipelineState): Promise<PipelineResult> => runPipeline(engine, queryPipeline(params, options), drawn(params.seed));
const answer = (given: Record<string, string>, params: Partial<Params> = {}): Promise<PipelineResult> => run({ params: { ...DEFAULTS, ...params }, options: optionsOf(given) });

describe('the request of dk-pipeline', () => {
  it('leaves the standard divisor to the engine, which takes the root of Q’s columns', async () => {
    const { forward } = pipelineCalls(queryPipeline(DEFAULTS, optionsOf({ width: '7' })), drawn());
    expect(forward.divisor).toBeUndefined();
    expect((await answer({ width: '7' })).forward.divisor).toBe(Math.sqrt(7));
  });
  it('case 6: √d_model of 8 heads is √8 times too large, and the weights get flatter', async () => {
    const usual = await answer({});
    const wrong = await answer({ divide: 'rootmodel' }, { headCount: 8 });
    expect(wrong.forward.divisor).toBeCloseTo(Math.sqrt(32), 12);
    expect(Math.sqrt(wrong.forward.moments.variance / usual.forward.moments.variance)).toBeCloseTo(0.3536, 4);
    for (let i = 0; i < 4; ++i) expect(Math.max(...wrong.forward.weights.data.subarray(4 * i, 4 * i + 4))).toBeLessThan(Math.max(...usual.forward.weights.data.subarray(4 * i, 4 * i + 4)));
  });
  it.each(['both', 'folded'])('cases 8 and 39: divided as "%s" gives the same weights within 1e-6, at every d_k', async (divide) => {
    for (let width = 1; width <= 8; ++width) expect((await answer({ divide, width: String(width) })).difference).toBeLessThanOrEqual(1e-6);
  });
  it('case 8: on one side only, the logits are √√d_k times too large', async () => {
    const usual = await answer({ width: '8' });
    const half = await answer({ width: '8', divide: 'one' });
    expect(Math.sqrt(half.forward.moments.variance / usual.forward.moments.variance)).toBeCloseTo(8 ** 0.25, 5);
    expect(half.difference).toBeGreaterThan(0.01);
  });
  it('case 13: a row that sees nothing is a row of zeros, and the first causal row sees itself alone', async () => {
    const free = await answer({ mask: 'free', allow: '1111_0000' });
    expect(Array.from(free.forward.weights.data.subarray(4, 8))).toEqual([0, 0, 0, 0]);
    expect(Array.from(free.forward.output.data.subarray(3, 6))).toEqual([0, 0, 0]);
    expect(free.sums[1]).toBe(0);
    expect(Array.from(free.forward.fullyMasked)).toEqual([0, 1, 0, 0]);
    const causal = await answer({ mask: 'causal', nq: '8', n: '8' });
    expect(Array.from(causal.forward.weights.data.subarray(0, 8))).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  });
  it('nothing is NaN, whatever is masked and however large the entries', async () => {
    for (const given of [{ mask: 'free', allow: '0000_0000_0000_0000' }, { q: '100 100 100 100', k: '-100 -100 -100 -100', divide: 'none' }]) {
      const { forward, unmasked, sums, difference } = await answer(given);
      for (const data of [forward.weights.data, forward.output.data, unmasked.logits.data, sums]) expect(data.every(Number.isFinite)).toBe(true);
      expect(Number.isFinite(forward.moments.variance) && Number.isFinite(difference)).toBe(true);
    }
  });
  it('the weights of every row that sees a key sum to 1', async () => {
    for (const divide of ['root', 'none', 'both', 'one', 'folded', 'rootmodel']) for (const sum of (await answer({ divide, nq: '8', n: '8', width: '8' })).sums) expect(Math.abs(sum - 1)).toBeLessThanOrEqual(1e-6);
  });
  it('editing V changes the output and not one bit of the weights', async () => {
    const before = await answer({});
    const after = await answer({ v: '50 0 0_0 -50 0_1 2 3_4 5 6' });
    expect(after.forward.weights).toEqual(before.forward.weights);
    expect(after.forward.output).not.toEqual(before.forward.output);
    expect(after.valueChange).toBe(0);
    expect(before.valueChange).toBeUndefined();
  });
  it('an entry stays the same while the sizes change, and another seed has others', () => {
    const small = matrixRows('k', optionsOf({ n: '2', width: '3' }), drawn());
    const large = matrixRows('k', optionsOf({ n: '8', width: '8' }), drawn());
    expect(large.slice(0, 2).map((row) => row.slice(0, 3))).toEqual(small);
    expect(matrixRows('k', optionsOf(), drawn(2))).not.toEqual(matrixRows('k', optionsOf(), drawn(1)));
  });
  it('the drawn entries have mean 0 and variance 1, with one decimal', () => {
    const all = MATRICES.flatMap((name) => matrixRows(name, optionsOf({ nq: '8', n: '8', width: '8', dv: '8' }), drawn()).flat());
    const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
    const variance = all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (all.length - 1);
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(all.length));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / all.length));
    for (const x of all) expect(x).toBe(Number(x.toFixed(1)));
  });
  it('another step asks for nothing new', () => {
    const keys = STEPS.map((step) => pipelineKey(queryPipeline(DEFAULTS, optionsOf({ step }))));
    expect(new Set(keys).size).toBe(1);
  });
  it.each(names)('the stored result of "%s" is what the engine computes', async (name) => {
    const now = await run(PIPELINE_STATES[name]!);
    // After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/pipeline
    if (process.env['SQRT_DK_STORE']) storePipeline(name, now);
    expect(now).toEqual(storedPipeline(name));
  });
});

const actions: Actions = { now: () => DEFAULTS, move: vi.fn(), choose: vi.fn(), rest: vi.fn(), type: vi.fn(), reset: vi.fn() };
const origin = { row: 0, column: 0 };

function markup(name: string, language: Language, width = 1080, changes: Partial<PipelineModel> = {}): string {
  const { params, options } = PIPELINE_STATES[name]!;
  const result = storedPipeline(name);
  const shown: PipelineOptions = { ...options, ...(changes.options ?? {}) };
  const none = (): void => {};
  return render(pipelineView({
    ...COMMON, number: '1', params, options: shown, answered: { options: shown, headCount: params.headCount, result }, width, active: origin,
    stops: { q: origin, k: origin, v: origin, step: origin }, showTable: none, newSample: none, reset: none, set: none,
    typeSize: none, enterEntry: none, commitEntry: none, pasteBlock: none, restore: none, hover: none, enter: none, toggle: none, ...changes,
  }, actions, stringsIn(language)));
}

const cells = (text: string, step: string): { value: string; shown: string }[] =>
  [...text.matchAll(new RegExp(`data-name="${step}-\\d-\\d"\\s*data-value=([^\\s>]*)[^>]*>([^<]*)<`, 'g'))].map(([, value = '', shown = '']) => ({ value, shown }));

describe('the view of dk-pipeline', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as before', (name, language) => {
    expect(visibleText(markup(name, language, 1080, { tableOpen: false }))).toMatchSnapshot();
  });
  it.each(names)('%s shows no NaN, infinity, unfilled placeholder or missing sentence at any width and step', (name) => {
    for (const language of languages) for (const width of [280, 350, 1080]) for (const step of STEPS) {
      const text = markup(name, language, width, { options: { ...PIPELINE_STATES[name]!.options, step } });
      expect(text).not.toMatch(/NaN|Infinity|∞|undefined|\[object/);
      expect(visibleText(text)).not.toMatch(/\{[\w-]+\}|(pipeline|param)\.[a-z]/);
    }
  });
  it.each(names)('case 15: every cell of %s shows the engine’s number to its digits, and rows of weights sum to 1 within rounding', (name) => {
    const { options } = PIPELINE_STATES[name]!;
    const result = storedPipeline(name);
    for (const width of [280, 350, 1080]) {
      const shown = cells(markup(name, 'en', width, { options: { ...options, step: 'softmax' } }), 'softmax');
      expect(shown.map(({ value }) => Number(value))).toEqual(Array.from(result.forward.weights.data));
      for (const one of shown) {
        const decimals = one.shown.split('.')[1]!.length;
        expect(decimals).toBeGreaterThanOrEqual(2);
        expect(one.shown).toBe(Number(one.value).toFixed(decimals));
      }
      for (let i = 0; i < options.nq; ++i) {
        const row = shown.slice(i * options.n, (i + 1) * options.n);
        const step = 10 ** -row[0]!.shown.split('.')[1]!.length;
        const sum = row.reduce((total, one) => total + Number(one.shown), 0);
        expect(Math.abs(sum - (result.forward.fullyMasked[i] ? 0 : 1))).toBeLessThanOrEqual((options.n * step) / 2 + 1e-9);
      }
    }
  });
  it('case 15: each cell is named after its own query and key, and heads of rows and columns count from 1', () => {
    const { options } = PIPELINE_STATES['largest']!;
    for (const step of ['scores', 'divide', 'mask', 'softmax', 'output'] as const) {
      const text = markup('largest', 'en', 1080, { options: { ...options, step } });
      const named = [...text.matchAll(new RegExp(`data-name="${step}-(\\d)-(\\d)"[^>]*?aria-label="?([^">]*)`, 'g'))];
      expect(named.length).toBe(options.nq * (step === 'output' ? options.dv : options.n));
      for (const [, row, column, label = ''] of named) expect(label).toContain(step === 'output' ? `q${Number(row) + 1}, ${Number(column) + 1}` : `q${Number(row) + 1}, k${Number(column) + 1}`);
    }
  });
  it.each(['scores', 'divide', 'output'] as const)('the cells of step %s carry the engine’s numbers', (step) => {
    const { forward, unmasked } = storedPipeline('largest');
    const expected = { scores: unmasked.scores, divide: unmasked.logits, output: forward.output }[step];
    const shown = cells(markup('largest', 'en', 1080, { options: { ...PIPELINE_STATES['largest']!.options, step } }), step);
    expect(shown.map(({ value }) => Number(value))).toEqual(Array.from(expected.data));
  });
  it('the written-out arithmetic of a score adds up to the engine’s score', () => {
    const result = storedPipeline('largest');
    const { options } = PIPELINE_STATES['largest']!;
    for (const active of [{ row: 0, column: 0 }, { row: 7, column: 3 }, { row: 2, column: 7 }]) {
      const text = visibleText(/<div class="dk-arithmetic"[\s\S]*?<\/div>/.exec(markup('largest', 'en', 1080, { active, options: { ...options, step: 'scores' } }))![0]);
      const [, terms = '', , shown = ''] = /= ([^=]*×[^=]*)(=) ([\d.−]+)$/.exec(text)!;
      const number = (piece: string): number => Number(piece.replace(/[()\s]/g, '').replace('−', '-'));
      const sum = terms.split(' + ').reduce((total, term) => total + term.split('×').map(number).reduce((a, b) => a * b, 1), 0);
      expect(sum).toBeCloseTo(at(result.unmasked.scores, active.row, active.column), 4);
      expect(number(shown)).toBeCloseTo(sum, 3);
    }
  });
  it('case 15: the scale of weights spans 0 to 1', () => {
    expect(markup('causal', 'en')).toContain('data-name="scale" data-value="1"');
    expect(bar(1, 1, false)).toEqual({ from: 0, to: 1 });
    expect(bar(0, 1, false)).toEqual({ from: 0, to: 0 });
    expect(bar(-2, 4, true)).toEqual({ from: 0.25, to: 0.5 });
    expect(bar(3, 0, true)).toEqual({ from: 0.5, to: 0.5 });
  });
  it('says of a row that sees nothing why it is a row of zeros', () => {
    expect(visibleText(markup('hidden_row', 'en'))).toMatch(/q 2 can see no key/);
    expect(visibleText(markup('hidden_row', 'zh-Hant'))).toContain('一個鍵都看不到');
    expect(visibleText(markup('causal', 'en'))).not.toContain('can see no key');
  });
  it('says that editing V leaves the weights alone, and by how much they moved once it is edited', () => {
    expect(visibleText(markup('standard', 'en'))).toContain('only the output moves');
    expect(markup('largest', 'en')).toMatch(/data-name=value-change data-value=0[\s>]/);
  });
  it('draws its controls before there is any result', () => {
    const text = markup('standard', 'en', 1080, { answered: undefined });
    expect(text).toContain('data-choice=softmax');
    expect(text).not.toContain('data-name=divisor');
  });
  it('two figures on one page share no id', () => {
    const ids = (uid: string): string[] => [...markup('standard', 'en', 1080, { uid }).matchAll(/\sid="?([\w-]+)/g)].map(([, id = '']) => id);
    expect(ids('dk1').filter((id) => ids('dk2').includes(id))).toEqual([]);
  });
});

describe('the room for a matrix', () => {
  const strings = stringsIn('en');
  it.each([280, 350, 1080])('at %d px, matrices of every size stay within the figure and their numbers within their cells', (width) => {
    for (const kind of ['input', 'step'] as const) for (let columns = 1; columns <= 9; ++columns) {
      const room = matrixRoom(width, kind);
      const cell = cellRoom(room, columns, kind);
      expect(headerOf(room) + columns * cell.width).toBeLessThanOrEqual(room);
      expect(cell.width).toBeGreaterThanOrEqual(27);
      expect(cell.font).toBeGreaterThanOrEqual(12);
      // The ninth column is the sum of a row of weights.
      for (const values of columns === 9 ? [[0.123, 1, 0]] : [[0.123, 1, 0], [-3.25, 12.5], [-80000, 3], [99.99, -100], [1234.5, -0.001]]) {
        const write = fitted(values, 3, cell, strings);
        const entry = fittedShort(values.map((x) => Math.max(-100, Math.min(100, x))), cell, strings);
        for (const value of values) {
          expect(textWidth(write(value), cell.font), `${value} as ${write(value)}`).toBeLessThanOrEqual(cell.width);
          expect(textWidth(entry(Math.max(-100, Math.min(100, value))), cell.font)).toBeLessThanOrEqual(cell.width);
        }
      }
    }
  });
  it('three matrices side by side are no wider than the figure', () => {
    expect(3 * matrixRoom(1080, 'input') + 2 * 32).toBeLessThanOrEqual(1080);
  });
});
