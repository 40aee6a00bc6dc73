// The pictures: the strip of rules, and what bounds the chosen one's logits.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { markLeaders } from '../controls/divisor.ts';
import { chartLabel } from '../chart.ts';
import { xOf } from '../divisor_axis.ts';
import { chartText } from '../math.ts';
import type { BoundLayout } from './bounds.ts';
import type { StripLayout, StripRow } from './layout.ts';

function dot({ x, y, zone, chosen, bounded, beyond }: StripRow): TemplateResult {
  // Bars on both sides, as round an absolute value: its logits are bounded.
  const bars = `M${(x - 9).toFixed(1)} ${y - 7}v14M${(x + 9).toFixed(1)} ${y - 7}v14`;
  const chevron = beyond === 'left' ? `M${x + 14} ${y - 5}l-6 5 6 5` : `M${x - 14} ${y - 5}l6 5 -6 5`;
  return svg`<g class="dk-model dk-zone-${zone} ${chosen ? 'chosen' : ''}">
    ${bounded ? svg`<path class="dk-model-bars" d=${bars} />` : nothing}<circle class="dk-model-dot" cx=${x.toFixed(1)} cy=${y} r=${chosen ? 6.5 : 4.5} />${beyond ? svg`<path class="dk-model-range" d=${chevron} />` : nothing}
  </g>`;
}

export function stripPicture(layout: StripLayout, marks: Params | undefined, spoken: string): TemplateResult {
  const { width, height, top, bottom, track, rows, rowHeight, current } = layout;
  const chosen = rows.find((row) => row.chosen);
  return html`<svg class="dk-picture dk-strip-picture" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${layout.zones.map(({ zone, from, to }) => svg`<rect class="dk-wash dk-zone-${zone}" x=${from.toFixed(2)} y=${top} width=${(to - from).toFixed(2)} height=${bottom - top} />`)}
    ${chosen ? svg`<rect class="dk-chosen-row" x="0" y=${chosen.top} width=${width} height=${rowHeight} />` : nothing}
    <path class="dk-axis" d=${`M0 ${bottom}H${width}M0 ${top}H${width}` + layout.ticks.map(({ x }) => `M${Math.min(width - 0.5, Math.max(0.5, x))} ${top}v-4`).join('')} />
    ${layout.ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${top - 9} text-anchor=${tick.anchor} font-size="13">${chartText(tick.label)}</text>`)}
    <path class="dk-root-line" d=${`M${(width / 2).toFixed(1)} ${top}V${bottom}`} />
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${top}V${track}`} />
    ${layout.zones.map(({ zone, from, to }) => svg`<path class="dk-track dk-zone-${zone}" d=${`M${from.toFixed(2)} ${track}H${to.toFixed(2)}`} />`)}
    ${marks ? markLeaders(marks, { width, from: track + 7, to: height, xOf: (alpha) => xOf(alpha, width) }) : nothing}
    ${layout.headings.map((one) => chartLabel(one, 'dk-idea'))}
    ${rows.map((row) => svg`<path class="dk-model-range dk-zone-${row.zone}" d=${row.range} />${dot(row)}${chartLabel(row.label, row.chosen ? '' : 'dk-model-name')}`)}
    ${layout.zoneWords.map((one) => chartLabel(one, `dk-zone-${one.zone}`))}
  </svg>`;
}

export function boundPicture(layout: BoundLayout, kind: 'cap' | 'best', spoken: string): TemplateResult {
  const { width, height, top, bottom } = layout;
  return html`<svg class="dk-picture dk-bound dk-bound-${kind}" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-grid" d=${layout.gridlines.map(({ y }) => `M34 ${y.toFixed(1)}H${width}`).join('')} />
    <path class="dk-axis" d=${`M34 ${bottom}H${width}` + layout.ticks.map(({ x }) => `M${x.toFixed(1)} ${bottom}v4`).join('')} />
    ${layout.gridlines.map(({ y, label }) => svg`<text class="dk-axis-number" x="28" y=${(y + 4.5).toFixed(1)} text-anchor="end" font-size="12.5">${label}</text>`)}
    ${layout.ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${bottom + 19} text-anchor=${tick.anchor} font-size="12.5">${chartText(tick.label)}</text>`)}
    <path class="dk-context" d=${layout.context} />
    <path class="dk-mark-line" d=${layout.mark} />
    <path class="dk-theory" d=${layout.curve} />
    <path class="dk-dots" d=${layout.dots} />
    ${layout.labels.map((one) => chartLabel(one, one.id === 'here' ? '' : 'dk-context-label'))}
    <path class="dk-axis" d=${`M34 ${top}V${bottom}`} />
  </svg>`;
}
