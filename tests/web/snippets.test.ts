// Every program that the page shows is run, and must give what the engine gives.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { WASM, languages, path } from './support/content.ts';

interface Snippet {
  file: string;
  kind: string;
  text: string;
}

const snippets: Snippet[] = languages.flatMap((language) =>
  readdirSync(path(`web/content/${language}`)).filter((file) => file.endsWith('.md')).flatMap((file) =>
    [...readFileSync(path(`web/content/${language}/${file}`), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, kind = '', text = '']) => ({ file: `${language}/${file}`, kind, text }))));

const programs = snippets.filter(({ kind }) => kind !== 'bibtex');
const numbers = (count: number, start: number): number[] => Array.from({ length: count }, (_, i) => Number((3 * Math.sin(start + 7 * i)).toFixed(6)));
const [queries, keys, headDim, valueDim] = [3, 5, 4, 2];
const [query, key, value] = [numbers(queries * headDim, 1), numbers(keys * headDim, 2), numbers(keys * valueDim, 3)];

/** Runs the snippet's attention() on the same matrices. */
function run(text: string, divisor: number | undefined): { output: number[]; weights: number[] } {
  const matrix = (data: number[], columns: number): string => `np.array(${JSON.stringify(data)}).reshape(-1, ${columns})`;
  const program = `${text}
import json
O, P = attention(${matrix(query, headDim)}, ${matrix(key, headDim)}, ${matrix(value, valueDim)}${divisor === undefined ? '' : `, ${divisor}`})
print(json.dumps({"output": O.ravel().tolist(), "weights": P.ravel().tolist()}))`;
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', program], { encoding: 'utf8' })) as { output: number[]; weights: number[] };
}

test('case 7: every language shows the same programs, and shows one', () => {
  const of = (language: string): string[] => programs.filter(({ file }) => file.startsWith(`${language}/`)).map(({ kind, text }) => `${kind}\n${text}`);
  expect(of('en').length).toBeGreaterThan(0);
  expect(of('zh-Hant')).toEqual(of('en'));
  expect(programs.map(({ kind }) => kind)).toEqual(programs.map(() => 'python'));
});

test.each(programs.flatMap((snippet) => [undefined, 1, 5.5].map((divisor) => [snippet.file, divisor, snippet.text] as const)))('case 7: the program of %s, divided by %s, gives the engine’s weights and output', async (_file, divisor, text) => {
  const engine = await nodeClient(WASM);
  const of = (data: number[], columns: number) => ({ rows: data.length / columns, columns, data: Float32Array.from(data) });
  const expected = await engine.call('attentionForward', { query: of(query, headDim), key: of(key, headDim), value: of(value, valueDim), wantOutput: true, ...(divisor === undefined ? {} : { divisor }) });
  const shown = run(text, divisor);
  expect(shown.weights.length).toBe(queries * keys);
  shown.weights.forEach((weight, i) => expect(Math.abs(weight - expected.weights.data[i]!)).toBeLessThan(1e-6));
  shown.output.forEach((one, i) => expect(Math.abs(one - expected.output.data[i]!)).toBeLessThan(1e-6));
});
