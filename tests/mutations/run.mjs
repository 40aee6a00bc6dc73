// Puts each fault of mutations.mjs into a copy of the project, runs the test that should catch it, and says who did: node tests/mutations/run.mjs [words of a name].
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutations } from './mutations.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of what git knows, with the packages and the built modules by links. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), 'sqrt-dk-mutation-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, 'build'));
  for (const path of ['build/wasm', 'web/node_modules', 'tests/node_modules', 'tests/audit/node_modules']) if (existsSync(join(root, path)) && !existsSync(join(folder, path))) symlinkSync(join(root, path), join(folder, path));
  return folder;
}

/** Changes the one place; a place that is not there any more is a fault of the list. */
function mutate(folder, { file, from, to, append, keepOnlyTest }) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (append === undefined && text.split(from).length !== 2) throw new Error(`${file} has ${text.split(from).length - 1} places of ${from}`);
  writeFileSync(path, append === undefined ? text.replace(from, () => to) : text + append);
  if (keepOnlyTest) for (const part of ['tests/core', 'tests/kernels']) for (const name of readdirSync(join(folder, part))) if (name.endsWith('_test.cpp') && `${part}/${name}` !== keepOnlyTest) rmSync(join(folder, part, name));
}

/** Whether the test that should catch it is among those that failed; Catch2 names no other. */
const failedTests = (said, { catches, by }) => said.split('\n').some((line) => line.includes(catches) && (by.endsWith('.cpp') || /FAIL|×|✘/.test(line)));

function attempt(mutation) {
  const folder = copy();
  try {
    mutate(folder, mutation);
    const steps = [...(mutation.site ? [['npm', 'run', '--prefix', 'web', '--silent', 'build']] : []), ...mutation.steps];
    const { SQRT_DK_FULL: _, ...environment } = process.env;
    let said = '';
    for (const [i, [command, ...args]] of steps.entries()) {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...environment, ...(mutation.full ? { SQRT_DK_FULL: '1' } : {}), NO_COLOR: '1' } });
      said = stdout + stderr;
      if (i < steps.length - 1 && status !== 0) return { caught: false, why: `could not be built: ${said.slice(-600)}` };
      if (i === steps.length - 1) return status !== 0 && failedTests(said, mutation) ? { caught: true } : { caught: false, why: status === 0 ? 'the tests passed' : said.slice(-1200) };
    }
    return { caught: false, why: said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2).join(' ');
let caught = 0;
let missed = 0;
for (const mutation of mutations.filter(({ name }) => name.includes(wanted))) {
  const result = attempt(mutation);
  if (result.caught) caught += 1;
  else missed += 1;
  console.log(`${result.caught ? 'caught' : 'MISSED'}: ${mutation.name} (${mutation.file}) by “${mutation.catches}” (${mutation.by})${result.caught ? '' : `\n${result.why}`}`);
}
if (caught > 0) console.log(`  ${caught} passed`);
if (missed > 0) console.log(`  ${missed} failed`);
process.exitCode = missed === 0 && caught > 0 ? 0 : 1;
