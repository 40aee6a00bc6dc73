import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { boxOf, overlap, placeLabels, type Box, type Label } from '../../web/figures/labels.ts';
import { layoutBars } from '../../web/figures/saturation/layout_bars.ts';
import { layoutCurve, type CurveLayout } from '../../web/figures/saturation/layout_curve.ts';
import { curveAt } from '../../web/figures/divisor_axis.ts';
import { queryCurve, runCurve, type CurveResult } from '../../web/figures/saturation/query.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { WASM, languages, stringsIn } from './support/content.ts';

const SIZES = [
  { width: 280, plot: 222, outsideNumbers: false },
  { width: 350, plot: 222, outsideNumbers: false },
  { width: 620, plot: 286, outsideNumbers: false },
  { width: 620, plot: 286, outsideNumbers: true },
];
const SHAPES: [headDim: number, keyCount: number][] = [[1, 2], [1, 4096], [64, 3], [64, 7], [64, 8], [64, 9], [64, 64], [64, 512], [256, 2500], [4096, 4095], [4096, 4096]];
const ALPHAS = Array.from({ length: 41 }, (_, i) => 2 ** ((i - 20) / 3.1));

/** The pairs of labels that meet; nothing else may be said of them than their ids. */
function meetings(labels: readonly Label[]): string[] {
  const boxes = labels.map(boxOf);
  return labels.flatMap((one, i) => labels.slice(i + 1).flatMap((other, j) => (overlap(boxes[i]!, boxes[i + 1 + j]!) ? [`${one.id} × ${other.id}`] : [])));
}

const outside = (labels: readonly Label[], bounds: Box): string[] =>
  labels.filter((label) => {
    const box = boxOf(label);
    return box.left < bounds.left - 1 || box.right > bounds.right + 1 || box.top < bounds.top - 1 || box.bottom > bounds.bottom + 1;
  }).map(({ id }) => id);

describe('the curve panel', () => {
  const states: { name: string; layout: CurveLayout; size: (typeof SIZES)[number] }[] = [];
  beforeAll(async () => {
    const engine: EngineClient = await nodeClient(WASM);
    for (const [headDim, keyCount] of SHAPES) {
      const curve: CurveResult = await runCurve(engine, queryCurve({ ...DEFAULTS, headDim, keyCount }, 'moving'));
      for (const language of languages)
        for (const size of SIZES)
          for (const alpha of ALPHAS) {
            const layout = layoutCurve(curve, { keyCount, alpha, value: curveAt(curve.theory.maxWeight, Math.log2(alpha)) }, size, stringsIn(language));
            states.push({ name: `${language}, ${size.width} px, d_k = ${headDim}, n = ${keyCount}, α = ${alpha.toFixed(4)}`, layout, size });
          }
    }
  }, 60_000);

  it('no two labels overlap, in any state, at any width, in either language', () => {
    const bad = states.flatMap(({ name, layout }) => meetings([...layout.labels, ...layout.zoneWords]).map((pair) => `${name}: ${pair}`));
    expect(bad).toEqual([]);
  });
  it('no label leaves the figure', () => {
    const bad = states.flatMap(({ name, layout, size }) =>
      outside([...layout.labels, ...layout.zoneWords], { left: -6, top: 0, right: size.width + (size.outsideNumbers ? 40 : 6), bottom: layout.height }).map((id) => `${name}: ${id}`));
    expect(bad).toEqual([]);
  });
  it('the line to the thumb passes no zone word', () => {
    const bad = states.flatMap(({ name, layout }) =>
      layout.zoneWords.filter((word) => {
        const box = boxOf(word);
        return layout.current.x > box.left && layout.current.x < box.right;
      }).map(({ id }) => `${name}: ${id}`));
    expect(bad).toEqual([]);
  });
  it('the value of the point, the threshold and all zone words are always there', () => {
    for (const { name, layout } of states) {
      expect(layout.labels.map(({ id }) => id), name).toEqual(expect.arrayContaining(['current', 'threshold']));
      expect(layout.zoneWords, name).toHaveLength(3);
    }
  });
  it('no path holds NaN or infinity', () => {
    for (const { name, layout } of states) expect([layout.theory, ...layout.contexts, layout.dots, layout.errorBars].join(), name).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('the bars', () => {
  const rows: [string, number[]][] = [
    ['two equal keys', [0.5, 0.5]],
    ['one key takes all', [0, 0, 1, 0, 0, 0, 0, 0]],
    ['eight nearly equal', [0.13, 0.12, 0.125, 0.124, 0.126, 0.125, 0.125, 0.125]],
    ['sixteen falling', Array.from({ length: 16 }, (_, i) => 2 ** -(i + 1) / (1 - 2 ** -16))],
    ['seventeen', Array.from({ length: 17 }, () => 1 / 17)],
    ['4096 equal', Array.from({ length: 4096 }, () => 1 / 4096)],
    ['4096, a few large', Array.from({ length: 4096 }, (_, i) => (i === 7 ? 0.4 : i === 9 ? 0.3 : 0.3 / 4094))],
    ['three', [0.34, 0.33, 0.33]],
  ];
  it.each(rows)('%s: no labels overlap, none leaves the picture', (_, weights) => {
    for (const language of languages)
      for (const size of [{ width: 280, plot: 194 }, { width: 350, plot: 194 }, { width: 396, plot: 248 }]) {
        const layout = layoutBars(Float32Array.from(weights), size, stringsIn(language));
        expect(meetings(layout.labels)).toEqual([]);
        expect(outside(layout.labels, { left: 0, top: 0, right: size.width, bottom: layout.height })).toEqual([]);
        expect([layout.first, layout.others, layout.rest, ...layout.barcode.map(({ path }) => path)].join()).not.toMatch(/NaN|Infinity/);
      }
  });
  it('shows 16 keys where there is room, 12 on a phone, and sums the rest', () => {
    const weights = Float32Array.from({ length: 64 }, () => 1 / 64);
    expect(layoutBars(weights, { width: 396, plot: 248 }, stringsIn('en'))).toMatchObject({ shownCount: 16, restCount: 48, restSum: 0.75 });
    expect(layoutBars(weights, { width: 350, plot: 194 }, stringsIn('en'))).toMatchObject({ shownCount: 12, restCount: 52 });
  });
});

describe('placing', () => {
  it('takes the next place where the first is taken, and leaves an optional label out where all are', () => {
    const places = [{ x: 0, y: 20, anchor: 'start' as const }, { x: 0, y: 60, anchor: 'start' as const }];
    const wish = (id: string) => ({ id, text: 'label', size: 13, places, optional: true });
    const labels = placeLabels([wish('a'), wish('b'), wish('c')], [], { left: 0, top: 0, right: 200, bottom: 100 });
    expect(labels.map(({ id, y }) => [id, y])).toEqual([['a', 20], ['b', 60]]);
  });
});
