// Every bug's two programs are run: as shown they give the wrong numbers that the figure draws, put right they give the engine's.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAsks } from '../../web/figures/asks.ts';
import { BUGS, bugOf, type Bug, type Effect } from '../../web/figures/bug_hunt/bugs.ts';
import { layoutPanel } from '../../web/figures/bug_hunt/effect.ts';
import { SIZE, TURN, allowed, forties, headOf, key, query, turned, wide } from '../../web/figures/bug_hunt/inputs.ts';
import { lineAfter, pickable } from '../../web/figures/bug_hunt/listing.ts';
import { programOf } from '../../web/figures/bug_hunt/code.ts';
import { loadProgram } from '../../web/figures/bug_hunt/programs.ts';
import { bugView, type BugModel } from '../../web/figures/bug_hunt/view.ts';
import { boxOf, overlap } from '../../web/figures/labels.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { sections } from '../../web/page/build/sections.ts';
import { WASM, allLanguages, path, stringsIn } from './support/content.ts';
import { COMMON } from './support/model.ts';
import { render, visibleText } from './support/render.ts';

const engine = await nodeClient(WASM);
const effectOf = async (bug: Bug): Promise<Effect> => bug.effect((await runAsks(engine, bug.query())) as never);
const { keys, headDim, heads } = SIZE;

const folder = 'web/figures/bug_hunt/programs';
const source = (bug: Bug, side: 'wrong' | 'right'): string => readFileSync(path(`${folder}/${side === 'wrong' ? bug.file : bug.file.replace('.', '.fixed.')}`), 'utf8');
const array = (data: readonly number[], columns: number, type = 'np.float32'): string => `np.array(${JSON.stringify(data)}, dtype=${type}).reshape(-1, ${columns})`;
const [q, k, eye] = [array(query, headDim), array(key, headDim), `np.eye(${keys}, dtype=np.float32)`];

/** What follows a Python program: its attention on the figure's input, the numbers that the figure draws in `shown`. */
const PYTHON: Record<string, string> = {
  'model-width': `width = ${heads * headDim}
eye = np.eye(width)
shown = weights(${array(wide, heads * headDim, 'np.float64')}, eye, np.roll(eye, ${TURN}, axis=1), ${heads})[0, 0]`,
  'no-scale': `shown = attention(torch.tensor(${q}), torch.tensor(${k}), torch.tensor(${eye})).numpy()[0]`,
  // x is a query's row beside a key's and a value's; W_q has 1/√d_k in it.
  'scaled-twice': `x = np.hstack([${array(query, headDim, 'np.float64')}, ${array(key, headDim, 'np.float64')}, np.eye(${keys})])
part = lambda start, size: np.eye(x.shape[1])[:, start:start + size]
shown = attention(x, part(0, ${headDim}) / np.sqrt(${headDim}), part(${headDim}, ${headDim}), part(${2 * headDim}, ${keys}))[0]`,
  'float16-product': `np.seterr(all="ignore")
shown = attention(${array(forties.query, headDim, 'np.float16')}, ${array(forties.key, headDim, 'np.float16')}, np.eye(${keys}, dtype=np.float16))[0]`,
  'wrong-axis': `shown = attention(torch.tensor(${q}), torch.tensor(${k}), torch.tensor(${eye})).numpy().sum(axis=-1)`,
};

function runPython(bug: Bug, side: 'wrong' | 'right'): number[] {
  const program = `import json\nimport numpy as np\n${source(bug, side)}\n${PYTHON[bug.id]}\nprint(json.dumps([None if np.isnan(one) else float(one) for one in shown]))`;
  return (JSON.parse(execFileSync('/usr/bin/python3', ['-c', program], { encoding: 'utf8' })) as (number | null)[]).map((one) => one ?? Number.NaN);
}

const CPP: Record<string, string> = {
  'finite-mask': 'static const bool allow[] = {ALLOW};\n  weights(query, key, allow, N, D, p);',
  'whole-width': 'weights(query, key, N, D, p);',
};

/** Both programs of a bug in one main(), each in a namespace of its own. */
function runCpp(bug: Bug): { wrong: number[]; right: number[] } {
  const floats = (data: readonly number[]): string => data.map((one) => `${Number.isInteger(one) ? `${one}.0` : one}f`).join();
  const main = `#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <numeric>
constexpr int N = ${keys}, D = ${headDim};
static const float query[] = {${floats(query.slice(0, headDim))}};
static const float key[] = {${floats(key)}};
static float dot(const float* a, const float* b, int d) { return std::inner_product(a, a + d, b, 0.0f); }
${(['wrong', 'right'] as const).map((side) => `namespace ${side} {
${source(bug, side)}
void run() {
  float p[N];
  ${(CPP[bug.id] ?? '').replace('ALLOW', allowed.join())}
  for (float one : p) std::printf("%.9g ", one);
}
}`).join('\n')}
int main() { wrong::run(); std::printf("\\n"); right::run(); }`;
  const place = mkdtempSync(join(tmpdir(), 'bug-'));
  writeFileSync(join(place, 'main.cpp'), main);
  execFileSync('g++', ['-std=c++20', '-Wall', '-Werror', '-O1', '-o', join(place, 'main'), join(place, 'main.cpp')]);
  const [wrong, right] = execFileSync(join(place, 'main'), { encoding: 'utf8' }).split('\n').map((line) => line.trim().split(' ').map(Number));
  return { wrong: wrong!, right: right! };
}

