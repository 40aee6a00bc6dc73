// The state's computation as a program of one file: the numbers that the engine drew, and the formula. Pure text; the tests run every one.

/** One row of scores, or small matrices. */
export type ProgramData =
  | { kind: 'row'; scores: readonly number[]; divisor: number }
  | { kind: 'attention'; query: readonly (readonly number[])[]; key: readonly (readonly number[])[]; value: readonly (readonly number[])[]; allow: readonly (readonly boolean[])[]; divisor: number };

export const PROGRAMS = ['numpy', 'pytorch', 'cpp'] as const;
export type ProgramKind = (typeof PROGRAMS)[number];

export const PROGRAM_FILES: Readonly<Record<ProgramKind, string>> = { numpy: 'attention_numpy.py', pytorch: 'attention_pytorch.py', cpp: 'attention.cpp' };

/** The shortest text that reads back as the same number: of a float where the engine gave floats. */
function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('a program holds finite numbers');
  const single = Math.fround(value) === value ? shortestSingle(value) : String(value);
  return /[.e]/.test(single) ? single : `${single}.0`;
}

function shortestSingle(value: number): string {
  for (let digits = 1; digits <= 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}

/** Numbers with commas, wrapped like prose. */
function list(values: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const [i, value] of values.entries()) {
    const next = `${value}${i === values.length - 1 ? '' : ','}`;
    if (line !== '' && line.length + next.length > 90) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? next : ` ${next}`;
  }
  lines.push(line);
  return lines.join(`\n${indent}`);
}

const rows = (matrix: readonly (readonly number[])[], indent: string, [open, close]: [string, string]): string => matrix.map((row) => `${open}${list(row.map(number), indent)}${close}`).join(`,\n${indent}`);

const python = (head: string, about: readonly string[], body: string): string => `${about.map((line) => `# ${line}`).join('\n')}\n${head}\n\n${body}`;

function numpy(data: ProgramData, about: readonly string[]): string {
  if (data.kind === 'row') {
    return python('import numpy as np', about, `scores = np.array([
    ${list(data.scores.map(number), '    ')}])
divisor = ${number(data.divisor)}

logits = scores / divisor
weights = np.exp(logits - logits.max())
weights /= weights.sum()

positive = weights[weights > 0]
print("largest", weights.max())
print("entropy", -(positive * np.log(positive)).sum())
print("weights", *weights)
`);
  }
  return python('import numpy as np', about, `Q = np.array([
    ${rows(data.query, '    ', ['[', ']'])}])
K = np.array([
    ${rows(data.key, '    ', ['[', ']'])}])
V = np.array([
    ${rows(data.value, '    ', ['[', ']'])}])
allowed = np.array([
    ${data.allow.map((row) => `[${row.map(Number).join(', ')}]`).join(',\n    ')}], dtype=bool)
divisor = ${number(data.divisor)}

logits = np.where(allowed, Q @ K.T / divisor, -np.inf)
top = logits.max(axis=1, keepdims=True)
weights = np.exp(logits - np.where(np.isfinite(top), top, 0))
total = weights.sum(axis=1, keepdims=True)
weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
output = weights @ V

print("weights", *weights.ravel())
print("output", *output.ravel())
`);
}

function pytorch(data: ProgramData, about: readonly string[]): string {
  if (data.kind === 'row') {
    return python('import torch', about, `scores = torch.tensor([
    ${list(data.scores.map(number), '    ')}], dtype=torch.float64)
divisor = ${number(data.divisor)}

weights = torch.softmax(scores / divisor, dim=-1)

print("largest", weights.max().item())
print("entropy", torch.special.entr(weights).sum().item())
print("weights", *weights.tolist())
`);
  }
  return python('import torch', about, `Q = torch.tensor([
    ${rows(data.query, '    ', ['[', ']'])}], dtype=torch.float64)
K = torch.tensor([
    ${rows(data.key, '    ', ['[', ']'])}], dtype=torch.float64)
V = torch.tensor([
    ${rows(data.value, '    ', ['[', ']'])}], dtype=torch.float64)
allowed = torch.tensor([
    ${data.allow.map((row) => `[${row.map(Number).join(', ')}]`).join(',\n    ')}], dtype=torch.bool)
divisor = ${number(data.divisor)}

logits = (Q @ K.T / divisor).masked_fill(~allowed, float("-inf"))
weights = torch.nan_to_num(torch.softmax(logits, dim=-1))  # a row with nothing allowed is a row of zeros
output = weights @ V

print("weights", *weights.flatten().tolist())
print("output", *output.flatten().tolist())
`);
}

