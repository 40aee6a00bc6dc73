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
    else if (typeof parsed === 'number' || (typeof parsed === 'string' && /^[a-z][a-z0-9]*$/i.test(parsed)) || typeof parsed === 'boolean') request[key as string] = parsed;
    else throw new Error(`not a number, a word, a switch or a list of numbers: ${key}=${value}`);
  }
  return request;
}

/**
 * Writes a finite number in the form `fixed:4`, `digits:3` (significant), `percent:1`, `exp:0` (e to the number), `sqrt:1` or `power:1` (3.6 × 10⁻¹⁷).
 * The same form gives the same digits in every language; the minus sign is the typographic one.
 */
export function formatNumber(value: number, form: string): string {
  const [kind, places] = form.split(':');
  const digits = Number(places);
  if (!Number.isFinite(value) || !Number.isInteger(digits)) throw new Error(`cannot write ${value} as ${form}`);
  const written =
    kind === 'fixed' ? value.toFixed(digits)
    : kind === 'digits' ? String(Number(value.toPrecision(digits)))
    : kind === 'percent' ? `${(value * 100).toFixed(digits)} %`
    : kind === 'exp' ? Math.exp(value).toFixed(digits)
    : kind === 'power' ? powerOfTen(value, digits)
    : kind === 'sqrt' ? Math.sqrt(value).toFixed(digits)
    : undefined;
  if (written === undefined) throw new Error(`no such form: ${form}`);
  return written.replace('-', '−');
}

function powerOfTen(value: number, digits: number): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  return `${mantissa} × 10${[...exponent.replace('+', '')].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('')}`;
}

/** Reads `maxWeight[0]` or `scoreVariance` from a result. */
function pick(result: unknown, path: string): number {
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
