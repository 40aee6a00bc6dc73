// The inspector's numbers against NumPy's, computed apart in support/inspector_files.py: every format, type, layout and mask.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { numberOf, type NumberName } from '../../web/figures/inspector/numbers.ts';
import { SNIPPET } from '../../web/figures/inspector/snippet.ts';
import { chosenRows } from '../../web/inspector/measure.ts';
import { path } from './support/content.ts';
import { SAMPLE, blobFile, inspect, npyOf } from './support/inspector.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const python = (...args: string[]): string => execFileSync('/usr/bin/python3', args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });
const fileOf = (name: string): { name: string; blob: Blob } => blobFile(name, readFileSync(join(folder, name)));

interface Case {
  files: string[];
  heads: Record<string, number>[];
  options: Record<string, string>;
}
const cases = JSON.parse(python(path('tests/web/support/inspector_files.py'), folder)) as Record<string, Case>;

describe('the inspector measures what NumPy does', () => {
  it.each(Object.entries(cases))('%s', async (_name, { files, heads, options }) => {
    const inspected = await inspect({ files: files.map(fileOf) }, options);
    expect(inspected.heads).toHaveLength(heads.length);
    inspected.heads.forEach((head, index) => {
      for (const [name, expected] of Object.entries(heads[index]!)) {
        const value = numberOf(head, name as NumberName);
        expect(Math.abs((value ?? Number.NaN) - expected) / Math.max(1, Math.abs(expected)), `${head.label} ${name}: ${value} for ${expected}`).toBeLessThan(1e-5);
      }
    });
  });
});

it('independent normal q and k do as independent normal logits: the theory beside is the engine’s', async () => {
  const { heads } = await inspect({ files: [fileOf('plain_q.npy'), fileOf('plain_k.npy')] });
  expect(heads[0]!.theory!.entropy).toBeCloseTo(heads[0]!.report!.entropy, 1);
  const causal = await inspect({ files: [fileOf('plain_q.npy'), fileOf('plain_k.npy')] }, { mask: 'causal' });
  // Rows of 1 … 40 keys, stood for by a few lengths.
  expect(causal.heads[0]!.report!.lengths.length).toBeLessThanOrEqual(17);
  expect(causal.heads[0]!.theory!.entropy).toBeCloseTo(causal.heads[0]!.report!.entropy, 1);
});

it('the divisor at which σ = 1 does that', async () => {
  const files = [fileOf('large_q.npy'), fileOf('large_k.npy')];
  const before = (await inspect({ files })).heads[0]!.report!;
  expect(before.sigma).toBeGreaterThan(3);
  const after = (await inspect({ files }, { divisor: String(before.unitDivisor) })).heads[0]!.report!;
  expect(after.sigma).toBeCloseTo(1, 10);
  expect(after.scoreMean).toBe(before.scoreMean);
});

it('a common shift of the scores changes neither σ nor the weights', async () => {
  const [q, k] = [new Float32Array(40 * 8), new Float32Array(40 * 8)].map((list, which) => list.map((_, i) => Math.sin(1 + 7 * i + which)));
  // One more coordinate: 1 for every query, 100 for every key.
  const wider = (list: Float32Array, last: number): Float32Array => Float32Array.from({ length: 40 * 9 }, (_, i) => (i % 9 === 8 ? last : list[Math.floor(i / 9) * 8 + (i % 9)]!));
  const plain = (await inspect({ files: [blobFile('q.npy', ...npyOf([40, 8], q!)), blobFile('k.npy', ...npyOf([40, 8], k!))] }, { divisor: '2' })).heads[0]!.report!;
  const shifted = (await inspect({ files: [blobFile('q.npy', ...npyOf([40, 9], wider(q!, 1))), blobFile('k.npy', ...npyOf([40, 9], wider(k!, 100)))] }, { divisor: '2' })).heads[0]!.report!;
  expect(shifted.scoreMean).toBeCloseTo(plain.scoreMean + 100, 4);
  expect(shifted.sigma).toBeCloseTo(plain.sigma, 5);
  expect(shifted.entropy).toBeCloseTo(plain.entropy, 5);
});

