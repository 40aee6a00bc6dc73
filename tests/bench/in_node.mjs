// The comparison under Node. Prints JSON on its last line.   node in_node.mjs BUILD_TREE [only] [quick]
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { runSuite } from './suite.mjs';

const [build, only = '', quick = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const ort = await import('./node_modules/onnxruntime-web/dist/ort.wasm.min.mjs');
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = new URL('./node_modules/onnxruntime-web/dist/', import.meta.url).href;
ort.env.wasm.wasmBinary = readFileSync(here('./node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')).buffer;

const tf = require('@tensorflow/tfjs-core');
const { setThreadsCount, setWasmPaths } = require('@tensorflow/tfjs-backend-wasm');
setWasmPaths(here('./node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
setThreadsCount(1);
await tf.setBackend('wasm');
await import(`data:text/javascript;base64,${Buffer.from(await bundle('tf_gradients.mjs')).toString('base64')}`);

const { default: create } = await import(pathToFileURL(`${build}/simd/sqrt_dk.mjs`).href);
const module = await create({
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(readFileSync(`${build}/simd/sqrt_dk.wasm`), imports).then(({ instance, module: compiled }) => done(instance, compiled));
    return {};
  },
});

const answer = await runSuite({
  kernels: readFileSync(`${build}/bench/bench_kernels.wasm`), module, ort, tf, randn: require('@stdlib/random-base-randn'),
  only, quick: quick === 'quick', log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify({ where: `Node ${process.version}`, ...answer })}\n`);
process.exit(0);
