import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findings, usualKeys, zoneOfHead } from '../../web/figures/inspector/caption.ts';
import { csvText, toCsv, toJson } from '../../web/figures/inspector/export.ts';
import { inkOf, paint } from '../../web/figures/inspector/heat.ts';
import { NUMBERS, sorted, type HeadResult } from '../../web/figures/inspector/numbers.ts';
import { parseDivisor } from '../../web/figures/inspector/options.ts';
import { askFloat16 } from '../../web/figures/inspector/theory.ts';
import { inspectorView, type InspectorActions, type InspectorModel } from '../../web/figures/inspector/view.ts';
import { InspectionProblem } from '../../web/inspector/problem.ts';
import { InspectorClient, serveInspector } from '../../web/inspector/protocol.ts';
import { runHead } from '../../web/inspector/run.ts';
import { lengthsOf } from '../../web/inspector/row_sums.ts';
import { shadeOf } from '../../web/inspector/shades.ts';
import { COMMON } from './support/model.ts';
import { languages, stringsIn, type Language } from './support/content.ts';
import { SAMPLE, blobFile, engine, inspect, npyOf, optionsOf, type Inspected } from './support/inspector.ts';
import { datum, render, visibleText } from './support/render.ts';

const actions: InspectorActions = Object.fromEntries(['files', 'paste', 'sample', 'stop', 'drag', 'choose', 'change', 'typeDivisor', 'select', 'sort', 'more', 'save'].map((name) => [name, vi.fn()])) as never;
let sample: Inspected;
let float16: number;
beforeAll(async () => {
  sample = await inspect(SAMPLE);
  float16 = await askFloat16(await engine());
});

const model = (changes: Partial<InspectorModel> = {}): InspectorModel => ({
  ...COMMON, number: '11', options: optionsOf(), phase: 'done', progress: { of: 0, done: 0 }, problem: undefined, dragging: false, float16, sort: { by: 'label', descending: false }, most: 100, width: 1080, said: '',
  loaded: { name: 'sample.safetensors', catalogue: sample.catalogue, choice: 'all', heads: sample.heads, selected: 2, picture: sample.picture }, ...changes,
});
const markup = (language: Language, changes: Partial<InspectorModel> = {}): string => render(inspectorView(model(changes), actions, stringsIn(language)));

