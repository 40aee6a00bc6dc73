// Bad input: a sentence that says what is wrong and where, in every language; and mutated files by the thousand.
import { describe, expect, it } from 'vitest';
import { problemText } from '../../web/figures/inspector/source_view.ts';
import { cellNumber, delimiterOf } from '../../web/inspector/csv.ts';
import { faultAt } from '../../web/inspector/json.ts';
import { MOST_BYTES } from '../../web/inspector/open.ts';
import { findPairs, roleOf } from '../../web/inspector/pairs.ts';
import { InspectionProblem, PROBLEMS, type ProblemCode, type ProblemValues } from '../../web/inspector/problem.ts';
import { Session } from '../../web/inspector/session.ts';
import { stringsIn } from './support/content.ts';
import { blobFile, engine, inspect, npy, npyOf, optionsOf, problemOf, safetensors } from './support/inspector.ts';
import { seeded } from './support/random.ts';

const one = (name: string, ...parts: BlobPart[]) => ({ files: [blobFile(name, ...parts)] });
const entry = (shape: unknown, offsets: unknown, dtype: unknown = 'F32') => ({ q: { dtype, shape, data_offsets: offsets } });
const floats = (count: number): ArrayBuffer => new Float32Array(count).fill(0.5).buffer;
const header = (shape: string, descr = "'<f4'", fortran = 'False'): string => `{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }`;
const q = npyOf([3, 2], Float32Array.of(1, 2, 3, 4, 5, 6));

/** A blob that says it is large, without being so. */
const huge = (size: number): Blob => Object.defineProperty(new Blob(['x']), 'size', { value: size }) as Blob;

