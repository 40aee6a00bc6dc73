// Reads the logs that script/test left, counts every runner's tests, and prints one last line: N passed, N failed.
// A stage that failed without a failed test of its own (a build that broke) counts as one failure.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];

/** Counts one log: Catch2's, Vitest's, Playwright's and script/lint's and script/release's closing lines, and ctest entries that are no Catch2 run. */
export function countTests(text) {
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '');
  let passed = 0;
  let failed = 0;
  const add = (ok, bad) => { passed += Number(ok ?? 0); failed += Number(bad ?? 0); };
  let catchRuns = 0;
  for (const [, cases] of plain.matchAll(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/g)) { add(cases, 0); catchRuns += 1; }
  for (const [, row] of plain.matchAll(/test cases: +\d+ \|(.*)/g)) {
    add(/(\d+) passed/.exec(row)?.[1], /(\d+) failed/.exec(row)?.[1]);
    catchRuns += 1;
  }
  const ctest = /(\d+)% tests passed, (\d+) tests failed out of (\d+)/.exec(plain);
  if (ctest) {
    // Each Catch2 run is one ctest entry, counted above by its cases.
    const others = Math.max(0, Number(ctest[3]) - catchRuns);
    const othersFailed = Math.min(others, Math.max(0, Number(ctest[2]) - failed));
    add(others - othersFailed, othersFailed);
  }
  const vitest = /^ *Tests +(.*)$/m.exec(plain);
  if (vitest) add(/(\d+) passed/.exec(vitest[1])?.[1], /(\d+) failed/.exec(vitest[1])?.[1]);
  for (const [, count, word] of plain.matchAll(/^ {2}(\d+) (passed|failed|flaky)(?: \(.*\))?$/gm)) add(word === 'passed' ? count : 0, word === 'passed' ? 0 : count);
  for (const [, ok, bad] of plain.matchAll(/^(?:lint|release): (\d+) passed, (\d+) failed$/gm)) add(ok, bad);
  return { passed, failed };
}

if (folder) {
  let passed = 0;
  let failed = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log')).sort()) {
    const name = file.slice(0, -4);
    const count = countTests(readFileSync(join(folder, file), 'utf8'));
    const status = Number(readFileSync(join(folder, `${name}.status`), 'utf8'));
    if (status !== 0 && count.failed === 0) count.failed = 1;
    passed += count.passed;
    failed += count.failed;
    console.log(`${name.padEnd(10)} ${count.passed} passed, ${count.failed} failed${status === 0 ? '' : ` (exit ${status})`}`);
  }
  if (passed === 0 && failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
