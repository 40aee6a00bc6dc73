// The geometry of the opening figure, in CSS pixels: bars, the two ends as ghosts, the film strip over the slider's track. Pure.
import { zoneOf, type Zone } from '../../state/params.ts';
import { AXIS, xOf, zoneSpans, type ZoneSpan } from '../divisor_axis.ts';
import { boxOf, placeLabels, type Box, type Label, type Place } from '../labels.ts';
import type { Strings } from '../strings.ts';
import { KEY_COUNT, STOPS } from './query.ts';

export interface Frame {
  /** Which of the nine stops. */
  stop: number;
  alpha: number;
  zone: Zone;
  /** Left edge and width of its place over the track. */
  left: number;
  width: number;
  bars: string;
  floor: string;
  current: boolean;
}

export interface OpeningLayout {
  width: number;
  height: number;
  base: number;
  bars: string;
  /** What the strongest key would have, all of it. */
  ghost: { x: number; y: number; width: number; height: number };
  /** What every key would have, 1/16. */
  level: number;
  keys: { x: number; index: number }[];
  labels: Label[];
  strip: { top: number; height: number; frames: Frame[] };
  track: number;
  /** How far the track's ends are from the figure's. */
  inset: number;
  zones: readonly ZoneSpan[];
}

const TOP = 22;

export interface OpeningState {
  weights: Float32Array;
  strongest: number;
  logAlpha: number;
  strip: readonly Float32Array[] | undefined;
}

export function layoutOpening(state: OpeningState, width: number, strings: Strings): OpeningLayout {
  const narrow = width < 560;
  const plot = narrow ? 190 : 218;
  const base = TOP + plot;
  const step = width / KEY_COUNT;
  const thick = Math.round(Math.min(32, step * 0.66));
  const y = (weight: number): number => base - weight * plot;
  const left = (i: number): number => i * step + (step - thick) / 2;

  const ghost = { x: left(state.strongest), y: TOP, width: thick, height: plot };
  const level = y(1 / KEY_COUNT);
  // Every second state on a phone: each needs room for sixteen bars.
  const shown = Array.from(STOPS.keys()).filter((stop) => !narrow || stop % 2 === 0);
  const frameWidth = width / shown.length;
  const inset = frameWidth / 2;
  const top = base + 42;
  const height = narrow ? 44 : 40;
  const track = top + height + 20;
  const nearest = shown.reduce((best, stop) => (Math.abs(Math.log2(STOPS[stop]!) - state.logAlpha) < Math.abs(Math.log2(STOPS[best]!) - state.logAlpha) ? stop : best), shown[0]!);

  return {
    width,
    height: track + 14,
    base,
    bars: barsPath(state.weights, { left, thick, base, scale: plot }),
    ghost,
    level,
    keys: Array.from({ length: KEY_COUNT }, (_, index) => ({ index, x: (index + 0.5) * step })).filter(({ index }) => !narrow || [0, state.strongest, KEY_COUNT - 1].includes(index) && (index === state.strongest || Math.abs(index - state.strongest) > 1)),
    labels: placeOpeningLabels({ weights: state.weights, strongest: state.strongest, ghost, level, left, thick, y, base, width, narrow }, strings),
    strip: {
      top,
      height,
      frames: shown.map((stop, i) => {
        const alpha = STOPS[stop]!;
        const inner = frameWidth * 0.86;
        const from = i * frameWidth + (frameWidth - inner) / 2;
        return {
          stop, alpha, zone: zoneOf(1 / alpha, KEY_COUNT), left: i * frameWidth, width: frameWidth, current: stop === nearest,
          bars: state.strip ? barsPath(state.strip[stop]!, { left: (k) => from + (k * inner) / KEY_COUNT, thick: Math.max(1.5, (inner / KEY_COUNT) * 0.62), base: top + height, scale: height }) : '',
          floor: `M${from.toFixed(1)} ${top + height}h${inner.toFixed(1)}`,
        };
      }),
    },
    track,
    inset,
    zones: zoneSpans(KEY_COUNT, width - 2 * inset),
  };
}

/** Where α stands over the whole figure. */
export const trackX = (alpha: number, { width, inset }: Pick<OpeningLayout, 'width' | 'inset'>): number => inset + xOf(alpha, width - 2 * inset);

function barsPath(weights: Float32Array, g: { left(i: number): number; thick: number; base: number; scale: number }): string {
  return Array.from(weights, (weight, i) => {
    const height = Math.max(0.75, weight * g.scale);
    return `M${g.left(i).toFixed(1)} ${g.base}v${(-height).toFixed(2)}h${g.thick.toFixed(1)}v${height.toFixed(2)}z`;
  }).join('');
}

interface Room {
  weights: Float32Array;
  strongest: number;
  ghost: OpeningLayout['ghost'];
  level: number;
  left(i: number): number;
  thick: number;
  y(weight: number): number;
  base: number;
  width: number;
  narrow: boolean;
}

function placeOpeningLabels(r: Room, strings: Strings): Label[] {
  const { ghost, level, width } = r;
  const size = 13;
  const at = (x: number, y: number, anchor: Place['anchor']): Place => ({ x, y, anchor });
  const largest = r.weights[r.strongest] ?? 0;
  const middle = ghost.x + ghost.width / 2;
  const bars: Box[] = Array.from(r.weights, (weight, i) => ({ left: r.left(i), top: r.y(weight), right: r.left(i) + r.thick, bottom: r.base }));
  const column: Box = { left: ghost.x, top: ghost.y, right: ghost.x + ghost.width, bottom: r.base };
  const bounds: Box = { left: 0, top: 0, right: width, bottom: r.base };

  // The value stands on its bar, inside the ghost; wider than the bar on a phone, it may hang over its sides.
  const value = placeLabels([{ id: 'value', text: strings.exact(largest, 2), size: 15, bold: true, places: [at(middle, r.y(largest) - 7, 'middle')] }], [], bounds, []);
  const right = ghost.x + ghost.width + 10;
  const places: Record<'alone' | 'equal', Place[]> = {
    alone: [14, 34, 54, 74, 94].flatMap((down) => [at(right, ghost.y + down, 'start'), at(ghost.x - 10, ghost.y + down, 'end')]),
    equal: [8, 26, 44, 62, 80, 98, 116].flatMap((up) => [at(width, level - up, 'end'), at(0, level - up, 'start'), at(width * 0.7, level - up, 'end'), at(width * 0.3, level - up, 'start')]),
  };
  const line: Box = { left: 0, top: level - 1, right: width, bottom: level + 1 };
  const taken = [...bars, column, line, ...value.map(boxOf)];
  const labels = [...value];
  for (const id of ['alone', 'equal'] as const) {
    // In few words where the many have no room.
    const wish = (text: string, optional: boolean): Label[] => placeLabels([{ id, text, size, places: places[id], optional }], [], bounds, [...taken, ...labels.map(boxOf)]);
    const whole = wish(strings.text(`opening.${id}`), true).filter((label) => inside(boxOf(label), bounds));
    labels.push(...(whole.length > 0 ? whole : wish(strings.text(`opening.${id}.short`), true)));
  }
  return labels;
}

const inside = (box: Box, bounds: Box): boolean => box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;

/** How far the strip's axis reaches, for whoever draws the slider. */
export const OCTAVES = AXIS;
