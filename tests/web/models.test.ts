import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { layoutBest, layoutCap } from '../../web/figures/models/bounds.ts';
import { nearRoot, standsThere } from '../../web/figures/models/caption.ts';
import { chosenOf } from '../../web/figures/models/card.ts';
import { layoutStrip } from '../../web/figures/models/layout.ts';
import { MODELS, paramsOf, runModels, type ModelsResult } from '../../web/figures/models/query.ts';
import { modelsView, type ModelsModel } from '../../web/figures/models/view.ts';
import { NO_ACTIONS } from '../../web/figures/still.ts';
import { DEFAULTS, alphaOf } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { WASM, languages, stringsIn, type Language } from './support/content.ts';
import { CASES, requestOf, store, stored } from './support/models_results.ts';
import { datum, render, visibleText } from './support/render.ts';

const names = Object.keys(CASES);
const own = { choose: vi.fn(), layer: vi.fn(), scale: vi.fn(), typed: vi.fn() };
const markup = (name: string, language: Language, changes: Partial<ModelsModel> = {}): string => {
  const { params } = CASES[name]!;
  return render(modelsView({
    ...COMMON, number: '10', params, logAlpha: Math.log2(alphaOf(params)), result: stored(name), width: 1080, shows: () => true,
    untouched: false, ...changes,
  }, NO_ACTIONS, own, stringsIn(language)));
};
const placed = (result: ModelsResult, name: string): ModelsResult['rows'][number] => result.rows.find(({ model }) => model.name === name)!;

let engine: EngineClient;
beforeAll(async () => {
  engine = await nodeClient(WASM);
});

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/models
it('the stored rules are where the engine places them', async () => {
  const now: Record<string, ModelsResult> = {};
  for (const name of names) now[name] = await runModels(engine, requestOf(name));
  if (process.env['SQRT_DK_STORE']) store(now);
  for (const name of names) expect(now[name], name).toEqual(stored(name));
});

it('every rule of the engine has a row, but for the end of Swin v2’s line', async () => {
  const { names: rules } = await engine.call('modelList', {});
  expect([...MODELS.map(({ name }) => name), 'swin_v2_cap'].sort()).toEqual([...rules].sort());
});

describe('where the rules stand', () => {
  it('most keep √d_k: of the sixteen nine or ten lie within a tenth of α = 1', () => {
    expect(nearRoot(stored('standard'))).toBe(10);
    expect(nearRoot(stored('normed'))).toBe(9);
  });
  it('muP goes with d_k, SSMax with n, a layered GPT-2 with its layer, and T5 stands at 1 though it divides by nothing', () => {
    expect(placed(stored('normed'), 'mup').scaling.alpha).toBeCloseTo(4);
    expect(placed(stored('learned'), 'ssmax').scaling.alpha).toBeCloseTo(1 / Math.log(4096));
    expect(placed(stored('by_layer'), 'gpt2_inverse_layer')).toMatchObject({ scaling: { alpha: 1000 }, until: 1 });
    expect(placed(stored('standard'), 't5').scaling).toMatchObject({ divisor: 1, alpha: 1 });
    expect(placed(stored('extended'), 'yarn').scaling.alpha).toBeCloseTo(0.771, 3);
    expect(placed(stored('extended'), 'yarn').scaling.scale).toBe(4);
  });
  it('choosing one takes the divisor there, and d_k where the rule has one of its own', () => {
    expect(paramsOf(placed(stored('standard'), 'gemma2_27b'))).toEqual({ headDim: 128, alpha: 1.061, divisor: 'root' });
    expect(paramsOf(placed(stored('standard'), 'gemma3'))).toEqual({ headDim: 256, divisor: 'root', alpha: undefined });
    expect(paramsOf(placed(stored('standard'), 'none'))).toEqual({ divisor: '1', alpha: undefined });
    expect(paramsOf(placed(stored('standard'), 't5'))).toEqual({ divisor: 'root', alpha: undefined });
    expect(paramsOf(placed(stored('normed'), 'mup'))).toEqual({ alpha: 4, divisor: 'root' });
  });
  it('tells when the reader’s divisor has left the chosen rule', () => {
    expect(standsThere(stored('standard'), DEFAULTS)).toBe(true);
    expect(standsThere(stored('standard'), { ...DEFAULTS, alpha: 1.02 })).toBe(false);
    expect(visibleText(markup('learned', 'en'))).toContain('Your divisor stands elsewhere, at α = 5.66');
  });
});

describe('the picture', () => {
  it.each(names.flatMap((name) => [280, 350, 620, 1080].flatMap((width) => languages.map((language) => [name, width, language] as const))))('no two labels of "%s" meet at %d px in %s', (name, width, language) => {
    const { params } = CASES[name]!;
    const layout = layoutStrip(stored(name), { alpha: alphaOf(params), keyCount: params.keyCount }, { width, rowHeight: width < 480 ? 44 : 30 }, stringsIn(language));
    const labels = [...layout.headings, ...layout.rows.map(({ label }) => label), ...layout.zoneWords];
    const boxes = labels.map((label) => ({ id: label.id, box: boxOf(label) }));
    for (const [i, one] of boxes.entries()) for (const other of boxes.slice(i + 1)) expect(overlap(one.box, other.box), `${one.id} · ${other.id}`).toBe(false);
    for (const { label } of layout.rows) {
      expect(boxOf(label).left, label.id).toBeGreaterThanOrEqual(-1);
      expect(boxOf(label).right, label.id).toBeLessThanOrEqual(width + 1);
    }
  });
  it.each(names.flatMap((name) => [350, 356].map((width) => [name, width] as const)))('what bounds "%s" is drawn at %d px without labels that meet', (name, width) => {
    const result = stored(name);
    const { scaling } = chosenOf(result);
    const layouts = [...(result.softCap ? [layoutCap(scaling, result.softCap, width, 150, stringsIn('zh-Hant'))] : []), ...(result.best ? [layoutBest(scaling, result.best, width, 150, stringsIn('en'))] : [])];
    for (const { labels } of layouts) {
      const boxes = labels.map(boxOf);
      boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other) => expect(overlap(one, other)).toBe(false)));
      for (const box of boxes) expect(box.right).toBeLessThanOrEqual(width + 1);
    }
  });
  it('has the slopes 0.42, 0.071 and 0.0099 at one, two and three times the cap', () => {
    const shown = visibleText(markup('capped', 'en'));
    expect(shown).toContain('slope 0.42');
    expect(shown).toContain('0.071');
    expect(shown).toContain('0.0099');
  });
});

describe('the view', () => {
  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))('%s in %s reads as it should', (name, language) => {
    const text = visibleText(markup(name, language));
    expect(text).toMatchSnapshot();
    expect(text).not.toMatch(/NaN|∞|undefined|Infinity|\{\w+\}/);
  });
  it('shows the engine’s numbers, at full precision', () => {
    const shown = markup('capped', 'en');
    expect(datum(shown, 'model-divisor')['value']).toBe('12');
    expect(Number(datum(shown, 'model-alpha')['value'])).toBe(placed(stored('capped'), 'gemma2_27b').scaling.alpha);
    expect(datum(shown, 'logit-bound')['value']).toBe('50');
    expect(datum(shown, 'near-root')['value']).toBe('9');
  });
});
