import type { OperationName, Operations } from '../../engine/protocol.ts';

/** What computes the prose's numbers: the same module as the reader's, run under Node. */
export interface NumberSource {
  call<Name extends OperationName>(
    name: Name,
    request: Operations[Name]['request'],
  ): Operations[Name]['result'] | Promise<Operations[Name]['result']>;
}

const pattern = /\{\{\s*(\w+)\s+([^|}]*)\|\s*([^}]+?)\s*\}\}/g;

/** Parses `headDim=64 divisors=[1,8] loss="mse" qkNorm=false`; a list becomes a Float64Array, as the engine's requests have it. */
export function parseRequest(text: string): Record<string, number | string | boolean | Float64Array> {
  const request: Record<string, number | string | boolean | Float64Array> = {};
  for (const [, key, value] of text.matchAll(/(\w+)=(\[[^\]]*\]|\S+)/g)) {
    const parsed: unknown = JSON.parse(value ?? '');
    if (Array.isArray(parsed)) request[key as string] = Float64Array.from(parsed as number[]);
    else if (typeof parsed === 'number' || (typeof parsed === 'string' && /^[A-Za-z]\w*$/.test(parsed)) || typeof parsed === 'boolean') request[key as string] = parsed;
    else throw new Error(`not a number, a word, a switch or a list of numbers: ${key}=${value}`);
  }
  return request;
}

/**
 * Writes a finite number in the form `fixed:4`, `digits:3` (significant), `sci:1` (a formula, $3.6\times10^{-17}$), `power:0` (10 to the number, as sci), `percent:1`,
 * `exp:0` (e to the number), `sqrt:1`, or `reached:0` (as fixed; a dash for infinity). The same form gives the same digits in every language; the minus sign is the typographic one.
 */
export function formatNumber(value: number, form: string): string {
  const [kind, places] = form.split(':');
  const digits = Number(places);
  // What is never reached is told as such, and only where the prose expects it.
  if (kind === 'reached' && value === Number.POSITIVE_INFINITY) return '–';
  if (!Number.isFinite(value) || !Number.isInteger(digits)) throw new Error(`cannot write ${value} as ${form}`);
  const written =
    kind === 'fixed' || kind === 'reached' ? value.toFixed(digits)
    : kind === 'digits' ? String(Number(value.toPrecision(digits)))
    : kind === 'sci' ? scientific(value, digits)
    : kind === 'power' ? scientificOfLog10(value, digits)
    : kind === 'percent' ? `${(value * 100).toFixed(digits)} %`
    : kind === 'exp' ? Math.exp(value).toFixed(digits)
    : kind === 'sqrt' ? Math.sqrt(value).toFixed(digits)
    : undefined;
  if (written === undefined) throw new Error(`no such form: ${form}`);
  return kind === 'sci' || kind === 'power' ? written : written.replace('-', '−');
}

/** A power of ten as a formula, which the Markdown around it sets. */
const timesPower = (mantissa: string, exponent: number): string => `$${mantissa}\\times10^{${exponent}}$`;

function scientific(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  return timesPower(mantissa, Number(exponent));
}

/** For numbers too small to be held: from their decimal logarithm. */
function scientificOfLog10(log10: number, digits: number): string {
  const exponent = Math.floor(log10);
  return timesPower((10 ** (log10 - exponent)).toFixed(digits), exponent);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Reads `maxWeight[0]`, `scoreVariance`, a quotient of two such (`mean[0]/mean[1]`) or the mean of some entries (`data[380:400]`, without the last) from a result. */
function pick(result: unknown, path: string): number {
  const [above = '', below] = path.split('/');
  if (below !== undefined) return pick(result, above) / pick(result, below);
  const [, list = '', from = '', to = ''] = /^(.*)\[(\d+):(\d+)\]$/.exec(path) ?? [];
  if (list !== '') return mean(Array.from({ length: Number(to) - Number(from) }, (_, i) => pick(result, `${list}[${Number(from) + i}]`)));
  const value = path.split(/[.[\]]+/).filter(Boolean)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], result);
  if (typeof value !== 'number') throw new Error(`no number at ${path}`);
  return value;
}

/** Replaces every `{{operation key=value … | path form}}` by the digits that the engine computes for it. */
export async function fillNumbers(text: string, source: NumberSource): Promise<string> {
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, name, request, reading] = match as unknown as [string, OperationName, string, string];
    const [path = '', form = ''] = reading.split(/\s+/);
    try {
      const result = await source.call(name, parseRequest(request) as never);
      filled += text.slice(end, match.index) + formatNumber(pick(result, path), form);
    } catch (error) {
      throw new Error(`${whole}: ${error instanceof Error ? error.message : String(error)}`);
    }
    end = match.index + whole.length;
  }
  filled += text.slice(end);
  const left = filled.match(/\{\{.*?\}\}/);
  if (left) throw new Error(`not of the form {{operation key=value … | path form}}: ${left[0]}`);
  return filled;
}
