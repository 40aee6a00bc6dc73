// Runs every part of the bench and writes the results as JSON: node run.mjs BUILD SITE OUT.json [quick]. Called by script/bench.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const [build, site, out, quick = ''] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] });
const lastLine = (text) => JSON.parse(text.trim().split('\n').at(-1));

const versions = Object.entries(JSON.parse(readFileSync(here('package.json'), 'utf8')).dependencies).map(([name, version]) => `${name} ${version}`);
const all = { machine: `${cpus().length} × ${cpus()[0].model.trim()}; Node ${process.version}; ${versions.join(', ')}`, date: new Date().toISOString().slice(0, 10), runs: [] };
for (const script of ['in_chromium.mjs', 'in_node.mjs']) all.runs.push(lastLine(run('node', here(script), `${build}/wasm`, '', quick)));
if (existsSync(`${build}/native/bench_native`)) all.runs.push(lastLine(run(`${build}/native/bench_native`)));
// Debian's Python: its NumPy is the one that script/test installs.
try {
  all.runs.push(lastLine(run('/usr/bin/python3', here('numpy_forward.py'))));
} catch {
  process.stderr.write('no NumPy here: left out\n');
}
if (existsSync(site)) all.feel = run('node', here('feel.mjs'), site).trim().split('\n');
writeFileSync(out, `${JSON.stringify(all, null, 1)}\n`);
process.stdout.write(run('node', here('report.mjs'), out));