const CPP_SOFTMAX = `// Softmax of one row with its maximum subtracted; a row of -infinity becomes a row of zeros.
std::vector<double> softmax(std::vector<double> row) {
  const double top = *std::max_element(row.begin(), row.end());
  if (std::isinf(top)) return std::vector<double>(row.size(), 0.0);
  double total = 0;
  for (double& x : row) total += x = std::exp(x - top);
  for (double& x : row) x /= total;
  return row;
}
`;

function cpp(data: ProgramData, about: readonly string[]): string {
  const head = `${about.map((line) => `// ${line}`).join('\n')}
// g++ -std=c++17 -O2 ${PROGRAM_FILES.cpp} && ./a.out
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

${CPP_SOFTMAX}
`;
  if (data.kind === 'row') {
    return `${head}int main() {
  const std::vector<double> scores{
      ${list(data.scores.map(number), '      ')}};
  const double divisor = ${number(data.divisor)};

  std::vector<double> logits;
  for (double score : scores) logits.push_back(score / divisor);
  const std::vector<double> weights = softmax(logits);

  double entropy = 0;
  for (double p : weights)
    if (p > 0) entropy -= p * std::log(p);
  std::printf("largest %.17g\\nentropy %.17g\\nweights", *std::max_element(weights.begin(), weights.end()), entropy);
  for (double p : weights) std::printf(" %.17g", p);
  std::printf("\\n");
}
`;
  }
  return `${head}using Matrix = std::vector<std::vector<double>>;

int main() {
  const Matrix Q{
      ${rows(data.query, '      ', ['{', '}'])}};
  const Matrix K{
      ${rows(data.key, '      ', ['{', '}'])}};
  const Matrix V{
      ${rows(data.value, '      ', ['{', '}'])}};
  const std::vector<std::vector<int>> allowed{
      ${data.allow.map((row) => `{${row.map(Number).join(', ')}}`).join(',\n      ')}};
  const double divisor = ${number(data.divisor)};

  Matrix weights, output;
  for (std::size_t i = 0; i < Q.size(); ++i) {
    std::vector<double> logits;
    for (std::size_t j = 0; j < K.size(); ++j) {
      double score = 0;
      for (std::size_t t = 0; t < Q[i].size(); ++t) score += Q[i][t] * K[j][t];
      logits.push_back(allowed[i][j] ? score / divisor : -std::numeric_limits<double>::infinity());
    }
    weights.push_back(softmax(logits));
    output.emplace_back(V[0].size(), 0.0);
    for (std::size_t j = 0; j < K.size(); ++j)
      for (std::size_t t = 0; t < V[j].size(); ++t) output[i][t] += weights[i][j] * V[j][t];
  }

  std::printf("weights");
  for (const auto& row : weights)
    for (double p : row) std::printf(" %.17g", p);
  std::printf("\\noutput");
  for (const auto& row : output)
    for (double o : row) std::printf(" %.17g", o);
  std::printf("\\n");
}
`;
}

/** `about` becomes comments; line ends in it would end the comment. */
export function programOf(kind: ProgramKind, data: ProgramData, about: readonly string[]): string {
  const lines = about.map((line) => line.replace(/[\r\n\u2028\u2029\\]+/g, ' '));
  return { numpy, pytorch, cpp }[kind](data, lines);
}
