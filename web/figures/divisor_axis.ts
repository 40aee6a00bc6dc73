// The axis of all charts against the divisor: log₂ α from −6 to 6, zones, their words, ticks; the slider lies below it, same width, same scale. Pure.
import { zoneLimits, type Zone } from '../state/params.ts';
import { textWidth, type Label } from './labels.ts';
import type { Strings } from './strings.ts';

/** Half the axis in octaves: log₂ α from −6 to 6. */
export const AXIS = 6;

/** Distances below the plot: zone words, the slider's track, the chips. */
export const WORDS_BELOW = 19;
export const TRACK_BELOW = 48;
export const CHIPS_BELOW = 93;

/** Between which two of `length` points over the axis log₂ α lies, and how far along; beyond the axis, at its end. */
export function placeAmong(length: number, logAlpha: number): { index: number; share: number } {
  const position = ((Math.min(AXIS, Math.max(-AXIS, logAlpha)) + AXIS) * (length - 1)) / (2 * AXIS);
  const index = Math.min(length - 2, Math.floor(position));
  return { index, share: position - index };
}

/** Reads a curve over the whole axis at any log₂ α, linearly. */
export function curveAt(values: Float64Array, logAlpha: number): number {
  const { index, share } = placeAmong(values.length, logAlpha);
  const low = values[index] ?? 0;
  return low + ((values[index + 1] ?? low) - low) * share;
}

export interface ZoneSpan {
  zone: Zone;
  from: number;
  to: number;
}

export type ZoneLabel = Label & { zone: Zone };

/** Where α stands on an axis of this width; beyond it, at its end. */
export function xOf(alpha: number, width: number): number {
  return ((Math.min(AXIS, Math.max(-AXIS, Math.log2(alpha))) + AXIS) / (2 * AXIS)) * width;
}

/** α of every step of the axis, `perOctave` to a doubling, both ends included. */
export const octaves = (perOctave: number): Float64Array => Float64Array.from({ length: 2 * AXIS * perOctave + 1 }, (_, i) => 2 ** (i / perOctave - AXIS));

/** The three zones from left to right; `spread` is the logits' at α = 1 (that of the scores by √d_k: 1 for entries of variance 1). */
export function zoneSpans(keyCount: number, width: number, spread = 1): [ZoneSpan, ZoneSpan, ZoneSpan] {
  const limits = zoneLimits(keyCount);
  const threshold = xOf(spread / limits.saturated, width);
  const flat = xOf(spread / limits.flat, width);
  return [{ zone: 'small', from: 0, to: threshold }, { zone: 'ok', from: threshold, to: flat }, { zone: 'large', from: flat, to: width }];
}

export interface Tick {
  x: number;
  label: string;
  anchor: 'start' | 'middle' | 'end';
}

/** Powers of two along the axis, told as σ = 1/α or as α; the first one names the quantity. */
export function octaveTicks(width: number, quantity: 'σ' | 'α'): Tick[] {
  const step = width < 480 ? 3 : 2;
  const ticks: Tick[] = [];
  for (let log = -AXIS; log <= AXIS; log += step) {
    const power = quantity === 'σ' ? -log : log;
    const text = power >= 0 ? String(2 ** power) : `1/${2 ** -power}`;
    ticks.push({ x: xOf(2 ** log, width), label: log === -AXIS ? `${quantity} = ${text}` : text, anchor: log === -AXIS ? 'start' : log === AXIS ? 'end' : 'middle' });
  }
  return ticks;
}

/**
 * One word a zone, at its middle, moved aside where the line to the thumb passes; a shorter one where the longer doesn't fit.
 * `named` is what their sentences' keys begin with. The middle word tries its own place, then places ever further from it, until the outer ones fit too.
 */
export function placeZoneWords(zones: readonly ZoneSpan[], lineX: number, baseline: number, width: number, strings: Strings, named = 'zone'): ZoneLabel[] {
  const size = 13;
  const gap = 8;
  const wordOf = (index: 0 | 1 | 2, short: boolean, least: number, most: number): ZoneWord => {
    const { zone, from, to } = zones[index]!;
    const text = strings.text(short ? `${named}.${zone}.short` : `${named}.${zone}`);
    const half = textWidth(text, size, true) / 2;
    return { zone, text, half, x: Math.min(most - half, Math.max(least + half, (from + to) / 2)) };
  };
  const outer = (index: 0 | 2, least: number, most: number): { word: ZoneWord; fits: boolean } => {
    for (const short of [false, true]) {
      const word = wordOf(index, short, least, most);
      const x = besideLine(word, lineX, least, most);
      if (x !== undefined) return { word: { ...word, x }, fits: true };
    }
    return { word: wordOf(index, true, least, most), fits: false };
  };
  const middle = wordOf(1, false, 0, width);
  const clear = middle.half + CLEAR;
  let words: ZoneWord[] = [];
  const shifts = Array.from({ length: 33 }, (_, i) => (i % 2 === 0 ? 3 : -3) * i);
  for (const x of [...shifts.map((shift) => middle.x + shift), lineX + clear, lineX - clear]) {
    if (Math.abs(x - lineX) < clear - ROUNDING || x < middle.half || x > width - middle.half) continue;
    const small = outer(0, -OVERHANG, x - middle.half - gap);
    const large = outer(2, x + middle.half + gap, width + OVERHANG);
    words = [small.word, { ...middle, x }, large.word];
    if (small.fits && large.fits) break;
  }
  return words.map(({ zone, text, x }) => ({ id: `zone-${zone}`, zone, text, size, bold: true, x, y: baseline, anchor: 'middle' as const }));
}

interface ZoneWord {
  zone: Zone;
  text: string;
  half: number;
  x: number;
}

/** How far a word's edge stays from the line. */
const CLEAR = 7;
const ROUNDING = 1e-6;
/** A zone word may hang over the chart's edge by this much; the page's gutter is wider. */
const OVERHANG = 6;

/** Where the word is clear of the line and within its room, nearest to where it would be; undefined where nowhere. */
function besideLine(word: ZoneWord, lineX: number, least: number, most: number): number | undefined {
  const clear = word.half + CLEAR;
  return [word.x, lineX - clear, lineX + clear]
    .filter((x) => Math.abs(x - lineX) >= clear - ROUNDING && x - word.half >= least - ROUNDING && x + word.half <= most + ROUNDING)
    .sort((a, b) => Math.abs(a - word.x) - Math.abs(b - word.x))[0];
}
