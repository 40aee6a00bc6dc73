import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import type { AttentionRow } from '../../web/engine/protocol.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import type { Actions } from '../../web/figures/controls/actions.ts';
import { boxOf, overlap, type Box } from '../../web/figures/labels.ts';
import { layoutOpening, trackX } from '../../web/figures/opening/layout.ts';
import { KEY_COUNT, STOPS, queryRow, queryStrip, rowKey, runRow, runStrip, stripKey, strongestOf } from '../../web/figures/opening/query.ts';
import { openingSentence, openingView } from '../../web/figures/opening/view.ts';
import { DEFAULTS, alphaOf, zoneOf, type Params } from '../../web/state/params.ts';
import { COMMON } from './support/model.ts';
import { WASM, languages, stringsIn } from './support/content.ts';
import { datum, render, visibleText } from './support/render.ts';

let engine: EngineClient;
beforeAll(async () => void (engine = await nodeClient(WASM)));

const still: Actions = { now: () => DEFAULTS, move() {}, choose() {}, rest() {}, type() {}, reset() {} };

async function drawn(params: Params, language: (typeof languages)[number], width = 1080, tableOpen = false): Promise<string> {
  const result = await runRow(engine, queryRow(params));
  const strip = await runStrip(engine, queryStrip(params));
  return render(openingView({
    ...COMMON, uid: 'o', number: '1', params, logAlpha: Math.log2(alphaOf(params)), row: { params, result }, strip, width, moving: false,
    said: openingSentence(params, result, stringsIn(language)), tableOpen, showTable() {}, notes: '', reset() {},
  }, still, stringsIn(language)));
}

describe('what is asked', () => {
  it('is one row of sixteen keys, whatever the page’s n', () => {
    expect(queryRow({ ...DEFAULTS, keyCount: 4096 })).toEqual(queryRow(DEFAULTS));
    expect(queryRow(DEFAULTS)).toEqual({ headDim: 64, keyCount: 16, seed: 1, divisor: 8, row: 0 });
  });
  it('the strip’s nine stops go evenly from 1/64 to 64 with √d_k in the middle, and do not depend on the divisor', () => {
    expect(STOPS).toHaveLength(9);
    expect([STOPS[0], STOPS[4], STOPS[8]]).toEqual([1 / 64, 1, 64]);
    expect(stripKey(queryStrip({ ...DEFAULTS, divisor: 3 }))).toBe(stripKey(queryStrip(DEFAULTS)));
    expect(rowKey(queryRow({ ...DEFAULTS, divisor: 3 }))).not.toBe(rowKey(queryRow(DEFAULTS)));
  });
  it('the scores are the same bits at every divisor, and the strongest key stays the strongest', async () => {
    const first = await runRow(engine, queryRow(DEFAULTS));
    for (const alpha of STOPS) {
      const row = await runRow(engine, queryRow({ ...DEFAULTS, alpha }));
      expect(row.scores).toEqual(first.scores);
      expect(row.weights.indexOf(Math.max(...row.weights))).toBe(strongestOf(first));
    }
  });
  it('goes from one key’s own to everybody’s share', async () => {
    const at = (alpha: number): Promise<AttentionRow> => runRow(engine, queryRow({ ...DEFAULTS, alpha }));
    expect((await at(1 / 64)).effectiveKeys).toBeLessThan(1.01);
    expect((await at(64)).effectiveKeys).toBeGreaterThan(15.99);
  });
});

describe('the layout', () => {
  const seeds = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 42];
  it.each([280, 350, 1080])('at %d px no label meets another, a bar or the edge, whichever key is strongest', async (width) => {
    for (const language of languages) {
      for (const seed of seeds) {
        for (const alpha of [1 / 64, 0.1, 0.35, 1, 3, 64]) {
          const params = { ...DEFAULTS, seed, alpha };
          const row = await runRow(engine, queryRow(params));
          const layout = layoutOpening({ weights: row.weights, strongest: strongestOf(row), logAlpha: Math.log2(alpha), strip: undefined }, width, stringsIn(language));
          const boxes = layout.labels.map((label) => ({ id: label.id, box: boxOf(label) }));
          const where = `${language} seed ${seed} α ${alpha}`;
          for (const [i, one] of boxes.entries()) {
            expect(one.box.right, `${where}: ${one.id}`).toBeLessThanOrEqual(width + (one.id === 'value' ? 20 : 0.01));
            expect(one.box.left, `${where}: ${one.id}`).toBeGreaterThanOrEqual(one.id === 'value' ? -20 : -0.01);
            for (const other of boxes.slice(i + 1)) expect(overlap(one.box, other.box), `${where}: ${one.id} on ${other.id}`).toBe(false);
            const ghost: Box = { left: layout.ghost.x, top: layout.ghost.y, right: layout.ghost.x + layout.ghost.width, bottom: layout.base };
            if (one.id !== 'value') expect(overlap(one.box, ghost), `${where}: ${one.id} on the ghost`).toBe(false);
          }
          expect(boxes.map(({ id }) => id), where).toEqual(['value', 'alone', 'equal']);
        }
      }
    }
  });
  it('each frame stands over its own stop of the track, and the nearest to the thumb is the current one', () => {
    for (const [width, count] of [[350, 5], [1080, 9]] as const) {
      const layout = layoutOpening({ weights: new Float32Array(16), strongest: 0, logAlpha: 0.4, strip: undefined }, width, stringsIn('zh-Hant'));
      expect(layout.strip.frames).toHaveLength(count);
      for (const frame of layout.strip.frames) expect(frame.left + frame.width / 2).toBeCloseTo(trackX(frame.alpha, layout), 6);
      expect(layout.strip.frames.filter(({ current }) => current).map(({ alpha }) => alpha)).toEqual([1]);
    }
  });
});

describe('the view', () => {
  it.each(languages)('says in %s what is seen, in every zone', async (language) => {
    for (const params of [DEFAULTS, { ...DEFAULTS, divisor: '1' as const, headDim: 512 }, { ...DEFAULTS, divisor: 'dk' as const }]) {
      const markup = await drawn(params, language);
      const row = await runRow(engine, queryRow(params));
      expect(Number(datum(markup, 'max-weight')['value'])).toBe(row.maxWeight);
      expect(Number(datum(markup, 'effective-keys')['value'])).toBe(row.effectiveKeys);
      expect(datum(markup, 'zone')['value']).toBe(zoneOf(1 / alphaOf(params), KEY_COUNT));
      expect(visibleText(markup)).toMatchSnapshot();
    }
  });
  it('shows no number that is not finite at the ends of every range', async () => {
    for (const params of [{ ...DEFAULTS, headDim: 4096, divisor: 1e-6 }, { ...DEFAULTS, headDim: 1, divisor: 1e6, seed: 4294967295 }]) {
      expect(await drawn(params, 'zh-Hant', 350, true)).not.toMatch(/NaN|Infinity|∞|undefined/);
    }
  });
  it('the table has every key’s score and weight', async () => {
    const markup = await drawn(DEFAULTS, 'en', 1080, true);
    expect(markup.match(/<tr>/g)).toHaveLength(17);
  });
});
