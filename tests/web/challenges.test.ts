// Every challenge against the real engine: its start is not met, its solution and others are, and what nearly solves it does not.
import { describe, expect, it } from 'vitest';
import { runAsks, type AnyAnswers } from '../../web/figures/asks.ts';
import { layoutGauge, placeOf } from '../../web/figures/challenge/gauge.ts';
import { CHALLENGES, challengeOf, patched, startOf } from '../../web/figures/challenge/list.ts';
import { questionKey, questionOf, type Question } from '../../web/figures/challenge/query.ts';
import { NOTHING, isIn, isMet, type Challenge, type Judged, type Memory, type Patch } from '../../web/figures/challenge/types.ts';
import { distanceWords } from '../../web/figures/challenge/words.ts';
import { challengeView, type ChallengeModel } from '../../web/figures/challenge/view.ts';
import { NO_ACTIONS } from '../../web/figures/still.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { sections } from '../../web/page/build/sections.ts';
import { WASM, allLanguages, contentJson, stringsIn } from './support/content.ts';
import { COMMON } from './support/model.ts';
import { render, visibleText } from './support/render.ts';

const engine = await nodeClient(WASM);

const known = new Map<string, Promise<AnyAnswers>>();
/** The same question is asked once. */
function answers(question: Question): Promise<AnyAnswers> {
  const key = JSON.stringify(question.asks, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value));
  if (!known.has(key)) known.set(key, runAsks(engine, question.asks));
  return known.get(key)!;
}

/** Takes steps from the start, as a reader does, and judges after each. */
async function take(challenge: Challenge, steps: readonly Patch[]): Promise<{ judged: Judged; met: boolean }> {
  let state = startOf(challenge);
  let memory: Memory = NOTHING;
  let judged: Judged | undefined;
  for (const step of [{}, ...steps]) {
    state = patched(state, step);
    judged = challenge.judge((await answers(questionOf(challenge, state))) as never, state, memory);
    memory = judged.memory ?? NOTHING;
  }
  return { judged: judged!, met: isMet(judged!) };
}

const divisor = (value: number | 'root' | 'root4' | 'rootmodel' | 'dk' | '1'): Patch => ({ params: { divisor: value } });

