// The pictures, drawn from their layouts: one path a series, labels with a paper halo.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { chartLabel } from '../chart.ts';
import { markLeaders } from '../controls/divisor.ts';
import { xOf, type Tick, type ZoneSpan } from '../divisor_axis.ts';
import { chartText } from '../math.ts';
import type { GradientLayout } from './layout.ts';
import type { PanelLayout } from './layout_panels.ts';

const CLASSES: Readonly<Record<string, string>> = { guide: 'dk-zone-large', below: 'dk-zone-small', above: 'dk-zone-small', 'line-rms': 'dk-context-label', limit: 'dk-limit-label', half: 'dk-limit-label', quarter: 'dk-limit-label', equal: 'dk-limit-label' };
const classOf = (id: string): string => (id.startsWith('axis') ? 'dk-axis-number' : id.startsWith('value') ? 'dk-hue' : (CLASSES[id] ?? ''));

interface Frame {
  width: number;
  top: number;
  bottom: number;
  zones: readonly ZoneSpan[];
  gridlines: readonly number[];
  ticks: readonly Tick[];
}

const frame = ({ width, top, bottom, zones, gridlines, ticks }: Frame): TemplateResult => svg`
    ${zones.map(({ zone, from, to }) => svg`<rect class="dk-wash dk-zone-${zone}" x=${from.toFixed(2)} y=${top} width=${Math.max(0, to - from).toFixed(2)} height=${bottom - top} />`)}
    <path class="dk-grid" d=${gridlines.map((y) => `M0 ${y.toFixed(1)}H${width}`).join('')} />
    <path class="dk-axis" d=${`M0 ${bottom}H${width}M0 ${top}H${width}` + ticks.map(({ x }) => `M${Math.min(width - 0.5, Math.max(0.5, x))} ${top}v-4`).join('')} />
    ${ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${top - 9} text-anchor=${tick.anchor} font-size="13">${chartText(tick.label)}</text>`)}`;

export function gradientPicture(layout: GradientLayout, marks: Params | undefined, spoken: string): TemplateResult {
  const { width, height, bottom, track, current, lines } = layout;
  return html`<svg class="dk-picture dk-gradients" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${frame(layout)}
    ${layout.strip?.paths.map(({ zone, path }) => svg`<path class="dk-row-dots dk-zone-${zone}" d=${path} />`) ?? nothing}
    <path class="dk-limit" d=${layout.limit} />
    <path class="dk-context" d=${layout.rms} />
    <path class="dk-dots dk-rms-dots" d=${layout.rmsDots} />
    <path class="dk-p999" d=${lines.p999} />
    <path class="dk-median" d=${lines.median} />
    <path class="dk-mean" d=${lines.mean} />
    <path class="dk-guide" d=${layout.guide} />
    ${layout.zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${from.toFixed(2)} ${track}H${to.toFixed(2)}`} />`)}
    ${marks ? markLeaders(marks, { width, from: track + 7, to: height, xOf: (alpha) => xOf(alpha, width) }) : nothing}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${layout.top}V${bottom}V${track}`} />
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${layout.zoneWords.map((one) => chartLabel(one, `dk-zone-${one.zone}`))}
    ${current.dots.map((y) => svg`<circle class="dk-current" cx=${current.x.toFixed(2)} cy=${y.toFixed(2)} r="6" />`)}
    ${current.beyond === undefined ? nothing : svg`<path class="dk-beyond" d=${current.beyond === 'left' ? `M${current.x + 14} ${bottom - 20}l-6 5 6 5` : `M${current.x - 14} ${bottom - 20}l6 5 -6 5`} />`}
  </svg>`;
}

export function panelPicture(layout: PanelLayout, spoken: string): TemplateResult {
  const { width, height, top, bottom, current } = layout;
  return html`<svg class="dk-picture" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${frame(layout)}
    ${layout.paths.map(({ name, path }) => svg`<path class=${name} d=${path} />`)}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${top}V${bottom}`} />
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${current.dots.map((y) => svg`<circle class="dk-current" cx=${current.x.toFixed(2)} cy=${y.toFixed(2)} r="5.5" />`)}
  </svg>`;
}
