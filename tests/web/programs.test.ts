// The programs that a figure gives away: each is run here and must give the engine's numbers.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { OPTION_TABLE } from '../../web/figures/pipeline/options.ts';
import { pipelineProgram } from '../../web/figures/pipeline/program.ts';
import { drawRequest, queryPipeline, runPipeline } from '../../web/figures/pipeline/query.ts';
import { PROGRAMS, PROGRAM_FILES, programOf, type ProgramData, type ProgramKind } from '../../web/figures/share/program.ts';
import { readOptions } from '../../web/state/options.ts';
import { DEFAULTS } from '../../web/state/params.ts';
import { WASM } from './support/content.ts';

const engine = await nodeClient(WASM);
const folder = mkdtempSync(join(tmpdir(), 'sqrt-dk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** PyTorch is large, and comes only with `script/test full`. */
const kinds = PROGRAMS.filter((kind) => kind !== 'pytorch' || process.env['SQRT_DK_FULL']);

function run(kind: ProgramKind, data: ProgramData): Record<string, number[]> {
  const file = join(folder, PROGRAM_FILES[kind]);
  writeFileSync(file, programOf(kind, data, ['sqrt-dk', 'd_k = 64\nimport os  # a line end in a comment must not begin a line']));
  const out = (() => {
    if (kind !== 'cpp') return execFileSync('/usr/bin/python3', [file], { encoding: 'utf8' });
    execFileSync('g++', ['-std=c++17', '-O1', '-Wall', '-Wextra', '-Werror', '-o', join(folder, 'a.out'), file]);
    return execFileSync(join(folder, 'a.out'), { encoding: 'utf8' });
  })();
  return Object.fromEntries(out.trim().split('\n').map((line) => line.split(/\s+/)).map(([name = '', ...values]) => [name, values.map(Number)]));
}

function close(found: readonly number[] | undefined, expected: ArrayLike<number>): void {
  expect(found?.length).toBe(expected.length);
  found?.forEach((one, i) => expect(Math.abs(one - (expected[i] ?? Number.NaN))).toBeLessThan(1e-6));
}

describe.each(kinds)('case 7: the %s program', (kind) => {
  it.each([[64, 8, 8, 1], [512, 64, 1, 7], [4096, 300, 1e-6, 3], [1, 2, 1e6, 0]])('of a row with d_k = %d, n = %d, c = %d gives the engine’s weights', async (headDim, keyCount, divisor, seed) => {
    const row = await engine.call('attentionRow', { headDim, keyCount, divisor, seed, row: 0 });
    const out = run(kind, { kind: 'row', scores: [...row.scores], divisor });
    close(out['weights'], row.weights);
    close(out['largest'], [row.maxWeight]);
    close(out['entropy'], [row.entropy]);
  });
  it.each(['root', 'none', 'both', 'one', 'folded', 'rootmodel'])('of small matrices divided by way of %s, with a mask that hides a whole row, gives the engine’s output', async (divide) => {
    const given: Record<string, string> = { divide, mask: 'free', allow: '1011_0000_1111_0100', v: '1,2,3_-1,0.5,0_4,-2,1_0,0,7' };
    const options = readOptions(OPTION_TABLE, (name) => given[name] ?? null).values;
    const { logits } = await engine.call('dotProductSample', drawRequest(5));
    const result = await runPipeline(engine, queryPipeline({ ...DEFAULTS, seed: 5 }, options), logits);
    const out = run(kind, pipelineProgram({ options, headCount: 8, result }));
    close(out['weights'], result.forward.weights.data);
    close(out['output'], result.forward.output.data);
  });
});

it('a program holds the very floats that the engine drew, in as few digits as read back the same', () => {
  const third = Math.fround(1 / 3);
  expect(programOf('numpy', { kind: 'row', scores: [third, 2, -1e-30], divisor: 0.1 }, [])).toContain('[\n    0.33333334, 2.0, -1e-30]');
});
