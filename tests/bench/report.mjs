// Turns what was measured into the table of docs/performance.md: node report.mjs RESULTS.json
import { readFileSync } from 'node:fs';
import { quantile, sortedOf } from './measure.mjs';

const all = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const print = (line = '') => process.stdout.write(`${line}\n`);
const digits = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toPrecision(2));

/** The slope of log time against log size between two works. */
function exponent(results, from, to, ratio) {
  const best = (work) => results.find((one) => one.work === work)?.rows[0].best;
  const [a, b] = [best(from), best(to)];
  return a && b ? (Math.log(b / a) / Math.log(ratio)).toFixed(2) : undefined;
}

print(`Machine: ${all.machine}. ${all.date}.`);
for (const run of all.runs) {
  print();
  print(`### ${run.where}`);
  print();
  if (run.peak) print(`Peak (twelve chains of f32x4 multiply and add, 95th percentile of its samples in the same run): ${run.peak.toFixed(1)} GFLOP/s.`);
  if (run.starts) {
    const sorted = sortedOf(run.starts);
    print(`Compile and start of the shipped module: ${sorted[0].toFixed(1)} ms at best, ${quantile(sorted, 0.5).toFixed(1)} ms in the middle.`);
  }
  print();
  print('| work | contestant | best, ms | median | IQR | GFLOP/s | of peak | best ÷ engine | paired median |');
  print('|---|---|---|---|---|---|---|---|---|');
  for (const { work, flops, rows } of run.results)
    for (const [place, row] of rows.entries()) {
      const speed = flops ? flops / row.best / 1e6 : 0;
      const share = place === 0 && speed && run.peak ? `${((100 * speed) / run.peak).toFixed(0)} %` : '';
      const ratio = place === 0 ? '' : `${digits(row.best / rows[0].best)} ×`, paired = place === 0 ? '' : `${digits(row.paired)} ×`;
      print(`| ${place === 0 ? work : ''} | ${row.name} | ${row.best.toPrecision(3)} | ${row.median.toPrecision(3)} | ${row.iqr.toPrecision(2)} | ${speed ? speed.toFixed(1) : ''} | ${share} | ${ratio} | ${paired} |`);
    }
  const slopes = [['n from 128 to 512, d = 64', 'forward 128 × 64', 'forward 512 × 64', 4], ['n from 512 to 1024, d = 64', 'forward 512 × 64', 'forward 1024 × 64', 2]]
    .map(([what, from, to, ratio]) => [what, exponent(run.results, from, to, ratio)])
    .filter(([, slope]) => slope);
  if (slopes.length) {
    print();
    print(`Measured exponents of the forward pass: ${slopes.map(([what, slope]) => `${what}: ${slope}`).join('; ')}.`);
  }
}
if (all.feel) {
  print();
  print('### What a reader feels');
  print();
  for (const line of all.feel) print(line);
}
