import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/engine.ts';
import { VERDICTS, type Verdict } from '../../web/engine/protocol_claims.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { SECTIONS, measurable } from '../../web/figures/claims/query.ts';
import { sections } from '../../web/page/build/sections.ts';
import { WASM, figureTables, languages, path } from './support/content.ts';
import { measureAll, store, stored } from './support/claims_results.ts';

interface Falsified {
  id: number;
  numbers: Record<string, number>;
  verdict: Verdict;
}

let engine: EngineClient;
beforeAll(async () => {
  engine = await nodeClient(WASM);
});

const { claims, results } = stored();
const falsified = (JSON.parse(readFileSync(path('tests/reference/falsified_claims.json'), 'utf8')) as { cases: Falsified[] }).cases;

// After a deliberate change of the engine's digits: SQRT_DK_STORE=1 npx vitest run web/claims_rules
it('the stored measurements are what the engine measures', async () => {
  const now = await measureAll(engine);
  if (process.env['SQRT_DK_STORE']) store(now);
  expect(now).toEqual(stored());
});

it.each(falsified)('the rule of claim $id, fed with $numbers, says $verdict and not what was measured', async ({ id, numbers, verdict }) => {
  const claim = claims[id - 1]!;
  const found = results.get(id)!;
  expect(await engine.call('judgeClaim', { id, values: found.values, errors: found.errors })).toEqual({ verdict: found.verdict });
  const values = found.values.map((value, i) => numbers[claim.numbers[i]!] ?? value);
  expect(await engine.call('judgeClaim', { id, values, errors: found.errors })).toEqual({ verdict });
  expect(verdict).not.toBe(found.verdict);
});

it('every claim that can be measured has falsified numbers, and gets the article’s verdict from the real ones', () => {
  expect([...new Set(falsified.map(({ id }) => id))]).toEqual(claims.filter(measurable).map(({ id }) => id));
  for (const claim of claims.filter(measurable)) expect(results.get(claim.id)?.verdict, String(claim.id)).toBe(claim.verdict);
});

it('the article’s sections give the claims the very verdicts that the list has, in its order', () => {
  const words: Readonly<Record<string, Verdict>> = { true: 'holds', false: 'wrong', conditional: 'conditional', imprecise: 'imprecise', partly: 'partly' };
  for (const [section, id] of Object.entries(SECTIONS)) {
    expect(sections.find((one) => one.id === id)?.number).toBe(section);
    const article = [...readFileSync(path(`web/content/zh-Hant/${id}.md`), 'utf8').matchAll(/^::: verdict (\w+)/gm)].map(([, word = '']) => words[word]);
    expect([...article].sort(), id).toEqual(claims.filter((claim) => claim.section === section).map(({ verdict }) => verdict).sort());
  }
});

it('every claim has its sentences, every number its label, and nothing else is there, in every language', () => {
  const wanted = claims.flatMap(({ id, numbers }) => ['said', 'rule', ...numbers].map((key) => `claims.${id}.${key}`));
  for (const language of languages) {
    const table = figureTables(language).find(({ name }) => name === 'claims')!.table;
    expect(Object.keys(table).filter((key) => /^claims\.\d/.test(key) && !key.startsWith('claims.section'))).toEqual(wanted);
    for (const verdict of VERDICTS) expect(table[`claims.verdict.${verdict}`]).toBeTruthy();
  }
});

it('what cannot be measured is refused', async () => {
  await expect(engine.call('measureClaim', { id: 1, seed: 1 })).rejects.toMatchObject({ code: 'empty_input', argument: 'id' });
  await expect(engine.call('measureClaim', { id: 35, seed: 1 })).rejects.toMatchObject({ code: 'out_of_range', argument: 'id' });
});
