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
  ['random', 'fill_normal', 50],
  ['random', 'fill_uniform', 5],
  ['random', 'fill_sign', 5],
  ['row_drawing', 'kernels3dot', 12],
  ['row_summary', 'summarise_row', 30],
  ['row_summary', 'row_max', 4],
  ['softmax', 'exp_row', 25],
  ['softmax', 'exp2_long', 20],
  ['scores', 'kernels3dot', 12],
  ['attention_fused', 'multiply_block', 20],
  ['attention_fused', 'add_values', 20],
  ['attention_fused', 'add_product', 20],
  ['attention_fused', 'exp2_row', 15],
  ['attention_fused', 'largest_of_rows', 10],
  ['attention_fused', 'soften_gradient_row', 15],
  ['product', 'multiply', 20],
];

/** Of these the innermost loop is looked at as well: it calls nothing. */
const hotLoops = ['multiply_block', 'add_values', 'add_product', 'exp2_row', 'soften_gradient_row'];

for (const [source, part, least] of hotFunctions) {
  test(`case 28: ${part} has vector instructions in the SIMD build and none in the scalar one`, () => {
    const inSimd = [...countByFunction(objectFile('simd', source))].filter(([name]) => name.includes(part));
    const inScalar = [...countByFunction(objectFile('scalar', source))].filter(([name]) => name.includes(part));
    assert.ok(inSimd.length > 0 && inScalar.length > 0, `${part} is in both object files`);
    const most = Math.max(...inSimd.map(([, count]) => count));
    assert.ok(most >= least, `${most} vector instructions, expected at least ${least}`);
    assert.equal(total(new Map(inScalar)), 0);
  });
}

/** The instructions between each `loop` that holds no other loop, and its end, by function. */
function innermostLoops(file, part) {
  const text = execFileSync('wasm-objdump', ['-d', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const loops = [];
  let wanted = false;
  let open = [];
  for (const line of text.split('\n')) {
    const header = /^[0-9a-f]+ func\[\d+\](?: <(.*)>)?:/.exec(line);
    if (header) [wanted, open] = [(header[1] ?? '').includes(part), []];
    const instruction = / \| +(.*)$/.exec(line)?.[1] ?? '';
    if (!wanted || instruction === '') continue;
    if (/^(block|if|loop)\b/.test(instruction)) {
      if (instruction.startsWith('loop')) for (const one of open) one.inner = false;
      open.push({ loop: instruction.startsWith('loop'), inner: true, body: [] });
    } else if (instruction === 'end') {
      const closed = open.pop();
      if (closed?.loop && closed.inner) loops.push(closed.body);
    }
    for (const one of open) one.body.push(instruction);
  }
  return loops;
}

for (const part of hotLoops)
  test(`the inner loops of ${part} call nothing, element by element or otherwise`, () => {
    const loops = innermostLoops(objectFile('simd', 'attention_fused'), part).filter((body) => body.some((line) => vectorInstruction.test(line)));
    assert.ok(loops.length > 0);
    for (const body of loops) assert.equal(body.filter((line) => line.startsWith('call')).length, 0);
  });

test('case 28: the linked SIMD module has vector instructions and the scalar module has none', () => {
  assert.ok(total(countByFunction(binaryPath('simd'))) > 500);
  assert.equal(total(countByFunction(binaryPath('scalar'))), 0);
});

test('both modules share one glue file to the byte', () => {
  assert.ok(readFileSync(gluePath('simd')).equals(readFileSync(gluePath('scalar'))));
});