const bad: [string, { files: { name: string; blob: Blob }[] } | { text: string; name: string }, ProblemCode, ProblemValues?, Record<string, string>?][] = [
  ['an empty file', one('q.npy'), 'empty_file', { file: 'q.npy' }],
  ['a file of blanks', one('q.csv', ' \n\n'), 'empty_file'],
  ['a file of 2 GB', { files: [{ name: 'q.npy', blob: huge(2 ** 31) }] }, 'file_too_large', { size: 2048, most: 200 }],
  ['files that are too large together', { files: [{ name: 'q.npy', blob: huge(MOST_BYTES) }, { name: 'k.npy', blob: huge(1) }] }, 'file_too_large'],
  ['a renamed PNG', one('q.npy', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)), 'other_format', { format: 'PNG' }],
  ['an .npz', one('qk.npz', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)), 'other_format'],
  ['a pickle', one('qk.pt', Uint8Array.of(0x80, 2, 0x7d)), 'other_format', { format: 'pickle' }],
  ['bytes of no known kind', one('qk.bin', Uint8Array.of(1, 0, 2, 3)), 'unknown_format', { bytes: '01 00 02 03' }],
  ['.npy with another magic', one('q.npy', 'NUMPY nothing of it'), 'npy_magic'],
  ['.npy of a later version', one('q.npy', ...npy(header('(3, 2)'), floats(6), 9)), 'npy_version', { version: 9 }],
  ['.npy with a header of 4 GB', one('q.npy', Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 255, 255, 255, 255), 'x'), 'npy_header'],
  ['.npy cut inside its header', one('q.npy', new Blob(q).slice(0, 60)), 'npy_short'],
  ['.npy cut inside its numbers', one('q.npy', new Blob(q).slice(0, 128 + 20)), 'npy_short', { needed: 152, there: 148 }],
  ['.npy with bytes left over', one('q.npy', ...q, 'abc'), 'npy_surplus', { needed: 152, there: 155 }],
  ['.npy of pickled objects', one('q.npy', ...npy(header('(3, 2)', "'|O'"), 'x')), 'npy_objects'],
  ['.npy of a structure with objects', one('q.npy', ...npy(header('(3,)', "[('a', '|O')]"), 'x')), 'npy_dtype'],
  ['.npy of whole numbers', one('q.npy', ...npy(header('(3, 2)', "'<i8'"), floats(12))), 'npy_dtype', { dtype: '<i8' }],
  ['.npy of complex numbers', one('q.npy', ...npy(header('(3, 2)', "'<c8'"), floats(12))), 'npy_dtype'],
  ['.npy whose header is a program', one('q.npy', ...npy("{'descr': __import__('os').system('x'), 'fortran_order': False, 'shape': (3, 2)}", floats(6))), 'npy_header'],
  ['.npy without a shape', one('q.npy', ...npy("{'descr': '<f4', 'fortran_order': False}", floats(6))), 'npy_header'],
  ['.npy with a negative length', one('q.npy', ...npy(header('(-3, 2)'), floats(6))), 'npy_header'],
  ['.npy with a shape beyond counting', one('q.npy', ...npy(header('(4294967296, 4294967296)'), floats(6))), 'tensor_too_large'],
  ['.npy of nothing', one('q.npy', ...npy(header('(0, 64)'))), 'empty_tensor'],
  ['.npy of a single number', one('x.npy', ...npy(header('()'), floats(1))), 'shape_dimensions'],
  ['.npy of one axis', one('x.npy', ...npy(header('(6,)'), floats(6))), 'shape_dimensions', { shape: '[6]' }],
  ['.npy of five axes', one('x.npy', ...npy(header('(1, 1, 1, 3, 2)'), floats(6))), 'shape_dimensions'],
  ['.npy in Fortran’s order that is too large to turn', one('q.npy', new Blob([...npy(header(`(${2 ** 14}, ${2 ** 12})`, "'<f2'", 'True')), new Uint8Array(2 ** 27)])), 'fortran_too_large'],
  ['.safetensors of three bytes', one('qk.safetensors', 'abc'), 'safetensors_length'],
  ['.safetensors with a header of 4 GB', one('qk.safetensors', ...safetensors('{}', '', 2 ** 32)), 'safetensors_length', { length: 2 ** 32 }],
  ['.safetensors cut inside its header', one('qk.safetensors', ...safetensors('{"q": ', '', 400)), 'safetensors_length'],
  ['.safetensors whose header is no JSON', one('qk.safetensors', ...safetensors('{"q": nothing}')), 'safetensors_header'],
  ['.safetensors whose header is a list', one('qk.safetensors', ...safetensors('[1, 2]')), 'safetensors_header'],
  ['.safetensors without tensors', one('qk.safetensors', ...safetensors({ __metadata__: { a: 'b' } })), 'no_tensors'],
  ['.safetensors with an entry that is none', one('qk.safetensors', ...safetensors({ q: 5 })), 'safetensors_entry', { tensor: 'q' }],
  ['.safetensors cut inside its numbers', one('qk.safetensors', ...safetensors(entry([3, 2], [0, 24]), floats(5))), 'safetensors_offsets', { to: '24', there: 20 }],
  ['.safetensors with places backwards', one('qk.safetensors', ...safetensors(entry([3, 2], [24, 0]), floats(6))), 'safetensors_offsets'],
  ['.safetensors with a place below 0', one('qk.safetensors', ...safetensors(entry([3, 2], [-24, 0]), floats(6))), 'safetensors_offsets'],
  ['.safetensors whose shape does not match the bytes', one('qk.safetensors', ...safetensors(entry([3, 3], [0, 24]), floats(6))), 'safetensors_bytes', { needed: 36, there: 24 }],
  ['.safetensors with a length of half a row', one('qk.safetensors', ...safetensors(entry([1.5, 4], [0, 24]), floats(6))), 'shape_dimensions'],
  ['.safetensors of whole numbers only', one('qk.safetensors', ...safetensors(entry([3, 2], [0, 24], 'I32'), floats(6))), 'safetensors_dtypes', { dtypes: 'I32' }],
  ['.safetensors with a type from the prototype', one('qk.safetensors', ...safetensors(entry([3, 2], [0, 24], 'constructor'), floats(6))), 'safetensors_dtypes'],
  ['a CSV with text', one('q.csv', '1,2\n3,four\n'), 'csv_text', { line: 2, column: 2, text: 'four' }],
  ['a CSV whose rows are ragged', one('q.csv', 'a,b\n1,2\n3,4,5\n'), 'csv_ragged', { line: 3, cells: 3, expected: 2 }],
  ['a CSV with an empty cell', one('q.csv', '1,2,3\n4,,6\n'), 'csv_empty_cell', { line: 2, column: 2 }],
  ['a CSV of row numbers alone', one('x.csv', ';a\n4\n'), 'csv_empty_cell', { line: 2, column: 2 }],
  ['a CSV of names alone', one('q.csv', 'a,b\n'), 'no_tensors'],
  ['a line that never ends', one('q.csv', '1,'.repeat(2_200_000)), 'csv_line', { line: 1 }],
  ['a CSV wider than any row of keys', one('q.csv', `${'1,'.repeat(70_000)}1\n`), 'too_many_keys'],
  ['text that is not UTF-8', one('q.csv', Uint8Array.of(0x31, 0x2c, 0xff, 0x0a)), 'not_text'],
  ['a page of prose', one('q.txt', 'attention is all you need\nreally\n'), 'csv_text', { line: 2 }],
  ['JSON that breaks off', one('qk.json', '{"q": [[1, 2],\n [3, 4'), 'json_syntax', { line: 2, column: 7 }],
  ['JSON with a comma too many', one('qk.json', '{"q": [[1, 2,]]}'), 'json_syntax', { line: 1, column: 14, text: ']]}' }],
  ['JSON of ragged rows', one('qk.json', '{"q": [[1, 2], [3]], "k": [[1, 2]]}'), 'json_ragged', { path: 'q[1]', there: 1, expected: 2 }],
  ['JSON of rows inside rows', one('qk.json', '{"q": [[1, 2], [3, [4]]], "k": [[1, 2]]}'), 'json_not_a_number', { path: 'q[1][1]' }],
  ['JSON with text among numbers', one('qk.json', '{"q": [[1, "two"]]}'), 'json_not_a_number', { path: 'q[0][1]', text: '"two"' }],
  ['JSON with null', one('qk.json', '{"q": [[1, null]]}'), 'json_not_a_number'],
  ['JSON without lists', one('qk.json', '{"q": 3}'), 'json_content'],
  ['JSON with an empty list', one('qk.json', '{"q": [[]]}'), 'empty_tensor'],
  ['JSON a thousand lists deep', one('qk.json', `${'['.repeat(1000)}1${']'.repeat(1000)}`), 'shape_dimensions'],
  ['JSON with a divisor of 0', one('qk.json', '{"logits": [[1, 2]], "divisor": 0}'), 'divisor', { given: '0' }],
  ['pasted nonsense', { text: 'hello, world\nagain, and again', name: 'paste' }, 'csv_text'],
  ['NaN inside', one('qk.json', '{"q": [[1, 2], [3, NaN]], "k": [[1, 2]]}'), 'not_finite', { tensor: 'q', row: 1, column: 1, value: 'NaN' }],
  ['∞ inside', one('qk.json', '{"q": [[1, 2]], "k": [[1, -Infinity]]}'), 'not_finite', { tensor: 'k', row: 0, column: 1, value: '−∞' }],
  ['a number beyond float32', one('qk.json', '{"q": [[1, 1e300]], "k": [[1, 2]]}'), 'not_finite', { value: '∞' }],
  ['+∞ among logits', one('x.csv', '1,2\n3,inf\n'), 'not_finite', { row: 1, column: 1 }],
  ['logits that are masked throughout', one('x.csv', '-inf,-inf\n-inf,-inf\n'), 'no_visible_key'],
  ['scores beyond float32', one('qk.json', '{"q": [[1e30, 1]], "k": [[1e30, 1]]}'), 'scores_overflow'],
  ['q and k of two dimensions', one('qk.json', '{"q": [[1, 2]], "k": [[1, 2, 3]]}'), 'shape_widths', { queryWidth: 2, keyWidth: 3 }],
  ['heads that do not go together', one('qk.json', '{"q": [[[1, 2]], [[1, 2]], [[1, 2]]], "k": [[[1, 2]], [[1, 2]]]}'), 'shape_heads', { queryHeads: 3, keyHeads: 2 }],
  ['a split that does not come out even', one('qk.json', '{"q": [[1, 2]], "k": [[1, 2]]}'), 'shape_split', { split: 3 }, { split: '3' }],
  ['weight matrices', one('model.safetensors', ...safetensors({ 'h.0.q_proj.weight': entry([3, 2], [0, 24]).q, 'h.0.k_proj.weight': entry([3, 2], [0, 24]).q }, floats(6))), 'weights_not_vectors'],
  ['q without k', one('q.npy', ...q), 'no_partner', { role: 'q', other: 'k' }],
  ['three tensors whose names say nothing', one('abc.json', '{"a": [[1]], "b": [[1]], "c": [[1]]}'), 'choose'],
  ['a hundred files', { files: Array.from({ length: 100 }, (_, i) => blobFile(`${i}.npy`, 'x')) }, 'too_many_files', { files: 100 }],
];

