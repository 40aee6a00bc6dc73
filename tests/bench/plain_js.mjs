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

export const tunedScratch = (n, d) => ({ q: new Float64Array(d), k: new Float64Array(n * d), v: new Float64Array(n * d), weights: new Float64Array(n), row: new Float64Array(d) });

/** Doubles throughout (a Float32Array's numbers are converted at every read), four keys at a time, nothing allocated. */
export function tunedForward(query, key, value, out, n, d, { q, k, v, weights, row } = tunedScratch(n, d)) {
  const scale = 1 / Math.sqrt(d);
  k.set(key);
  v.set(value);
  for (let i = 0; i < n; ++i) {
    for (let t = 0; t < d; ++t) q[t] = query[i * d + t] * scale;
    let largest = -Infinity, j = 0;
    for (; j + 3 < n; j += 4) {
      let a = 0, b = 0, c = 0, e = 0;
      for (let t = 0, k0 = j * d, k1 = k0 + d, k2 = k1 + d, k3 = k2 + d; t < d; ++t) {
        const x = q[t];
        a += x * k[k0 + t];
        b += x * k[k1 + t];
        c += x * k[k2 + t];
        e += x * k[k3 + t];
      }
      weights[j] = a;
      weights[j + 1] = b;
      weights[j + 2] = c;
      weights[j + 3] = e;
      largest = Math.max(largest, a, b, c, e);
    }
    for (; j < n; ++j) {
      let a = 0;
      for (let t = 0; t < d; ++t) a += q[t] * k[j * d + t];
      weights[j] = a;
      largest = Math.max(largest, a);
    }
    let sum = 0;
    for (j = 0; j < n; ++j) sum += weights[j] = Math.exp(weights[j] - largest);
    row.fill(0);
    for (j = 0; j + 3 < n; j += 4) {
      const a = weights[j], b = weights[j + 1], c = weights[j + 2], e = weights[j + 3];
      for (let t = 0, v0 = j * d, v1 = v0 + d, v2 = v1 + d, v3 = v2 + d; t < d; ++t) row[t] += a * v[v0 + t] + b * v[v1 + t] + (c * v[v2 + t] + e * v[v3 + t]);
    }
    for (; j < n; ++j) for (let t = 0; t < d; ++t) row[t] += weights[j] * v[j * d + t];
    const by = 1 / sum;
    for (let t = 0; t < d; ++t) out[i * d + t] = row[t] * by;
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