it('a long head is measured in blocks, a longer one on evenly chosen rows', async () => {
  const [rows, keys] = [2100, 1000];
  const q = Float32Array.from({ length: rows * 2 }, (_, i) => Math.sin(3 * i));
  const k = Float32Array.from({ length: keys * 2 }, (_, i) => Math.cos(5 * i));
  const { heads } = await inspect({ files: [blobFile('q.npy', ...npyOf([rows, 2], q)), blobFile('k.npy', ...npyOf([keys, 2], k))] });
  expect(heads[0]!.report).toMatchObject({ rowsOfHead: rows, rows, rowsSeen: rows, pairs: rows * keys });
  expect(chosenRows(4096, 4096)).toBeUndefined();
  const chosen = chosenRows(9000, 4096)!;
  expect(chosen).toHaveLength(4096);
  expect(new Set(chosen).size).toBe(4096);
  expect([chosen[0], chosen.at(-1)]).toEqual([1, 8998]);
});

it('the sample is one training run at five moments: σ begins at 1 and grows', async () => {
  const { heads } = await inspect(SAMPLE);
  expect(heads.map(({ label }) => label)).toEqual(['step 0', 'step 10', 'step 40', 'step 160', 'step 640']);
  const sigmas = heads.map(({ report }) => report!.sigma);
  expect(sigmas[0]).toBeCloseTo(1, 1);
  for (let i = 1; i < 5; i += 1) expect(sigmas[i]).toBeGreaterThan(sigmas[i - 1]!);
  expect(readFileSync(path('web/figures/inspector/sample.safetensors')).length).toBeLessThan(200_000);
});

describe('the program that is shown', () => {
  it('has fifteen lines and is Python', () => {
    expect(SNIPPET.trimEnd().split('\n')).toHaveLength(15);
    python('-c', 'import ast, sys; ast.parse(sys.argv[1])', SNIPPET);
  });
  const torch = (() => {
    try {
      python('-c', 'import torch, safetensors.torch');
      return true;
    } catch {
      return false;
    }
  })();
  it.runIf(torch)('run on a small model, it writes what the inspector reads', async () => {
    const program = `import torch, os\nos.chdir(${JSON.stringify(folder)})\nlayer = torch.nn.TransformerEncoderLayer(16, 2, 32, batch_first=True).train()\nmodel, inputs = lambda src: layer(src), {"src": torch.randn(1, 7, 16)}\n${SNIPPET}`;
    python('-c', program);
    const { heads } = await inspect({ files: [fileOf('qk.safetensors')] });
    expect(heads.map(({ report }) => report?.headDim)).toEqual([8, 8]);
  });
  it('its lines do with NumPy what they say: the same names, shapes and types are read', async () => {
    // The same loop with NumPy in torch's place: half(), cpu() and contiguous() as astype and ascontiguousarray, save_file by hand.
    const program = `
import json, struct, sys
import numpy as np
kept, rng = {}, np.random.default_rng(1)
def keep(q, k):
    layer = len(kept) // 2
    kept[f"layer{layer}.q"] = np.ascontiguousarray(q.astype(np.float16))
    kept[f"layer{layer}.k"] = np.ascontiguousarray(k.astype(np.float16))
for layer in range(11):
    keep(rng.normal(size=(1, 2, 7, 8)), rng.normal(size=(1, 2, 7, 8)))
header, data = {}, b""
for name, array in kept.items():
    header[name] = {"dtype": "F16", "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
    data += array.tobytes()
text = json.dumps(header).encode()
open(sys.argv[1], "wb").write(struct.pack("<Q", len(text)) + text + data)`;
    writeFileSync(join(folder, 'dump.py'), program);
    python(join(folder, 'dump.py'), join(folder, 'qk.safetensors'));
    const { heads } = await inspect({ files: [fileOf('qk.safetensors')] });
    expect(heads).toHaveLength(22);
    expect(heads.slice(0, 6).map(({ label }) => label)).toEqual(['layer0 · 0', 'layer0 · 1', 'layer1 · 0', 'layer1 · 1', 'layer2 · 0', 'layer2 · 1']);
    expect(heads.at(-1)!.label).toBe('layer10 · 1');
    for (const name of ['layer3.q', 'layer3.k']) expect(SNIPPET.replace('{layer}', '3').replace('{layer}', '3')).toContain(name);
  });
});