describe('what is wrong is said, with the place', () => {
  it.each(bad)('%s', async (_name, source, code, values = {}, options = {}) => {
    const problem = await problemOf(source, options);
    expect([problem.code, problem.values]).toEqual([code, expect.objectContaining(values)]);
    for (const language of ['zh-Hant', 'zh-Hans', 'en'] as const) {
      const sentence = problemText(problem, stringsIn(language));
      expect(sentence).not.toMatch(/\{\w+\}|undefined|inspector\./);
      expect(sentence.length).toBeGreaterThan(8);
    }
  });
  it('every problem has a sentence, and each is met above or is a browser’s alone', () => {
    for (const language of ['zh-Hant', 'en'] as const) for (const code of PROBLEMS) expect(stringsIn(language).raw(`inspector.problem.${code}`)).not.toBe(`inspector.problem.${code}`);
    const met = new Set(bad.map(([, , code]) => code));
    expect(PROBLEMS.filter((code) => !met.has(code))).toEqual(['unreadable', 'csv_too_many', 'json_too_large', 'dimension_too_large', 'part_missing']);
  });
  it('one head that can’t be measured does not take the others with it', async () => {
    const { heads } = await inspect(one('qk.json', '{"q": [[[1, 2]], [[NaN, 1]]], "k": [[[1, 2], [2, 1]], [[1, 2], [2, 1]]]}'));
    expect(heads.map(({ report, problem }) => [report?.keys, problem?.code])).toEqual([[2, undefined], [undefined, 'not_finite']]);
  });
  it('a file that went wrong leaves the one before it as it was', async () => {
    const session = new Session();
    const good = await session.open({ files: [blobFile('q.npy', ...q), blobFile('k.npy', ...q)] });
    const plan = await session.plan(good.source, good.found.pairs, { first: 'heads', split: 1 });
    await expect(session.open(one('q.npy', 'no'))).rejects.toBeInstanceOf(InspectionProblem);
    await expect(session.plan(good.source, good.found.pairs, { first: 'heads', split: 5 })).rejects.toBeInstanceOf(InspectionProblem);
    expect(await session.begin(good.source, 0, { divisor: 'root', causal: false, picture: false })).toMatchObject({ kind: 'ask' });
    expect(plan).toHaveLength(1);
  });
  it('a blob that vanished is told', async () => {
    const gone = Object.assign(new Blob([new Uint8Array(64)]), { slice: () => { throw new DOMException('gone', 'NotFoundError'); } });
    expect((await problemOf({ files: [{ name: 'q.npy', blob: gone }] })).code).toBe('unreadable');
  });
});