describe('the figure', () => {
  it.each(languages)('in %s reads as it did', (language) => {
    expect(visibleText(markup(language))).toMatchSnapshot();
    expect(visibleText(markup(language, { loaded: undefined, phase: 'empty' }))).toMatchSnapshot();
  });
  it.each(languages)('in %s shows no NaN, no placeholder and no missing sentence', (language) => {
    for (const changes of [{}, { loaded: undefined, phase: 'empty' as const }, { phase: 'measuring' as const, progress: { of: 5, done: 2 } }, { phase: 'reading' as const, progress: { of: 2e6, done: 1e6 } }, { width: 350 }, { loaded: { ...model().loaded!, choice: { query: 0, key: 'logits' as const }, heads: [] }, phase: 'choose' as const }])
      expect(visibleText(markup(language, changes)).replaceAll('layer{layer}', 'layer')).not.toMatch(/NaN|Infinity|undefined|\{[\w-]+\}|inspector\.|\[object/);
  });
  it('every read-out has its full digits, and theory beside it where there is one', () => {
    const text = markup('en');
    const { report, theory } = sample.heads[2]!;
    expect(datum(text, 'sigma').value).toBe(String(report!.sigma));
    expect(datum(text, 'entropy')).toMatchObject({ value: String(report!.entropy), theory: String(theory!.entropy) });
    expect(datum(text, 'sigma-4').value).toBe(String(sample.heads[4]!.report!.sigma));
  });
  it('the file input is a real one with a label, and progress, problems and outcomes are heard', () => {
    const text = markup('en', { phase: 'reading', problem: new InspectionProblem('npy_magic', { file: 'q.npy' }), said: 'done' });
    expect(text).toMatch(/<label[^>]* for="dk1-file"/);
    expect(text).toMatch(/<input class="dk-file" type="file" id="dk1-file"/);
    expect(text).toMatch(/role="alert" data-problem=npy_magic/);
    expect(text).toContain('role="progressbar"');
    expect(text).toMatch(/role="status">done/);
    expect(visibleText(text)).toContain('q.npy is called .npy but does not begin with NumPy’s mark. Below is still sample.safetensors.');
  });
  it('the heat map says in words what it shows', () => {
    expect(markup('en')).toMatch(/<canvas role="img" aria-label=Heat map: attention weights of step 40, 64 queries by 64 keys\. The largest weight of a row is 0\.897 on average; 73\.4 % of the rows are saturated\./);
  });
});

describe('the diagnosis', () => {
  const said = async (q: number[][], k: number[][], options: Record<string, string> = {}): Promise<string[]> => {
    const { heads } = await inspect({ files: [blobFile('x.json', JSON.stringify({ q, k }))] }, options);
    return findings({ report: heads[0]!.report!, theory: heads[0]!.theory, float16 });
  };
  const wave = (rows: number, size: number, phase: number, shift = 0): number[][] => Array.from({ length: rows }, (_, i) => Array.from({ length: 16 }, (_, j) => shift + size * Math.SQRT2 * Math.sin(phase + 12.9898 * i * i + 78.233 * j * (i + 1))));

  it('before training: entries as in the text, σ in its place, nothing to advise', () => {
    const { report, theory } = sample.heads[0]!;
    expect(zoneOfHead(report!)).toBe('ok');
    expect(findings({ report: report!, theory, float16 })).toEqual(['zone.ok', 'as-text', 'advice-none']);
  });
  it('after it: aligned and crowded, and fewer keys than random rows', () => {
    const { report, theory } = sample.heads[3]!;
    expect(findings({ report: report!, theory, float16 })).toEqual(['zone.small', 'aligned', 'sharper', 'advice']);
  });
  it('large entries are blamed on themselves, and a divisor that is too large flattens', async () => {
    expect(await said(wave(60, 3, 1), wave(60, 3, 2))).toEqual(expect.arrayContaining(['zone.small', 'entries', 'advice']));
    expect(await said(wave(60, 1, 1), wave(60, 1, 2), { divisor: '100' })).toEqual(expect.arrayContaining(['zone.large', 'advice']));
  });
  it('a common shift, float16’s limit, equal scores and a lone key are named', async () => {
    expect(await said(wave(40, 1, 1, 40), wave(40, 1, 2, 40))).toContain('shifted');
    expect(await said(wave(40, 60, 1, 60), wave(40, 60, 2, 60))).toContain('float16-over');
    expect(await said([[1, 2], [3, 4]], [[1, 1], [1, 1]])).toContain('equal');
    expect(await said([[1, 2], [3, 4]], [[1, 1]])).toEqual(['no-spread']);
  });
  it('the limits of σ are those of the number of keys that rows see', () => {
    expect(usualKeys({ lengths: [{ keys: 64, share: 1 }] })).toBe(64);
    expect(usualKeys({ lengths: [{ keys: 1, share: 0.5 }, { keys: 64, share: 0.5 }] })).toBe(8);
  });
  it('rows of many lengths are stood for by a few, that count for all', () => {
    const counts = Float64Array.from({ length: 1025 }, (_, keys) => (keys === 0 ? 0 : 1));
    const lengths = lengthsOf(counts, 1024);
    expect(lengths.length).toBeLessThanOrEqual(17);
    expect(lengths.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    const mean = lengths.reduce((sum, { keys, share }) => sum + share * Math.log(keys), 0);
    expect(mean).toBeCloseTo(counts.reduce((sum, _, keys) => sum + (keys > 0 ? Math.log(keys) : 0), 0) / 1024, 10);
  });
});

describe('the table', () => {
  it('sorts by any number, heads without it last', () => {
    const heads: HeadResult[] = [...sample.heads, { label: 'bad', report: undefined, theory: undefined, problem: new InspectionProblem('not_finite') }];
    expect(sorted(heads, { by: 'sigma', descending: true })).toEqual([4, 3, 2, 1, 0, 5]);
    expect(sorted(heads, { by: 'entropy', descending: false })).toEqual([4, 3, 2, 1, 0, 5]);
    expect(sorted(heads, { by: 'label', descending: false })).toEqual([5, 0, 1, 2, 3, 4]);
  });
  it('as CSV has a line a head, full digits, and no cell that a spreadsheet would run', () => {
    const heads: HeadResult[] = [{ ...sample.heads[0]!, label: '=HYPERLINK("http://x")' }, { label: '+1', report: undefined, theory: undefined, problem: new InspectionProblem('not_finite') }];
    const [names, first, second, end] = toCsv(heads).split('\r\n');
    expect(names!.split(',')).toEqual(['head', ...Object.keys(NUMBERS), 'problem']);
    expect(first!.startsWith('"\'=HYPERLINK(""http://x"")",64,64,64,64,8,1,')).toBe(true);
    expect(first).toContain(String(sample.heads[0]!.report!.sigma));
    expect(second).toMatch(/^"'\+1",+"not_finite"$/);
    expect(end).toBe('');
    for (const dangerous of ['=1', '+1', '-1', '@a', '\t=1', ' =1', '|x']) expect(csvText(dangerous)).toMatch(/^"'/);
    expect(csvText('step 0')).toBe('"step 0"');
  });
  it('as JSON has the same numbers by the same names', () => {
    const [first] = JSON.parse(toJson(sample.heads)) as Record<string, unknown>[];
    expect(first).toMatchObject({ head: 'step 0', 'head-dim': 64, sigma: sample.heads[0]!.report!.sigma, problem: null });
  });
});

describe('parts', () => {
  it('a picture of more than 256 points a side keeps the largest weight under each', async () => {
    const [q, k] = [Float32Array.from({ length: 600 * 2 }, (_, i) => Math.sin(i)), Float32Array.from({ length: 500 * 2 }, (_, i) => 4 * Math.cos(i * i))];
    const { picture, session, catalogue } = await inspect({ files: [blobFile('q.npy', ...npyOf([600, 2], q)), blobFile('k.npy', ...npyOf([500, 2], k))] });
    expect(picture).toMatchObject({ rows: 256, columns: 256, queriesPerPoint: 3, keysPerPoint: 2 });
    const causal = await runHead(session, await engine(), catalogue.source, 0, { divisor: 'root', causal: true, picture: true });
    // The first queries of 600 see none of 500 keys; the last sees all.
    expect(causal.picture!.weights[0]).toBe(-1);
    expect(causal.picture!.weights.at(-1)).toBeGreaterThan(0);
    expect(causal.report.rowsSeen).toBe(500);
  });
  it('shades go from a tenth of an equal share to all of the weight', () => {
    expect([shadeOf(-1, 64), shadeOf(0, 64), shadeOf(0.1 / 64, 64), shadeOf(1, 64)]).toEqual([0, 0, 0, 255]);
    expect(shadeOf(1 / 64, 64)).toBe(Math.round((255 * Math.log(10)) / Math.log(640)));
    const pixels = new Uint8ClampedArray(8);
    paint({ rows: 1, columns: 2, weights: Float32Array.of(1, -1), queriesPerPoint: 1, keysPerPoint: 1 }, 64, inkOf('rgb(31, 29, 26)'), pixels);
    expect([...pixels]).toEqual([31, 29, 26, 255, 31, 29, 26, 0]);
  });
  it.each([['', 'root'], ['√d_k', 'root'], ['root', 'root'], ['8', 8], ['0,5', 0.5], ['-1', undefined], ['x', undefined], ['1e99', undefined]])('the divisor %j is %s', (text, divisor) => {
    expect(parseDivisor(text)).toBe(divisor);
  });
  it('through messages it is the same inspector', async () => {
    const client: InspectorClient = new InspectorClient((message) => serve(structuredClone(message)));
    const serve = serveInspector((message) => client.receive(structuredClone(message)));
    let told = 0;
    const catalogue = await client.open(SAMPLE, () => (told += 1));
    expect(told).toBeGreaterThan(0);
    await client.plan(catalogue.source, catalogue.found.pairs, { first: 'heads', split: 1 });
    const { report, picture } = await runHead(client, await engine(), catalogue.source, 1, { divisor: 'root', causal: false, picture: true });
    expect(report).toEqual(sample.heads[1]!.report);
    expect(picture?.weights).toHaveLength(64 * 64);
    await expect(client.open({ files: [blobFile('q.npy', 'no')] })).rejects.toMatchObject({ code: 'npy_magic', values: { file: 'q.npy' } });
    await client.close(catalogue.source);
    await expect(client.begin(catalogue.source, 0, { divisor: 'root', causal: false, picture: false })).rejects.toBeInstanceOf(InspectionProblem);
  });
});
