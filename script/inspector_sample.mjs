// Makes web/figures/inspector/sample.safetensors: queries and keys of section 4.2.1's look-up, along one training run of the engine.
//   script/build first, then: node script/inspector_sample.mjs
// The run: d_k = 64, 64 keys, tokens of 16 numbers, divisor √d_k, SGD at rate 5, seed 1. W_Q and W_K are taken out of the run's state; 64 tokens
// are drawn here, each asked for once (query = (token + 0.3 noise)/√1.09, as in training). float16; two tensors a moment.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const [headDim, inputDim, keyCount] = [64, 16, 64];
const MOMENTS = [0, 10, 40, 160, 640];

const factory = (await import(pathToFileURL(path('build/wasm/simd/sqrt_dk.mjs')).href)).default;
const compiled = await WebAssembly.compile(await readFile(path('build/wasm/simd/sqrt_dk.wasm')));
const engine = await factory({
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
    return {};
  },
});

/** W_Q and W_K after so many steps. For none: after one whose rate is too small to change a digit. */
function weightsAfter(steps) {
  const { status, value } = engine.trainingSteps({
    headDim, inputDim, keyCount, batch: 32, alphas: Float64Array.of(1), learningRates: Float64Array.of(steps === 0 ? 1e-30 : 5), optimiser: 'sgd', loss: 'mse', clip: 0, qkNorm: false, seed: 1, firstStep: 0, stepCount: Math.max(1, steps),
  });
  if (status !== 0) throw new Error(`trainingSteps: ${status}`);
  // The state: at which step it stopped being finite, then W_Q and W_K by head coordinate.
  const size = headDim * inputDim;
  return { query: value.state.subarray(1, 1 + size), key: value.state.subarray(1 + size, 1 + 2 * size) };
}

let state = 20170612;
const uniform = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state + 0.5) / 2 ** 32;
};
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const tokens = Array.from({ length: keyCount }, () => Array.from({ length: inputDim }, normal));
const asked = tokens.map((token) => token.map((x) => (x + 0.3 * normal()) / Math.sqrt(1.09)));
const projected = (rows, weights) => rows.flatMap((row) => Array.from({ length: headDim }, (_, j) => row.reduce((sum, x, a) => sum + x * weights[j * inputDim + a], 0)));

/** float16, rounded to even. */
function half(value) {
  const [sign, size] = [value < 0 ? 0x8000 : 0, Math.abs(value)];
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 1)));
  const step = 2 ** (exponent - 10);
  const units = size / step;
  const below = Math.floor(units);
  const rounded = units - below > 0.5 || (units - below === 0.5 && below % 2 === 1) ? below + 1 : below;
  return sign + (exponent === -14 && rounded < 1024 ? rounded : (exponent + 14) * 1024 + rounded);
}

const header = { __metadata__: { made_by: 'script/inspector_sample.mjs', run: 'look-up, d_k 64, 64 keys, divisor sqrt(d_k), SGD 5, seed 1' } };
const parts = [];
let offset = 0;
for (const steps of MOMENTS) {
  const { query, key } = weightsAfter(steps);
  for (const [name, values] of [['q', projected(asked, query)], ['k', projected(tokens, key)]]) {
    const part = new Uint8Array(Uint16Array.from(values, half).buffer);
    header[`step ${steps}.${name}`] = { dtype: 'F16', shape: [1, keyCount, headDim], data_offsets: [offset, (offset += part.byteLength)] };
    parts.push(part);
  }
}
const text = JSON.stringify(header);
const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(head.length));
const file = Buffer.concat([length, head, ...parts]);
await writeFile(path('web/figures/inspector/sample.safetensors'), file);
console.log(`${file.length} bytes`);
