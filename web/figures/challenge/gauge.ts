// A number on its axis with the band that it must come to lie in: names and values stand at what they name.
import { html, svg, type TemplateResult } from 'lit';
import { placeAt } from '../label_places.ts';
import { placeLabels, textWidth, type Label } from '../labels.ts';
import type { Strings } from '../strings.ts';
import { isIn, type Reading, type Target } from './types.ts';

const EDGE = 9;
const AXIS_Y = 38;
const BAND = 13;
const HEIGHT = 72;
/** A band narrower than this would not be seen. */
const LEAST_BAND = 5;

/** A number of a target's kind: a share in per cent, or with the target's decimals. */
export function shown({ percent, decimals = 2 }: Pick<Target, 'percent' | 'decimals'>, value: number, strings: Strings): string {
  if (!Number.isFinite(value)) return '–';
  return percent ? `${strings.short(value * 100)} %` : strings.exact(value, decimals);
}

/** A band's end: as short as it is. */
export const bound = (target: Target, value: number, strings: Strings): string => (target.percent ? shown(target, value, strings) : strings.short(value, 4));

export function valueText(reading: Reading, strings: Strings): string {
  const { value, error, decimals = 2, percent } = reading;
  if (error === undefined || error === 0 || percent || !Number.isFinite(value)) return shown(reading, value, strings);
  const text = strings.measured(value, error, Math.max(decimals, 2));
  return `${text.value} ± ${text.error}`;
}

export function targetText(target: Target, strings: Strings): string {
  const { low, high } = target;
  const values = { low: bound(target, low ?? 0, strings), high: bound(target, high ?? 0, strings) };
  return strings.text(`challenge.target.${low === undefined ? 'below' : high === undefined ? 'above' : 'between'}`, values);
}

/** Where a value stands; beyond the axis, at its end. */
export function placeOf({ from, to, log }: Target, value: number, width: number): number {
  const scale = log ? Math.log : (x: number) => x;
  const inside = Math.min(to, Math.max(from, value));
  return EDGE + ((scale(inside) - scale(from)) / (scale(to) - scale(from))) * (width - 2 * EDGE);
}

export interface GaugeLayout {
  band: { from: number; to: number };
  dot: number;
  labels: Label[];
}

export function layoutGauge(reading: Reading, width: number, strings: Strings): GaugeLayout {
  const { low = reading.from, high = reading.to, from, to, value } = reading;
  let [start, end] = [placeOf(reading, low, width), placeOf(reading, high, width)];
  if (end - start < LEAST_BAND) [start, end] = [Math.max(EDGE, (start + end - LEAST_BAND) / 2), Math.min(width - EDGE, (start + end + LEAST_BAND) / 2)];
  const dot = placeOf(reading, value, width);
  const aside = value > to ? ' →' : value < from ? '← ' : '';
  const text = aside === '← ' ? aside + valueText(reading, strings) : valueText(reading, strings) + aside;
  const half = textWidth(text, 16, true) / 2;
  const middle = (start + end) / 2;
  const below = HEIGHT - 6;
  const targetHalf = textWidth(targetText(reading, strings), 13, true) / 2;
  const inside = (x: number, reach: number): number => Math.min(width - reach, Math.max(reach, x));
  const labels = placeLabels(
    [
      { id: 'value', text, size: 16, bold: true, places: [placeAt(inside(dot, half), 17, 'middle')] },
      { id: 'target', text: targetText(reading, strings), size: 13, bold: true, places: [placeAt(inside(middle, targetHalf), below, 'middle')] },
      { id: 'from', text: bound(reading, from, strings), size: 12, places: [placeAt(0, below, 'start')], optional: true },
      { id: 'to', text: bound(reading, to, strings), size: 12, places: [placeAt(width, below, 'end')], optional: true },
    ],
    [], { left: -1, top: 0, right: width + 1, bottom: HEIGHT },
  );
  return { band: { from: start, to: end }, dot, labels };
}

export function gauge(reading: Reading, width: number, strings: Strings): TemplateResult {
  const { band, dot, labels } = layoutGauge(reading, width, strings);
  const name = strings.text(`challenge.gauge.${reading.name}`);
  const spoken = strings.text('challenge.gauge.spoken', { name, value: valueText(reading, strings), target: targetText(reading, strings) });
  const label = ({ id, x, y, anchor, text, size, bold }: Label): TemplateResult => id === 'value'
    ? svg`<text class="dk-label dk-gauge-value" data-name=${reading.name} data-value=${Number.isFinite(reading.value) ? reading.value : 'none'} x=${x.toFixed(1)} y=${y} text-anchor=${anchor} font-size=${size} font-weight="600">${text}</text>`
    : svg`<text class=${`dk-label dk-gauge-${id}`} x=${x.toFixed(1)} y=${y} text-anchor=${anchor} font-size=${size} font-weight=${bold ? 600 : 400}>${text}</text>`;
  return html`<div class="dk-gauge-box" data-gauge=${reading.name} data-in=${isIn(reading) ? 'yes' : 'no'}>
    <p class="dk-gauge-name">${name}</p>
    <svg class="dk-picture" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label=${spoken}>
      <rect class="dk-band" x=${band.from.toFixed(1)} y=${AXIS_Y - BAND} width=${(band.to - band.from).toFixed(1)} height=${2 * BAND} />
      <path class="dk-band-edge" d=${`M${band.from.toFixed(1)} ${AXIS_Y - BAND}v${2 * BAND}M${band.to.toFixed(1)} ${AXIS_Y - BAND}v${2 * BAND}`} />
      <path class="dk-gauge-axis" d=${`M${EDGE} ${AXIS_Y}H${width - EDGE}`} />
      <circle class="dk-gauge-dot" cx=${dot.toFixed(1)} cy=${AXIS_Y} r="7" />
      ${labels.map(label)}
    </svg>
  </div>`;
}
