// ONNX graphs of attention and softmax, written as protocol buffers by hand: onnxruntime-web runs models, not code. Four graphs, because which
// one is fastest differs by size; the bench takes the fastest of them.

const bytes = (text) => [...new TextEncoder().encode(text)];
function varint(number) {
  const out = [];
  let left = BigInt(number);
  while (left > 127n) {
    out.push(Number(left & 127n) | 128);
    left >>= 7n;
  }
  return [...out, Number(left)];
}
const whole = (field, number) => [...varint(field << 3), ...varint(number)];
const block = (field, content) => [...varint((field << 3) | 2), ...varint(content.length), ...content];
const text = (field, string) => block(field, bytes(string));
const float = (field, number) => [...varint((field << 3) | 5), ...new Uint8Array(Float32Array.of(number).buffer)];

const FLOAT = 1;
/** ValueInfoProto: a float tensor's name and shape. */
const tensor = (name, shape) => [...text(1, name), ...block(2, block(1, [...whole(1, FLOAT), ...block(2, shape.flatMap((size) => block(1, whole(1, size))))]))];
/** AttributeProto: whole numbers as integers, those in `floats` as floats. */
const attribute = (name, value, asFloat) => [...text(1, name), ...(asFloat ? [...float(2, value), ...whole(20, 1)] : [...whole(3, value < 0 ? 2n ** 64n + BigInt(value) : value), ...whole(20, 2)])];
/** NodeProto. */
const node = (operator, inputs, outputs, { integers = {}, floats = {}, domain = '' } = {}) => [
  ...inputs.flatMap((name) => text(1, name)),
  ...outputs.flatMap((name) => text(2, name)),
  ...text(4, operator),
  ...Object.entries(integers).flatMap(([name, value]) => block(5, attribute(name, value, false))),
  ...Object.entries(floats).flatMap(([name, value]) => block(5, attribute(name, value, true))),
  ...(domain ? text(7, domain) : []),
];
/** TensorProto: one constant. */
const constant = (name, value) => [...whole(2, FLOAT), ...block(4, [...new Uint8Array(Float32Array.of(value).buffer)]), ...text(8, name)];

/** ModelProto. */
function model({ nodes, inputs, outputs, constants = [], opset }) {
  const graph = [
    ...nodes.flatMap((one) => block(1, one)),
    ...text(2, 'attention'),
    ...constants.flatMap((one) => block(5, one)),
    ...inputs.flatMap((one) => block(11, one)),
    ...outputs.flatMap((one) => block(12, one)),
  ];
  return Uint8Array.from([
    ...whole(1, 10),
    ...block(7, graph),
    ...block(8, [...text(1, ''), ...whole(2, opset)]),
    ...block(8, [...text(1, 'com.microsoft'), ...whole(2, 1)]),
  ]);
}

/** Attention of n queries and n keys of width d in four forms; each says the shape of its inputs. */
export function attentionModels(n, d) {
  const scale = 1 / Math.sqrt(d);
  const named = (shape, names = ['q', 'k', 'v']) => names.map((name) => tensor(name, shape));
  const flat = [n, d], batch = [1, n, d], heads = [1, 1, n, d];
  return {
    plain: {
      shape: flat,
      model: model({
        opset: 17, inputs: named(flat), outputs: named(flat, ['o']), constants: [constant('scale', scale)],
        nodes: [node('Transpose', ['k'], ['t']), node('MatMul', ['q', 't'], ['s']), node('Mul', ['s', 'scale'], ['x']), node('Softmax', ['x'], ['p'], { integers: { axis: -1 } }), node('MatMul', ['p', 'v'], ['o'])],
      }),
    },
    gemm: {
      shape: flat,
      model: model({
        opset: 17, inputs: named(flat), outputs: named(flat, ['o']),
        nodes: [node('Gemm', ['q', 'k'], ['x'], { integers: { transB: 1 }, floats: { alpha: scale } }), node('Softmax', ['x'], ['p'], { integers: { axis: -1 } }), node('Gemm', ['p', 'v'], ['o'])],
      }),
    },
    multiHead: {
      shape: batch,
      model: model({
        opset: 17, inputs: named(batch), outputs: named(batch, ['o']),
        nodes: [node('MultiHeadAttention', ['q', 'k', 'v'], ['o'], { integers: { num_heads: 1 }, floats: { scale }, domain: 'com.microsoft' })],
      }),
    },
    attention: {
      shape: heads,
      model: model({ opset: 23, inputs: named(heads), outputs: named(heads, ['o']), nodes: [node('Attention', ['q', 'k', 'v'], ['o'], { floats: { scale } })] }),
    },
  };
}

/** Softmax of one row. */
export const softmaxModel = (n) =>
  model({ opset: 17, inputs: [tensor('x', [1, n])], outputs: [tensor('y', [1, n])], nodes: [node('Softmax', ['x'], ['y'], { integers: { axis: -1 } })] });
