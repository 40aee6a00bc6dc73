// The whole comparison; runs alike in Chromium and in Node. What differs is how the peers are loaded, which the caller has done.
import { interleave, quantile, sortedOf } from './measure.mjs';
import { attentionModels, softmaxModel } from './onnx_model.mjs';
import { boxMuller, naiveForward, normalDots, signDots, softmax, tunedForward, tunedScratch } from './plain_js.mjs';

export const SIZES = [[64, 64], [128, 64], [512, 64], [1024, 64], [2048, 128]];
const PEAK_TURNS = 250_000;

/** Starts the bench-only module; `take` gives a Float32Array in its memory. */
export async function startKernels(binary) {
  const stub = new Proxy({}, { get: () => () => 0 });
  const { instance } = await WebAssembly.instantiate(binary, { env: stub, wasi_snapshot_preview1: stub });
  const kernels = instance.exports;
  const { memory } = kernels;
  kernels._initialize?.();
  return { kernels, take: (count) => { const address = kernels.bench_take(4 * count); return { address, view: () => new Float32Array(memory.buffer, address, count) }; } };
}

const normals = (count) => {
  const normal = boxMuller();
  return Float32Array.from({ length: count }, normal);
};

/** TF.js's result as its users read it, outside of `tidy`, which would look into every element of an array that it returns. */
function read(tensor) {
  const array = tensor.dataSync();
  tensor.dispose();
  return array;
}

function largestDifference(a, b) {
  let worst = 0;
  for (let i = 0; i < b.length; ++i) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst;
}