describe('parts', () => {
  it.each([
    ['1.5', 1.5], [' -2e-3 ', -2e-3], ['0,5', 0.5], ['-0,5', -0.5], ['1.234,5', 1234.5], ['1,234.5', 1234.5], ['1 234,5', 1234.5], ['−3', -3], ['1,5E-3', 1.5e-3], [',5', 0.5],
    ['inf', Number.POSITIVE_INFINITY], ['-Infinity', Number.NEGATIVE_INFINITY], ['', undefined], ['abc', undefined], ['0x10', undefined], ['1,2,3', undefined], ['=1+1', undefined],
  ])('the cell %j is %s', (cell, value) => {
    expect(cellNumber(cell)).toBe(value);
  });
  it.each([['1;2,5', ';'], ['1\t2', '\t'], ['"1,5";2', ';'], ['1,2', ','], ['1 2', ' '], ['sep=;\n1', ';']])('cells of %j are parted by %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });
  it('a column of row numbers, as pandas writes it, is left out and told', async () => {
    const { catalogue, heads } = await inspect(one('x.csv', ',a,b\n0,1,2\n1,3,5\n'));
    expect(catalogue.notes).toEqual([{ key: 'index', values: { file: 'x.csv' } }]);
    expect(heads[0]!.report).toMatchObject({ keys: 2, rows: 2 });
  });
  it.each([
    ['layers.3.attn.q', 'query', 'layers.3.attn'], ['model.layers.0.self_attn.q_proj', 'query', 'model.layers.0.self.attn.proj'], ['block1/attn/query', 'query', 'block1.attn'], ['h0_k', 'key', 'h0'], ['keys.npy', 'key', 'npy'],
    ['queryStates', 'query', 'states'], ['q1', 'query', '1'], ['attn_logits', 'logits', 'attn'], ['Q', 'query', ''],
  ])('%s is a %s of %j', (name, role, stem) => {
    expect(roleOf(name)).toEqual({ role, stem });
  });
  it('layer 2 comes before layer 10, and a key without its query is left', () => {
    const names = ['l10.q', 'l10.k', 'l2.k', 'l2.q', 'l3.k'];
    expect(findPairs(names.map((name) => ({ name, shape: [2, 2] }))).pairs).toEqual([{ label: 'l2', query: 3, key: 2 }, { label: 'l10', query: 0, key: 1 }]);
  });
  it('the place of a fault in JSON is where a reader would look', () => {
    expect(faultAt('[1, 2')).toBe(5);
    expect(faultAt('[1 2]')).toBe(3);
    expect(faultAt('{"a": 1,}')).toBe(8);
    expect(faultAt('{a: 1}')).toBe(1);
    expect(faultAt('[1] []')).toBe(4);
    expect(faultAt('[01]')).toBe(2);
  });
});

const seeds: [string, BlobPart[]][] = [
  ['q.npy', npyOf([2, 3, 4], new Float32Array(24).map((_, i) => Math.sin(i)))],
  ['q.npy', npy(header('(4, 6)', "'>f8'", 'True'), new Float64Array(24).map((_, i) => i).buffer)],
  ['qk.safetensors', safetensors({ q: { dtype: 'F16', shape: [2, 3, 4], data_offsets: [0, 48] }, k: { dtype: 'BF16', shape: [1, 3, 4], data_offsets: [48, 72] } }, new Uint16Array(36).fill(0x3c00).buffer)],
  ['qk.json', ['{"q": [[1, 2.5e-1], [3, -4]], "k": [[1, 0], [0, 1]], "divisor": 2}']],
  ['x.csv', ['a;b;c\r\n1,5;2;-3\r\n"4,25";5;6\r\n\r\n1;2;3\r\n']],
  ['x.tsv', ['1\t2\t3\n4\t5\t6\n']],
];

// 1 000 a seed file: 6 000 files. Each is either measured or told of; memory stays below the cap.
describe('mutated files', () => {
  const MOST_MEMORY = 384 * 2 ** 20;
  it.each(seeds.map(([name, parts], index) => [index, name, parts] as const))('seed %i, %s: each of 1 000 is measured or told of in a sentence', async (index, name, parts) => {
    const bytes = new Uint8Array(await new Blob([...parts]).arrayBuffer());
    const roll = seeded(1000 + index);
    const pick = (count: number): number => Math.floor(roll() * count);
    const strings = stringsIn('en');
    const told = new Map<string, number>();
    const before = process.memoryUsage();
    let most = 0;
    for (let run = 0; run < 1000; run += 1) {
      let file = bytes.slice();
      for (let times = 1 + pick(4); times > 0 && file.length > 0; times -= 1) {
        const at = pick(file.length);
        const kind = pick(7);
        if (kind === 0) file[at] = pick(256);
        else if (kind === 1) file[at]! ^= 1 << pick(8);
        else if (kind === 2) file = file.slice(0, at);
        else if (kind === 3) file = new Uint8Array([...file.slice(0, at), ...Array.from({ length: 1 + pick(12) }, () => pick(256)), ...file.slice(at)]);
        else if (kind === 4) file = new Uint8Array([...file.slice(0, at), ...file.slice(at + 1 + pick(12))]);
        else if (kind === 5) for (let i = at; i < Math.min(file.length, at + 8); i += 1) file[i] = [0, 255, 48 + pick(10), 57][pick(4)]!;
        else file = new Uint8Array([...file.slice(0, at), ...file.slice(pick(file.length))]);
      }
      try {
        const { heads } = await inspect(one(name, file), { split: run % 5 === 0 ? '2' : '1', mask: run % 3 === 0 ? 'causal' : 'none' });
        expect(heads.some(({ report }) => report)).toBe(true);
        told.set('measured', (told.get('measured') ?? 0) + 1);
      } catch (reason) {
        if (!(reason instanceof InspectionProblem)) throw new Error(`${String(reason)} for ${JSON.stringify(new TextDecoder('latin1').decode(file))}`);
        expect(problemText(reason, strings)).not.toMatch(/\{\w+\}|undefined/);
        told.set(reason.code, (told.get(reason.code) ?? 0) + 1);
      }
      const now = process.memoryUsage();
      most = Math.max(most, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
    }
    expect(told.size, JSON.stringify([...told])).toBeGreaterThan(4);
    expect(most).toBeLessThan(MOST_MEMORY);
  }, 120_000);
});

it('the options given to a measuring are what the figure’s controls say', async () => {
  expect(optionsOf()).toEqual({ divisor: 'root', mask: 'none', layout: 'heads', split: 1 });
  await engine();
});
