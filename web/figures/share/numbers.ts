// The figure's numbers, in full: what its read-outs show, and every answer of the engine behind it. As JSON and as CSV.
import { RANGES, type ParamKey } from '../../state/params.ts';
import type { EngineInfo } from '../../engine/protocol.ts';
import type { SharedFigure } from './shared.ts';

/** NaN and the infinities have no place in JSON; as words they survive. */
export type Cell = number | string | null;

export interface Readout {
  name: string;
  value: Cell;
  error?: Cell;
  theory?: Cell;
  unit: string;
}

export interface Numbers {
  figure: string;
  address: string;
  versions: { page: string; engine: string; simd: boolean };
  seed: number;
  parameters: Record<string, Cell>;
  options: Readonly<Record<string, string>>;
  readouts: Readout[];
  /** What the engine was asked, and what it answered. */
  computations: { request: unknown; result: unknown }[];
}

/** Everything here is a pure number, but for these. */
export function unitOf(name: string): string {
  if (/entropy/i.test(name)) return 'nat';
  return /^steps?(-|$)/.test(name) ? 'step' : '1';
}

function cell(text: string): Cell {
  if (text === 'none' || text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Typed arrays as plain ones; numbers that JSON lacks as words. */
export function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as Iterable<number>, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  return typeof value === 'function' ? undefined : value;
}

export interface NumbersContext {
  address: string;
  version: string;
  engine: EngineInfo | undefined;
  divisor: number;
}

export function numbersOf(shared: SharedFigure, { address, version, engine, divisor }: NumbersContext): Numbers {
  const readouts = [...(shared.figure?.querySelectorAll<HTMLElement>('[data-name][data-value]') ?? [])].map(({ dataset: { name = '', value = '', error, theory } }): Readout => ({
    name, value: cell(value), ...(error === undefined ? {} : { error: cell(error) }), ...(theory === undefined ? {} : { theory: cell(theory) }), unit: unitOf(name),
  }));
  const { params } = shared;
  const told = shared.ofRows ? (Object.keys(RANGES) as ParamKey[]).filter((key) => params[key] !== undefined && key !== 'divisor' && key !== 'seed') : [];
  const parameters = { ...Object.fromEntries(told.map((key) => [RANGES[key].name, params[key] as Cell])), ...(shared.ofRows && { divisor }) };
  return {
    figure: shared.tag, address, versions: { page: version, engine: engine?.version ?? '', simd: engine?.simd ?? false },
    seed: params.seed, parameters, options: shared.options, readouts,
    computations: shared.answers.map(({ request, result }) => ({ request: plain(request), result: plain(result) })),
  };
}

export const jsonOf = (numbers: Numbers): string => `${JSON.stringify(numbers, null, 1)}\n`;

/** A cell that a spreadsheet takes for what it is: quoted where needed, and text that would be run as a formula made plain. */
export function csvCell(value: Cell | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@|＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Arrays of numbers anywhere in a result, each with the way to it. */
function seriesIn(value: unknown, path: string): [name: string, entries: Cell[]][] {
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? [[path, value as Cell[]]] : value.flatMap((one, i) => seriesIn(one, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? [[path, [value]]] : [];
  return Object.entries(value).flatMap(([key, one]) => seriesIn(one, path === '' ? key : `${path}.${key}`));
}

/** One quantity a row: name, index, value, standard error, theory, unit. */
export function csvOf(numbers: Numbers): string {
  const rows: (Cell | undefined)[][] = [['name', 'index', 'value', 'standard error', 'theory', 'unit']];
  const fact = (name: string, value: Cell): void => void rows.push([name, null, value, null, null, typeof value === 'number' ? '1' : null]);
  fact('figure', numbers.figure);
  fact('address', numbers.address);
  fact('page version', numbers.versions.page);
  fact('engine version', numbers.versions.engine);
  fact('seed', numbers.seed);
  for (const [name, value] of [...Object.entries(numbers.parameters), ...Object.entries(numbers.options)]) fact(name, value);
  for (const { name, value, error, theory, unit } of numbers.readouts) rows.push([name, null, value, error, theory, unit]);
  for (const { request, result } of numbers.computations) {
    for (const [side, of] of [['request', request], ['result', result]] as const) {
      for (const [name, entries] of seriesIn(of, side)) for (const [index, value] of entries.entries()) rows.push([name, entries.length === 1 ? null : index, value, null, null, unitOf(name)]);
    }
  }
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
