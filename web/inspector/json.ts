// Small JSON: `{"q": …, "k": …, "divisor": 8}`, `{"logits": …}`, any named nested lists, or one nested list alone (logits).
// Python's NaN and Infinity are read, so that they can be told of.
import { InspectionProblem, excerpt } from './problem.ts';
import { NumberList, listedTensor, type Tensor } from './tensor.ts';

export const LONGEST_JSON = 2 ** 25;
const DEEPEST = 5;
const WORDS: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY };

export function openJson(file: string, text: string): { tensors: Tensor[]; divisor: number | undefined } {
  const value = parse(file, text);
  const named: [string, unknown][] = Array.isArray(value) ? [['logits', value]] : typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const tensors: Tensor[] = [];
  let divisor: number | undefined;
  for (const [name, inside] of named) {
    if (Array.isArray(inside)) tensors.push(tensorOf(file, name, inside));
    else if (name === 'divisor') {
      if (typeof inside !== 'number' || !(inside > 0) || !Number.isFinite(inside)) throw new InspectionProblem('divisor', { given: excerpt(JSON.stringify(inside) ?? '') });
      divisor = inside;
    }
  }
  if (tensors.length === 0) throw new InspectionProblem('json_content', { file });
  return { tensors, divisor };
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (piece) => (piece.startsWith('"') ? piece : `"${piece}"`)));
    } catch {
      const at = faultAt(text);
      const before = text.slice(0, at);
      const line = before.split('\n').length;
      throw new InspectionProblem('json_syntax', { file, line, column: at - before.lastIndexOf('\n'), text: excerpt(text.slice(at, at + 40)) });
    }
  }
}

/** How far a text is JSON (with Python's words). Browsers' own messages say it in their own ways, or not at all. */
export function faultAt(text: string): number {
  const token = /\s*([[\]{},:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|-?NaN|-?Infinity)/y;
  const open: string[] = [];
  /** What may come now: a value, a name, a colon, or what follows a value. */
  let state: 'value' | 'first' | 'name' | 'firstName' | 'colon' | 'after' = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const found = token.exec(text);
    const start = at + (/^\s*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0);
    if (!found) return Math.min(start, text.length);
    const [, piece = ''] = found;
    const isValue = !'[]{},:'.includes(piece);
    if (state === 'colon') {
      if (piece !== ':') return start;
      state = 'value';
    } else if (state === 'name' || state === 'firstName') {
      if (piece === '}' && state === 'firstName') {
        open.pop();
        state = 'after';
      } else if (piece.startsWith('"')) state = 'colon';
      else return start;
    } else if (state === 'after') {
      if (open.length === 0) return start;
      if (piece === ',') state = open.at(-1) === '[' ? 'value' : 'name';
      else if ((piece === ']' && open.at(-1) === '[') || (piece === '}' && open.at(-1) === '{')) open.pop();
      else return start;
    } else if (piece === '[' || piece === '{') {
      open.push(piece);
      state = piece === '[' ? 'first' : 'firstName';
    } else if (piece === ']' && state === 'first') {
      open.pop();
      state = 'after';
    } else if (isValue) state = 'after';
    else return start;
    at = token.lastIndex;
  }
}

function tensorOf(file: string, name: string, list: readonly unknown[]): Tensor {
  const shape: number[] = [];
  for (let inside: unknown = list; Array.isArray(inside); inside = inside[0]) {
    if (shape.length >= DEEPEST) throw new InspectionProblem('shape_dimensions', { tensor: excerpt(name, 40), shape: `${DEEPEST}+` });
    shape.push(inside.length);
  }
  if (shape.includes(0)) throw new InspectionProblem('empty_tensor', { tensor: excerpt(name, 40), shape: `[${shape.join(', ')}]` });
  const numbers = new NumberList();
  const index: number[] = [];
  const wrong = (code: 'json_ragged' | 'json_not_a_number', inside: unknown, expected = 0): InspectionProblem =>
    new InspectionProblem(code, { file, path: `${excerpt(name, 40)}${index.map((one) => `[${one}]`).join('')}`, text: excerpt(JSON.stringify(inside)?.slice(0, 200) ?? ''), there: Array.isArray(inside) ? inside.length : 0, expected });
  const fill = (inside: unknown, depth: number): void => {
    if (depth === shape.length) {
      const value = typeof inside === 'number' ? inside : typeof inside === 'string' && Object.hasOwn(WORDS, inside) ? WORDS[inside] : undefined;
      if (value === undefined) throw wrong('json_not_a_number', inside);
      numbers.push(value);
      return;
    }
    if (!Array.isArray(inside)) throw wrong('json_not_a_number', inside);
    if (inside.length !== shape[depth]) throw wrong('json_ragged', inside, shape[depth]);
    for (let i = 0; i < inside.length; i += 1) {
      index[depth] = i;
      fill(inside[i], depth + 1);
    }
    index.length = depth;
  };
  fill(list, 0);
  return listedTensor(name, shape, numbers);
}