/** Both NaN, or within a millionth. */
function agree(shown: readonly number[], drawn: readonly number[]): void {
  expect(shown.length).toBe(drawn.length);
  shown.forEach((one, i) => (Number.isNaN(drawn[i]!) ? expect(one).toBeNaN() : expect(Math.abs(one - drawn[i]!)).toBeLessThan(1e-6)));
}

/** Loading torch takes seconds, and not every machine has it: with the full run. */
const withTorch = process.env['SQRT_DK_FULL'] !== undefined;

describe.each(BUGS.map((bug) => [bug.id, bug] as const))('bug %s', (id, bug) => {
  it.skipIf(bug.language === 'PyTorch' && !withTorch)('gives as shown the wrong numbers that the figure draws, and put right the engine’s', async () => {
    const effect = await effectOf(bug);
    const shown = bug.language === 'C++' ? runCpp(bug) : { wrong: runPython(bug, 'wrong'), right: runPython(bug, 'right') };
    agree(shown.wrong, effect.wrong);
    agree(shown.right, effect.right);
  });
  it('does something that can be seen, and put right gives weights or sums of weights', async () => {
    const { wrong, right, level } = await effectOf(bug);
    expect(wrong.some((one, i) => !(Math.abs(one - right[i]!) < 0.05))).toBe(true);
    const total = right.reduce((sum, one) => sum + one, 0);
    if (level === undefined) expect([0, 1].some((sum) => Math.abs(total - sum) < 1e-5)).toBe(true);
    else for (const one of right) expect(one).toBeCloseTo(level, 6);
  });
  it('differs from what is right in one line, which is among those that can be picked', () => {
    const program = loadProgram(bug);
    expect(pickable(bug)).toContain(program.at);
    expect(program.corrected).not.toBe(program.lines[program.at]);
    expect(Math.max(...program.lines.map((line) => line.length))).toBeLessThan(72);
    expect(() => programOf(bug, 'a\nb', 'a\nb')).toThrow(id);
  });
  it('has all its sentences in every language, a kind one for each line', async () => {
    const program = loadProgram(bug);
    const effect = await effectOf(bug);
    for (const language of allLanguages) {
      const strings = stringsIn(language);
      const model: BugModel = { ...COMMON, bug, program, effect, picked: undefined, tried: undefined, found: false, pick: () => undefined, check: () => undefined, show: () => undefined };
      const text = (change: Partial<BugModel>): string => visibleText(render(bugView({ ...model, ...change }, strings)));
      const plain = text({});
      for (const line of pickable(bug).filter((one) => one !== program.at)) {
        const answered = text({ picked: line, tried: line });
        expect(answered).toContain(strings.text('bug-hunt.look-on').trim());
        expect(answered).not.toMatch(/undefined|bug-hunt\./);
      }
      expect(plain).not.toMatch(/undefined|bug-hunt\.|\{\w/);
      expect(text({ found: true, width: 350 })).toContain(strings.text('bug-hunt.solved'));
    }
  });
  it.each([163, 240])('draws its bars without labels over one another at %d px', async (width) => {
    const effect = await effectOf(bug);
    for (const side of ['wrong', 'right'] as const) {
      const { labels } = layoutPanel(effect[side], 1, effect.level, width, stringsIn('zh-Hant'));
      labels.forEach((one, i) => labels.slice(i + 1).forEach((other) => expect(overlap(boxOf(one), boxOf(other)), `${one.text} / ${other.text}`).toBe(false)));
    }
  });
});

it('there are six bugs or more, in three languages, each of a section that there is', () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(6);
  expect(new Set(BUGS.map(({ language }) => language)).size).toBe(3);
  for (const { section } of BUGS) expect(sections.map(({ id }) => id)).toContain(section);
  expect(bugOf('none')).toBeUndefined();
});

it('the wide input’s keys are its queries, turned', () => {
  expect(headOf(turned, 0).slice(TURN, headDim)).toEqual(headOf(wide, 0).slice(0, headDim - TURN));
});

it('arrow keys go from line to line and round the end, Home and End to the ends', () => {
  const lines = [0, 2, 3];
  expect(['ArrowDown', 'ArrowUp', 'End', 'Home', 'a'].map((name) => lineAfter(name, 0, lines))).toEqual([2, 3, 3, 0, undefined]);
  expect(lineAfter('ArrowDown', 3, lines)).toBe(0);
});
