// The reader's parameters: one table of names, ranges and defaults; everything else about them is derived from it.

/** Divisors that are named and not numbered; they follow d_k (except `1`). */
export const DIVISOR_MARKS = ['1', 'root4', 'root', 'rootmodel', 'dk'] as const;
export type DivisorMark = (typeof DIVISOR_MARKS)[number];

export interface Params {
  headDim: number;
  /** A number stays as it is, a mark follows d_k. Ignored while alpha is there. */
  divisor: number | DivisorMark;
  /** c / √d_k, held while d_k moves. */
  alpha: number | undefined;
  keyCount: number;
  headCount: number;
  seed: number;
}

export interface Range {
  /** The name in the address, in attributes and in the reader's sentences. */
  name: string;
  min: number;
  max: number;
  whole: boolean;
}

export const RANGES = {
  headDim: { name: 'dk', min: 1, max: 4096, whole: true },
  divisor: { name: 'divisor', min: 1e-6, max: 1e6, whole: false },
  alpha: { name: 'alpha', min: 2 ** -12, max: 2 ** 12, whole: false },
  keyCount: { name: 'keys', min: 2, max: 4096, whole: true },
  headCount: { name: 'heads', min: 1, max: 64, whole: true },
  seed: { name: 'seed', min: 0, max: 2 ** 32 - 1, whole: true },
} as const satisfies Record<keyof Params, Range>;

export type ParamKey = keyof Params;
export const PARAM_KEYS = Object.keys(RANGES) as ParamKey[];

export const DEFAULTS: Readonly<Params> = { headDim: 64, divisor: 'root', alpha: undefined, keyCount: 8, headCount: 8, seed: 1 };

/** What the parameter of this name in the address (or attribute) is without it. */
export const defaultOf = (name: string): Partial<Params> => Object.fromEntries(PARAM_KEYS.filter((key) => RANGES[key].name === name).map((key) => [key, DEFAULTS[key]]));

/** What had to be changed in what the reader gave, told to the reader in words. */
export interface Notice {
  kind: 'clamped' | 'rounded' | 'not_a_number' | 'alpha_wins' | 'unknown_option';
  /** A parameter, or the name of a figure's own option. */
  param: ParamKey | (string & {});
  given: string;
  used: string;
}

/** The name by which the reader knows what a notice is about. */
export function noticeName({ param }: Notice): string {
  return (RANGES as Readonly<Record<string, Range>>)[param]?.name ?? param;
}

/** Rounds to four significant digits: what a dragged divisor has. */
export function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}

/** The nearest value that a parameter may have. */
export function withinRange(key: ParamKey, value: number): number {
  return Math.min(RANGES[key].max, Math.max(RANGES[key].min, value));
}

/** The divisor as a number: c. */
export function divisorOf(params: Params): number {
  const root = Math.sqrt(params.headDim);
  if (params.alpha !== undefined) return params.alpha * root;
  return typeof params.divisor === 'number' ? params.divisor : markValue(params.divisor, params);
}

export function markValue(mark: DivisorMark, params: Pick<Params, 'headDim' | 'headCount'>): number {
  const { headDim, headCount } = params;
  switch (mark) {
    case '1':
      return 1;
    case 'root4':
      return Math.sqrt(Math.sqrt(headDim));
    case 'root':
      return Math.sqrt(headDim);
    case 'rootmodel':
      return Math.sqrt(headCount * headDim);
    case 'dk':
      return headDim;
  }
}

/** α = c / √d_k. */
export function alphaOf(params: Params): number {
  return params.alpha ?? divisorOf(params) / Math.sqrt(params.headDim);
}

/** σ = √d_k / c, the standard deviation of the logits. */
export function sigmaOf(params: Params): number {
  return Math.sqrt(params.headDim) / divisorOf(params);
}

/** Whether α stays where it is when d_k moves. */
export function followsHeadDim(params: Params): boolean {
  return params.alpha !== undefined || params.divisor === 'root' || params.divisor === 'rootmodel';
}

/** The mark in force, if one is. */
export function markOf(params: Params): DivisorMark | undefined {
  if (params.alpha !== undefined) return undefined;
  return typeof params.divisor === 'string' ? params.divisor : undefined;
}

/** Holds α from now on (or holds c from now on). The divisor at this d_k stays what it is, in all its digits. */
export function withFollow(params: Params, follow: boolean): Partial<Params> {
  if (follow === followsHeadDim(params)) return {};
  if (!follow) return { alpha: undefined, divisor: divisorOf(params) };
  const alpha = withinRange('alpha', alphaOf(params));
  return alpha === 1 ? { alpha: undefined, divisor: 'root' } : { alpha, divisor: DEFAULTS.divisor };
}