/** Besides the solution that is shown: other ways, and ways that only nearly lead there. */
const WAYS: Record<string, { others?: Patch[][]; misses: Patch[][] }> = {
  'double-scale': { others: [[divisor(1)]], misses: [[divisor(1.001)], [divisor('root4')], [{ params: { alpha: 0.12 } }]] },
  'eight-keys': { others: [[divisor(7.9)], [{ params: { alpha: 0.35 } }]], misses: [[divisor('root')], [divisor(7)], [divisor(8.6)], [divisor('root4')]] },
  'only-n': { others: [[{ params: { keyCount: 4096 } }]], misses: [[{ params: { keyCount: 512 } }], [{ params: { keyCount: 1024 } }]] },
  steepest: { others: [[divisor(1.5)], [divisor(1.75)]], misses: [[divisor('1')], [divisor('root4')], [divisor(2.3)]] },
  'overflow-twice': {
    others: [
      [divisor('1'), { options: { format: 'bfloat16' } }, { options: { format: 'float16' } }, { options: { algorithm: 'maxSubtracted' } }],
      [divisor(2), divisor('root'), divisor(2), { options: { format: 'float32' } }],
    ],
    misses: [
      [divisor('1')],
      [divisor('1'), { options: { algorithm: 'maxSubtracted' } }],
      // The same cure twice.
      [divisor('1'), divisor('root'), divisor('1'), divisor('dk')],
      [divisor('1'), { options: { format: 'bfloat16' } }, { options: { format: 'float32' } }],
      // Where the divisor has cured it, subtracting cures nothing more.
      [divisor('1'), divisor('root'), { options: { algorithm: 'maxSubtracted' } }],
      // Both at once tell nothing of either.
      [divisor('1'), { options: { algorithm: 'maxSubtracted' } }, { options: { format: 'float32' } }],
      // Nothing was broken.
      [{ options: { algorithm: 'maxSubtracted' } }, { options: { algorithm: 'naive', format: 'float32' } }],
    ],
  },
  'half-product': { others: [[{ options: { order: 'beforeOnBoth' } }]], misses: [[divisor(1000)], [{ options: { algorithm: 'naive' } }], [{ options: { order: 'beforeOnQuery' }, ...divisor('1') }], [{ options: { order: 'beforeOnQuery', algorithm: 'naive' } }]] },
  'same-spread': { others: [[{ params: { headDim: 4096, divisor: 16 } }], [{ params: { headDim: 256, divisor: 4 } }]], misses: [[divisor('root')], [divisor(8.5)], [{ params: { headDim: 16, divisor: '1' } }], [{ params: { headDim: 64, divisor: 2 } }]] },
  'three-hundred': { others: [[divisor(17.32)], [divisor(17)]], misses: [[divisor('1')], [divisor('rootmodel')], [divisor(16)]] },
  'fat-tails': { others: [[{ options: { entries: 'student5' } }], [{ params: { headDim: 2 } }], [{ params: { headDim: 1 } }]], misses: [[{ options: { entries: 'uniform' } }], [{ options: { entries: 'sign' } }], [{ params: { headDim: 4 } }], [{ options: { entries: 'laplace' }, params: { headDim: 64 } }]] },
  'one-rule': { misses: [[divisor('root')], [divisor(64)], [{ params: { alpha: 8 } }], [divisor('rootmodel')]] },
  'common-shift': { others: [[{ options: { scope: 'all', rho: 0.79 } }]], misses: [[{ options: { rho: 0.8 } }], [{ options: { scope: 'all' } }], [{ options: { scope: 'all', rho: 0.75 } }], [{ options: { scope: 'all', rho: 0.85 } }]] },
  'still-first': { others: [[divisor(70)], [{ params: { alpha: 64 } }]], misses: [[divisor('rootmodel')], [divisor(48)]] },
  ceiling: { others: [[divisor(4.9)], [divisor(3.6)]], misses: [[divisor('root')], [divisor(5.2)], [divisor(2.8)], [divisor('1')]] },
  'silent-and-loud': { others: [[{ params: { headDim: 512, divisor: '1' } }], [divisor(0.2)]], misses: [[divisor('1')], [{ params: { headDim: 256, divisor: '1' } }], [{ params: { headDim: 4096 } }]] },
  rescue: {
    others: [
      [{ params: { alpha: 1 / 4 } }, { options: { lr: 0.05 } }], [{ params: { alpha: 1 / 4 } }, { options: { clip: true } }], [{ params: { alpha: 1 / 4 } }, { options: { 'qk-norm': true } }],
      [{ params: { alpha: 1 / 16 } }, { params: { alpha: 1 / 4 } }, { params: { alpha: 1 / 16 } }, { options: { lr: 0.05 } }],
    ],
    misses: [
      [{ options: { lr: 0.05 } }],
      [{ params: { alpha: 1 / 4 } }],
      // The divisor was touched.
      [{ params: { alpha: 1 / 4 } }, { params: { alpha: undefined, divisor: 'root' } }],
      [{ params: { alpha: 1 / 16 } }, { params: { alpha: 1 / 4 }, options: { lr: 0.05 } }],
      [{ params: { alpha: 1 / 4 } }, { options: { optimiser: 'adam' } }],
      // It never failed as was asked.
      [{ params: { alpha: 1 / 4 }, options: { lr: 0.05 } }],
    ],
  },
  'real-explosion': { others: [[{ options: { loss: 'ce', lr: 2 } }], [{ params: { alpha: 1 / 4 }, options: { loss: 'ce' } }]], misses: [[{ options: { lr: 0.05 } }], [{ params: { alpha: 1 / 4 } }], [{ options: { loss: 'ce', lr: 0.01 } }], [{ params: { alpha: 1 }, options: { loss: 'ce' } }]] },
};

describe('the challenges', () => {
  it('are at least twelve, each with ways of its own here, each of a section that there is', () => {
    expect(CHALLENGES.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(WAYS).sort()).toEqual(CHALLENGES.map(({ id }) => id).sort());
    expect(new Set(CHALLENGES.map(({ id }) => id)).size).toBe(CHALLENGES.length);
    for (const { section, start } of CHALLENGES) {
      expect(sections.map(({ id }) => id)).toContain(section);
      expect(start.params.seed).toBe(7);
    }
    expect(challengeOf('no-such')).toBeUndefined();
  });
  it('two of them are of section 3’s parts', () => {
    expect(CHALLENGES.filter(({ section }) => ['saturation', 'stability', 'invariance', 'statistics'].includes(section)).length).toBeGreaterThan(2);
  });
});

