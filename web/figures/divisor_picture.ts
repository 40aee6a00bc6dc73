// What charts against the divisor have in common: the zones' washes, grid, axis and ticks; below the plot the zones' track with the lines to the
// marks' chips; where the reader stands. And the whole chart of one curve.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Params, Zone } from '../state/params.ts';
import { chartLabel } from './chart.ts';
import { markLeaders } from './controls/divisor.ts';
import { xOf, type Tick, type ZoneLabel, type ZoneSpan } from './divisor_axis.ts';
import type { Label } from './labels.ts';
import { chartText } from './math.ts';

export interface DivisorFrame {
  width: number;
  height: number;
  top: number;
  bottom: number;
  zones: readonly ZoneSpan[];
  gridlines: readonly number[];
  ticks: readonly Tick[];
}

/** Where the reader's divisor lies beyond the axis, at which end. */
export type Beyond = 'left' | 'right' | undefined;

/** A chart of one curve, with others beside it. */
export interface DivisorChart extends DivisorFrame {
  track: number;
  theory: string;
  contexts: readonly string[];
  dots: string;
  errorBars: string;
  /** Where a limit lies. */
  threshold?: number;
  current: { x: number; y: number; zone: Zone; beyond: Beyond };
  labels: readonly Label[];
  zoneWords: readonly ZoneLabel[];
}

export const divisorFrame = ({ width, top, bottom, zones, gridlines, ticks }: DivisorFrame): TemplateResult => svg`
    ${zones.map(({ zone, from, to }) => svg`<rect class="dk-wash dk-zone-${zone}" x=${from.toFixed(2)} y=${top} width=${Math.max(0, to - from).toFixed(2)} height=${bottom - top} />`)}
    <path class="dk-grid" d=${gridlines.map((y) => `M0 ${Number(y.toFixed(2))}H${width}`).join('')} />
    <path class="dk-axis" d=${`M0 ${bottom}H${width}M0 ${top}H${width}` + ticks.map(({ x }) => `M${Math.min(width - 0.5, Math.max(0.5, x))} ${top}v-4`).join('')} />
    ${ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${top - 9} text-anchor=${tick.anchor} font-size="13">${chartText(tick.label)}</text>`)}`;

export const divisorTrack = ({ width, height, zones, track }: DivisorFrame & { track: number }, marks: Params | undefined): TemplateResult => svg`
    ${zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${from.toFixed(2)} ${track}H${to.toFixed(2)}`} />`)}
    ${marks ? markLeaders(marks, { width, from: track + 7, to: height, xOf: (alpha) => xOf(alpha, width) }) : nothing}`;

/** An arrow at height y to where the axis has no room. */
export const beyondArrow = ({ x, beyond }: { x: number; beyond: Beyond }, y: number): TemplateResult | typeof nothing =>
  beyond === undefined ? nothing : svg`<path class="dk-beyond" d=${beyond === 'left' ? `M${x + 14} ${y}l-6 5 6 5` : `M${x - 14} ${y}l6 5 -6 5`} />`;

export function divisorChart(layout: DivisorChart, marks: Params | undefined, spoken: string, classOf: (id: string) => string): TemplateResult {
  const { width, height, top, bottom, track, current, threshold } = layout;
  return html`<svg class="dk-picture dk-curve" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${divisorFrame(layout)}
    ${layout.contexts.map((path) => svg`<path class="dk-context" d=${path} />`)}
    ${threshold === undefined ? nothing : svg`<path class="dk-threshold" d=${`M${threshold.toFixed(2)} ${top}V${bottom}`} />`}
    <path class="dk-theory" d=${layout.theory} />
    <path class="dk-error-bars" d=${layout.errorBars} />
    <path class="dk-dots" d=${layout.dots} />
    ${divisorTrack(layout, marks)}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${current.y.toFixed(2)}V${track}`} />
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${layout.zoneWords.map((one) => chartLabel(one, `dk-zone-${one.zone}`))}
    <circle class="dk-current" cx=${current.x.toFixed(2)} cy=${current.y.toFixed(2)} r="7" />
    ${beyondArrow(current, current.y - 5)}
  </svg>`;
}
