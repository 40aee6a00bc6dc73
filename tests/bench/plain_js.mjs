// What one would write in JavaScript: plainly, and tuned (typed arrays, transposed keys, four running sums, no allocation in the loop).

export function naiveForward(query, key, value, out, n, d) {
  const scale = 1 / Math.sqrt(d);
  for (let i = 0; i < n; ++i) {
    const weights = [];
    for (let j = 0; j < n; ++j) {
      let dot = 0;
      for (let t = 0; t < d; ++t) dot += query[i * d + t] * key[j * d + t];
      weights.push(dot * scale);
    }
    const largest = Math.max(...weights);
    let sum = 0;
    for (let j = 0; j < n; ++j) {
      weights[j] = Math.exp(weights[j] - largest);
      sum += weights[j];
    }
    for (let t = 0; t < d; ++t) {
      let total = 0;
      for (let j = 0; j < n; ++j) total += weights[j] * value[j * d + t];
      out[i * d + t] = total / sum;
    }
  }
}

export function tunedForward(query, key, value, out, n, d, weights = new Float32Array(n)) {
  const scale = 1 / Math.sqrt(d);
  for (let i = 0; i < n; ++i) {
    const q = i * d;
    let largest = -Infinity;
    for (let j = 0, k = 0; j < n; ++j, k += d) {
      let a = 0, b = 0, c = 0, e = 0, t = 0;
      for (; t + 3 < d; t += 4) {
        a += query[q + t] * key[k + t];
        b += query[q + t + 1] * key[k + t + 1];
        c += query[q + t + 2] * key[k + t + 2];
        e += query[q + t + 3] * key[k + t + 3];
      }
      for (; t < d; ++t) a += query[q + t] * key[k + t];
      const logit = (a + b + (c + e)) * scale;
      weights[j] = logit;
      if (logit > largest) largest = logit;
    }
    let sum = 0;
    for (let j = 0; j < n; ++j) sum += weights[j] = Math.exp(weights[j] - largest);
    const row = out.subarray(q, q + d).fill(0);
    for (let j = 0, v = 0; j < n; ++j, v += d) {
      const weight = weights[j] / sum;
      for (let t = 0; t < d; ++t) row[t] += weight * value[v + t];
    }
  }
}

export function softmax(x, out) {
  let largest = -Infinity, sum = 0;
  for (let i = 0; i < x.length; ++i) if (x[i] > largest) largest = x[i];
  for (let i = 0; i < x.length; ++i) sum += out[i] = Math.exp(x[i] - largest);
  const by = 1 / sum;
  for (let i = 0; i < x.length; ++i) out[i] *= by;
}

/** Box–Muller on Math.random, both numbers used. */
export function boxMuller() {
  let spare = NaN;
  return () => {
    if (spare === spare) {
      const kept = spare;
      spare = NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - Math.random())), angle = 2 * Math.PI * Math.random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

export function normalDots(normal, query, key, pairs) {
  let total = 0;
  for (let pair = 0; pair < pairs; ++pair) {
    for (let t = 0; t < query.length; ++t) query[t] = normal();
    for (let t = 0; t < key.length; ++t) key[t] = normal();
    for (let t = 0; t < key.length; ++t) total += query[t] * key[t];
  }
  return total;
}

export function signDots(dim, pairs) {
  let total = 0;
  for (let pair = 0; pair < pairs; ++pair)
    for (let t = 0; t < dim; ++t) total += (Math.random() < 0.5 ? -1 : 1) * (Math.random() < 0.5 ? -1 : 1);
  return total;
}