describe.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))('challenge %s', (id, challenge) => {
  it('is not met at its start, and its numbers there are numbers', async () => {
    const { judged, met } = await take(challenge, []);
    expect(met).toBe(false);
    for (const { value } of judged.readings) expect(Number.isFinite(value)).toBe(true);
  });
  it('is met by the solution that is shown, at its last step and not before', async () => {
    for (let steps = 1; steps < challenge.solution.length; steps += 1) expect((await take(challenge, challenge.solution.slice(0, steps))).met).toBe(false);
    expect((await take(challenge, challenge.solution)).met).toBe(true);
  });
  it.each((WAYS[id]?.others ?? []).map((way) => [JSON.stringify(way), way] as const))('is met in another way: %s', async (_, way) => {
    expect((await take(challenge, way)).met).toBe(true);
  });
  it.each((WAYS[id]?.misses ?? []).map((way) => [JSON.stringify(way), way] as const))('is not met by %s', async (_, way) => {
    expect((await take(challenge, way)).met).toBe(false);
  });
  it('gives the same numbers to the same state, and asks another question of another one', async () => {
    const start = startOf(challenge);
    const first = await runAsks(engine, questionOf(challenge, start).asks);
    expect(await runAsks(engine, questionOf(challenge, start).asks)).toEqual(first);
    const end = patched(start, challenge.solution[0]!);
    expect(questionKey(questionOf(challenge, end))).not.toBe(questionKey(questionOf(challenge, start)));
  });
  it('has all its sentences in every language, and shows them without a gap', async () => {
    const { judged } = await take(challenge, challenge.solution);
    for (const language of allLanguages) {
      const strings = stringsIn(language);
      const model: ChallengeModel = { ...COMMON, challenge, state: startOf(challenge), judged, solved: true, hints: 3, taken: 0, more: () => undefined, take: () => undefined, number: '1' };
      for (const width of [350, 1080]) {
        const text = visibleText(render(challengeView({ ...model, width }, NO_ACTIONS, { change: () => undefined, type: () => undefined }, strings)));
        expect(text).not.toMatch(/[{}]|undefined|NaN|Infinity|challenge\./);
        expect(text).toContain(strings.text('challenge.met'));
      }
    }
  });
  it('tells in words how far there is to go', async () => {
    const { judged } = await take(challenge, []);
    for (const language of allLanguages) expect(distanceWords(judged, challenge, stringsIn(language))).not.toMatch(/[{}]|undefined|NaN|challenge\./);
  });
  it.each([280, 350, 516])('draws its numbers without labels over one another at %d px', async (width) => {
    for (const steps of [[], challenge.solution]) {
      for (const reading of (await take(challenge, steps)).judged.readings) {
        const { labels, band, dot } = layoutGauge(reading, width, stringsIn('zh-Hant'));
        labels.forEach((one, i) => labels.slice(i + 1).forEach((other) => expect(overlap(boxOf(one), boxOf(other)), `${one.text} / ${other.text}`).toBe(false)));
        expect(band.from).toBeLessThan(band.to);
        if (isIn(reading)) expect(dot >= band.from - 3 && dot <= band.to + 3).toBe(true);
      }
    }
  });
});

it('a number beyond its axis stands at its end, and says so', () => {
  const target = { name: 'spread', from: 1, to: 10, log: true, high: 2 };
  expect(placeOf(target, 1e9, 300)).toBe(placeOf(target, 10, 300));
  expect(layoutGauge({ ...target, value: 1e4 }, 300, stringsIn('en')).labels.find(({ id }) => id === 'value')?.text).toMatch(/→$/);
  expect(layoutGauge({ ...target, value: 1e-4 }, 300, stringsIn('en')).labels.find(({ id }) => id === 'value')?.text).toMatch(/^←/);
});

it('the sentences have none that no challenge uses', () => {
  const ids = CHALLENGES.map(({ id }) => id);
  const own = Object.keys(contentJson<Record<string, string>>('en', 'figures/challenge')).map((key) => /^challenge\.([\w-]+)\.(title|task|why|hint\d)$/.exec(key)?.[1]).filter((id) => id !== undefined);
  expect([...new Set(own)].sort()).toEqual([...ids].sort());
});
