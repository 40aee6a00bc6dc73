// Proves that the SIMD build computes with vector instructions where the time goes, and the scalar build with none at all.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { binaryPath, buildDir, gluePath } from './support.mjs';

const vectorInstruction = /\b(v128|[if](8x16|16x8|32x4|64x2))\./;

/** Counts vector instructions by function; names are in object files, the linked module has lost them. */
function countByFunction(file) {
  const text = execFileSync('wasm-objdump', ['-d', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const counts = new Map();
  let name = '';
  for (const line of text.split('\n')) {
    const header = /^[0-9a-f]+ func\[\d+\](?: <(.*)>)?:/.exec(line);
    if (header) {
      name = header[1] ?? `function ${counts.size}`;
      counts.set(name, 0);
    } else if (vectorInstruction.test(line)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

const objectFile = (variant, source) => join(buildDir, 'CMakeFiles', `attn_core_${variant}.dir`, 'src', 'core', `${source}.cpp.o`);
const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Where the time goes: source file, a part of the function's name, and the least that its loop needs. */
const hotFunctions = [
  ['random', 'draw_normal', 60],
  ['random', 'draw_uniform', 10],
  ['random', 'draw_sign', 10],
  ['row_drawing', 'draw_row_scores', 20],
  ['row_summary', 'summarise_row', 40],
  ['row_summary', 'largest_score', 4],
  ['softmax', 'softmax_row', 40],
  ['scores', 'scores_of', 12],
];

for (const [source, part, least] of hotFunctions) {
  test(`${part} has vector instructions in the SIMD build and none in the scalar one`, () => {
    const inSimd = [...countByFunction(objectFile('simd', source))].filter(([name]) => name.includes(part));
    const inScalar = [...countByFunction(objectFile('scalar', source))].filter(([name]) => name.includes(part));
    assert.ok(inSimd.length > 0 && inScalar.length > 0, `${part} is in both object files`);
    const most = Math.max(...inSimd.map(([, count]) => count));
    assert.ok(most >= least, `${most} vector instructions, expected at least ${least}`);
    assert.equal(total(new Map(inScalar)), 0);
  });
}

test('the linked SIMD module has vector instructions and the scalar module has none', () => {
  assert.ok(total(countByFunction(binaryPath('simd'))) > 500);
  assert.equal(total(countByFunction(binaryPath('scalar'))), 0);
});

test('both modules share one glue file to the byte', () => {
  assert.ok(readFileSync(gluePath('simd')).equals(readFileSync(gluePath('scalar'))));
});