/** Sets c as dragged or typed: α moves where the reader holds α; else c becomes a plain number, and a mark is left. */
export function withDivisor(params: Params, divisor: number): Partial<Params> {
  if (params.alpha === undefined) return { divisor: fourDigits(divisor), alpha: undefined };
  return { alpha: withinRange('alpha', fourDigits(divisor / Math.sqrt(params.headDim))), divisor: DEFAULTS.divisor };
}

/** Reads one parameter from text. `undefined` in `value` means: nothing usable was given, keep what there is. */
export function parseParam(key: ParamKey, text: string): { value: number | DivisorMark | undefined; problem?: 'not_a_number' } {
  const trimmed = text.trim();
  if (key === 'divisor' && (DIVISOR_MARKS as readonly string[]).includes(trimmed)) return { value: trimmed as DivisorMark };
  const value = trimmed === '' ? Number.NaN : Number(trimmed);
  return Number.isNaN(value) ? { value: undefined, problem: 'not_a_number' } : { value };
}

/** Brings a patch into range. What had to change is told; what could not be read is left out. A divisor that is set lets α go. */
export function cleanPatch(patch: Partial<Params>): { patch: Partial<Params>; notices: Notice[] } {
  const notices: Notice[] = [];
  const clean: Partial<Params> = {};
  for (const key of PARAM_KEYS) {
    if (!(key in patch)) continue;
    const given = patch[key];
    if (given === undefined) {
      if (key === 'alpha') clean.alpha = undefined;
      continue;
    }
    if (typeof given === 'string') {
      clean.divisor = given;
      continue;
    }
    if (Number.isNaN(given)) {
      notices.push({ kind: 'not_a_number', param: key, given: 'NaN', used: '' });
      continue;
    }
    const range: Range = RANGES[key];
    const inside = withinRange(key, given);
    const used = range.whole ? Math.round(inside) : inside;
    if (inside !== given) notices.push({ kind: 'clamped', param: key, given: String(given), used: String(used) });
    else if (used !== given) notices.push({ kind: 'rounded', param: key, given: String(given), used: String(used) });
    if (key === 'divisor') clean.divisor = used === 1 ? '1' : used;
    else clean[key] = used;
  }
  if ('divisor' in clean && !('alpha' in patch)) clean.alpha = undefined;
  return { patch: clean, notices };
}

/** Reads parameters by their public names (address or attributes). Absent ones are absent from the patch. */
export function readParams(get: (name: string) => string | null): { patch: Partial<Params>; notices: Notice[] } {
  const raw: Partial<Params> = {};
  const unread: Notice[] = [];
  for (const key of PARAM_KEYS) {
    const text = get(RANGES[key].name);
    if (text === null) continue;
    const { value, problem } = parseParam(key, text);
    if (problem) unread.push({ kind: problem, param: key, given: text.slice(0, 40), used: String(DEFAULTS[key] ?? '') });
    else (raw as Record<ParamKey, unknown>)[key] = value;
  }
  const { patch, notices } = cleanPatch(raw);
  if (patch.alpha !== undefined && patch.divisor !== undefined) {
    unread.push({ kind: 'alpha_wins', param: 'alpha', given: String(raw.divisor), used: String(patch.alpha) });
    patch.divisor = DEFAULTS.divisor;
  }
  for (const notice of notices) notice.given = get(noticeName(notice))?.trim().slice(0, 40) ?? notice.given;
  return { patch, notices: [...unread, ...notices] };
}

/** Writes parameters by their public names; defaults are left out. */
export function writeParams(params: Params): [name: string, text: string][] {
  const entries: [string, string][] = [];
  for (const key of PARAM_KEYS) {
    const value = params[key];
    if (value === undefined || value === DEFAULTS[key]) continue;
    entries.push([RANGES[key].name, String(value)]);
  }
  return entries;
}

/** The two limits of the zones, as spreads σ: above √(2 ln n) a few keys hold all weight, below 0.459 nine tenths of the keys still count. */
export function zoneLimits(keyCount: number): { saturated: number; flat: number } {
  return { saturated: Math.sqrt(2 * Math.log(keyCount)), flat: Math.sqrt(2 * Math.log(1 / 0.9)) };
}

export type Zone = 'small' | 'ok' | 'large';

/** Which zone a divisor of spread σ lies in: too small, just right or too large. */
export function zoneOf(sigma: number, keyCount: number): Zone {
  const { saturated, flat } = zoneLimits(keyCount);
  return sigma > saturated ? 'small' : sigma < flat ? 'large' : 'ok';
}