async function ortSession(ort, model) {
  try {
    return await ort.InferenceSession.create(model, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
  } catch {
    return undefined; // an operator that this build does not have
  }
}

/** @param peers {{kernels: ArrayBuffer, module?: object, ort?: object, tf?: object, randn?: () => number, only?: string, quick?: boolean, log?: (text: string) => void}} */
export async function runSuite({ kernels: binary, module, ort, tf, randn, only = '', quick = false, log = () => {} }) {
  const { kernels, take } = await startKernels(binary);
  const settings = quick ? { rounds: 5, sampleMs: 3 } : {};
  const wanted = (name) => only === '' || name.includes(only);
  const results = [];
  const peaks = [];
  const peak = { name: 'peak', run: () => kernels.bench_peak(PEAK_TURNS) };
  const add = async (work, flops, contestants) => {
    const rows = await interleave([...contestants, peak], settings);
    const measured = rows.pop();
    for (const time of measured.times) peaks.push((96 * PEAK_TURNS) / time / 1e6);
    results.push({ work, flops, rows: rows.map(({ times: _, ...row }) => row) });
    log(`${work}: ${rows.map(({ name, best }) => `${name} ${best.toPrecision(3)} ms`).join(', ')}`);
  };

  for (const [n, d] of quick ? SIZES.slice(0, 3) : SIZES) {
    const [query, key, value, upstream] = [0, 1, 2, 3].map(() => normals(n * d));
    const heap = [query, key, value, upstream].map((array) => { const place = take(n * d); place.view().set(array); return place; });
    const out = take(n * d), grads = [take(n * d), take(n * d), take(n * d)];
    const room = take(Math.max(kernels.bench_forward_room(n, n, d, d), kernels.bench_backward_room(n, n, d, d)));
    const scale = 1 / Math.sqrt(d);
    const [q, k, v, g] = heap.map(({ address }) => address);
    const forward = () => kernels.bench_forward(q, k, v, out.address, room.address, n, n, d, d, scale);
    const expected = new Float32Array(n * d);
    tunedForward(query, key, value, expected, n, d);

    if (wanted('forward')) {
      const contestants = [{ name: 'engine', run: forward }];
      const check = (name, array) => { const error = largestDifference(array, expected); if (!(error < 1e-4)) throw new Error(`${name} at ${n} × ${d} is off by ${error}`); };
      forward();
      check('engine', out.view());
      if (module) {
        const request = Object.fromEntries([['query', query], ['key', key], ['value', value]].map(([name, data]) => [name, { rows: n, columns: d, data }]));
        const call = () => module.attentionForward({ ...request, wantWeights: false });
        check('engine, JavaScript arrays', call().value.output.data);
        contestants.push({ name: 'engine, JavaScript arrays', run: call });
      }
      contestants.push({ name: 'Eigen, same module', run: () => kernels.bench_eigen_forward(q, k, v, out.address, n, n, d, d, scale) });
      if (n <= 1024) {
        const target = new Float32Array(n * d), scratch = tunedScratch(n, d);
        contestants.push({ name: 'JavaScript, tuned', run: () => tunedForward(query, key, value, target, n, d, scratch) });
        if (n <= 512) contestants.push({ name: 'JavaScript, plain', run: () => naiveForward(query, key, value, target, n, d) });
      }
      if (ort)
        for (const [form, { shape, model }] of Object.entries(attentionModels(n, d))) {
          const session = await ortSession(ort, model);
          if (!session) continue;
          const feeds = { q: new ort.Tensor('float32', query, shape), k: new ort.Tensor('float32', key, shape), v: new ort.Tensor('float32', value, shape) };
          check(`ORT ${form}`, (await session.run(feeds)).o.data);
          contestants.push({ name: `ORT ${form}`, run: () => session.run(feeds) });
        }
      if (tf) {
        const tensors = [query, key, value].map((array) => tf.tensor2d(array, [n, d]));
        const call = () => read(tf.tidy(() => {
          const logits = tf.mul(tf.matMul(tensors[0], tf.transpose(tensors[1])), scale);
          return tf.matMul(tf.softmax(logits), tensors[2]);
        }));
        check('TF.js', call());
        contestants.push({ name: 'TF.js', run: call });
      }
      await add(`forward ${n} × ${d}`, 4 * n * n * d, contestants);
    }

    if (wanted('backward')) {
      const backward = () => kernels.bench_backward(q, k, v, g, grads[0].address, grads[1].address, grads[2].address, room.address, n, n, d, d, scale);
      await add(`backward ${n} × ${d}`, 10 * n * n * d, [{ name: 'engine', run: backward }]);
      const both = [{ name: 'engine', run: () => { forward(); backward(); } }];
      if (tf && n <= 1024) {
        const tensors = [query, key, value].map((array) => tf.tensor2d(array, [n, d])), dO = tf.tensor2d(upstream, [n, d]);
        const gradient = tf.grads((a, b, c) => tf.sum(tf.mul(tf.matMul(tf.softmax(tf.mul(tf.matMul(a, tf.transpose(b)), scale)), c), dO)));
        both.push({ name: 'TF.js grads', run: () => tf.tidy(() => gradient(tensors)).map(read) });
      }
      await add(`forward + backward ${n} × ${d}`, 14 * n * n * d, both);
    }
  }

  for (const dim of [64, 512, 4096]) {
    const pairs = Math.max(16, Math.round(16384 / dim)), query = take(dim), key = take(dim), a = new Float32Array(dim), b = new Float32Array(dim);
    let seed = 0;
    const normal = boxMuller();
    if (wanted('normal'))
      await add(`dot products of drawn normal vectors, d = ${dim}`, 0, [
        { name: 'engine', run: () => kernels.bench_normal_dots(query.address, key.address, dim, pairs, ++seed) },
        { name: 'JavaScript', run: () => normalDots(normal, a, b, pairs) },
        ...(randn ? [{ name: '@stdlib', run: () => normalDots(randn, a, b, pairs) }] : []),
      ]);
    if (wanted('sign'))
      await add(`dot products of drawn ±1 vectors, d = ${dim}`, 0, [
        { name: 'engine', run: () => kernels.bench_sign_dots(dim, pairs, ++seed) },
        { name: 'JavaScript', run: () => signDots(dim, pairs) },
      ]);
  }

  if (wanted('softmax')) {
    const count = 1_000_000, x = normals(count), place = take(count), target = take(count), out = new Float32Array(count);
    place.view().set(x);
    const contestants = [{ name: 'engine', run: () => kernels.bench_softmax(place.address, target.address, count) }, { name: 'JavaScript', run: () => softmax(x, out) }];
    if (ort) {
      const session = await ortSession(ort, softmaxModel(count)), feeds = { x: new ort.Tensor('float32', x, [1, count]) };
      if (session) contestants.push({ name: 'ORT', run: () => session.run(feeds) });
    }
    if (tf) {
      const tensor = tf.tensor2d(x, [1, count]);
      contestants.push({ name: 'TF.js', run: () => tf.tidy(() => { tf.softmax(tensor); }) });
      contestants.push({ name: 'TF.js, result read', run: () => read(tf.tidy(() => tf.softmax(tensor))) });
    }
    await add('softmax of 10⁶', 0, contestants);
  }

  const sorted = sortedOf(peaks);
  return { peak: quantile(sorted, 0.95), results };
}
