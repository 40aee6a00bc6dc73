// The chart drawn from its layout: one path a series, labels with a paper halo.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { chartLabel as label } from '../chart.ts';
import { markLeaders } from '../controls/divisor.ts';
import { xOf } from '../divisor_axis.ts';
import { chartText } from '../math.ts';
import type { ChartLayout } from './layout.ts';

const classOf = (id: string): string => (id.startsWith('axis') ? 'dk-axis-number' : id === 'current' ? 'dk-hue' : id.startsWith('context') ? 'dk-context-label' : '');

export function chartPicture(layout: ChartLayout, marks: Params | undefined, spoken: string): TemplateResult {
  const { width, height, top, bottom, track, current } = layout;
  return html`<svg class="dk-picture dk-curve" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${layout.zones.map(({ zone, from, to }) => svg`<rect class="dk-wash dk-zone-${zone}" x=${from.toFixed(2)} y=${top} width=${(to - from).toFixed(2)} height=${bottom - top} />`)}
    <path class="dk-grid" d=${layout.gridlines.map((y) => `M0 ${y}H${width}`).join('')} />
    <path class="dk-axis" d=${`M0 ${bottom}H${width}M0 ${top}H${width}` + layout.ticks.map(({ x }) => `M${Math.min(width - 0.5, Math.max(0.5, x))} ${top}v-4`).join('')} />
    ${layout.ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${top - 9} text-anchor=${tick.anchor} font-size="13">${chartText(tick.label)}</text>`)}
    ${layout.contexts.map((path) => svg`<path class="dk-context" d=${path} />`)}
    <path class="dk-theory" d=${layout.theory} />
    <path class="dk-error-bars" d=${layout.errorBars} />
    <path class="dk-dots" d=${layout.dots} />
    ${layout.zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${from.toFixed(2)} ${track}H${to.toFixed(2)}`} />`)}
    ${marks ? markLeaders(marks, { width, from: track + 7, to: height, xOf: (alpha) => xOf(alpha, width) }) : nothing}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${current.y.toFixed(2)}V${track}`} />
    ${layout.labels.map((one) => label(one, classOf(one.id)))}
    ${layout.zoneWords.map((one) => label(one, `dk-zone-${one.zone}`))}
    <circle class="dk-current" cx=${current.x.toFixed(2)} cy=${current.y.toFixed(2)} r="7" />
    ${current.beyond === undefined ? nothing : svg`<path class="dk-beyond" d=${current.beyond === 'left' ? `M${current.x + 14} ${current.y - 5}l-6 5 6 5` : `M${current.x - 14} ${current.y - 5}l6 5 -6 5`} />`}
  </svg>`;
}
