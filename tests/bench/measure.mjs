// Interleaved timing: in every round each contestant has one sample of a few milliseconds, so that all see the same machine.

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
const sortedOf = (list) => [...list].sort((a, b) => a - b);

/**
 * @param {{name: string, run: () => unknown}[]} contestants the first one is ours; a run may be asynchronous
 * @returns {{name: string, best: number, median: number, iqr: number, paired: number}[]} milliseconds a call; `paired` is the median over rounds of its time by ours
 */
export async function interleave(contestants, { rounds = 15, sampleMs = 6 } = {}) {
  const lanes = [];
  for (const { name, run } of contestants) {
    // The first calls run in baseline code: at least three, and a twentieth of a second.
    const start = performance.now();
    let calls = 0;
    while (calls < 3 || (performance.now() - start < 50 && calls < 2000)) {
      await run();
      calls += 1;
    }
    const before = performance.now();
    await run();
    const once = Math.max(performance.now() - before, 0.001);
    lanes.push({ name, run, repeats: Math.max(1, Math.min(5000, Math.round(sampleMs / once))), samples: [] });
  }
  for (let round = 0; round < rounds; ++round)
    for (const lane of lanes) {
      const start = performance.now();
      for (let i = 0; i < lane.repeats; ++i) {
        const answer = lane.run();
        if (answer instanceof Promise) await answer;
      }
      lane.samples.push((performance.now() - start) / lane.repeats);
    }
  return lanes.map(({ name, samples }) => {
    const sorted = sortedOf(samples);
    const ratios = sortedOf(samples.map((time, round) => time / lanes[0].samples[round]));
    return { name, best: sorted[0], median: quantile(sorted, 0.5), iqr: quantile(sorted, 0.75) - quantile(sorted, 0.25), paired: quantile(ratios, 0.5), times: samples };
  });
}

export { quantile, sortedOf };
