// The two pictures, drawn from their layouts: one path a series, labels with a paper halo.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { chartLabel as label } from '../chart.ts';
import { chartText } from '../math.ts';
import type { ChartLayout, DrawnRule } from './layout_chart.ts';
import type { DensityLayout } from './layout_density.ts';
import { RULE_ZONES, type RuleId } from './rules.ts';

const hue = (id: RuleId | undefined): string => (id === undefined ? 'dk-axis-number' : RULE_ZONES[id] ? `dk-zone-${RULE_ZONES[id]}` : 'dk-rule-own');

export function chartPicture(layout: ChartLayout, inForce: RuleId, spoken: string): TemplateResult {
  const { width, height, top, bottom, x } = layout;
  // The reader's rule lies on top.
  const order = [...layout.rules].sort((a, b) => Number(a.id === inForce) - Number(b.id === inForce));
  const now = ({ id, now: point }: DrawnRule): TemplateResult | typeof nothing => (point ? svg`<circle class="dk-rule-now" cx=${point.x.toFixed(2)} cy=${point.y.toFixed(2)} r=${id === inForce ? 7 : 4} />` : nothing);
  return html`<svg class="dk-picture dk-rules" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-grid" d=${layout.gridlines.map((y) => `M0 ${y.toFixed(2)}H${width}`).join('')} />
    <path class="dk-axis" d=${`M0 ${bottom}H${width}M0 ${top}H${width}` + layout.ticks.map((tick) => `M${Math.min(width - 0.5, Math.max(0.5, tick.x))} ${top}v-4`).join('')} />
    ${layout.ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${top - 9} text-anchor=${tick.anchor} font-size="13">${chartText(tick.label)}</text>`)}
    <path class="dk-plumb" d=${`M${x.toFixed(2)} ${top}V${height}`} />
    ${order.map((rule) => svg`<g class="dk-rule ${hue(rule.id)} ${rule.id === inForce ? 'in-force' : ''}">
      <path class="dk-theory" d=${rule.theory} /><path class="dk-error-bars" d=${rule.errorBars} /><path class="dk-dots" d=${rule.dots} />
    </g>`)}
    ${layout.labels.map((one) => label(one, hue(one.rule)))}
    ${order.map((rule) => svg`<g class="dk-rule ${hue(rule.id)}">${now(rule)}</g>`)}
  </svg>`;
}

export function densityPicture(layout: DensityLayout, spoken: string): TemplateResult {
  const { width, height, top, bottom } = layout;
  return html`<svg class="dk-picture dk-densities" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-area" d=${layout.area} />
    <path class="dk-axis" d=${`M0 ${bottom}H${width}` + layout.ticks.map(({ x }) => `M${x.toFixed(1)} ${bottom}v4`).join('')} />
    <path class="dk-grid" d=${`M${width / 2} ${top}V${bottom}`} />
    ${layout.lines.map((line, i) => svg`<path class="dk-density dk-density-${i}" d=${line} />`)}
    <path class="dk-error-bars" d=${layout.errorBars} />
    <path class="dk-dots" d=${layout.dots} />
    ${layout.ticks.map((tick) => svg`<text class="dk-tick" x=${tick.x.toFixed(1)} y=${bottom + 18} text-anchor=${tick.anchor} font-size="13">${tick.label}</text>`)}
    ${layout.labels.map((one) => label(one, one.id === 'axis' ? 'dk-axis-number' : one.bold ? 'dk-hue' : ''))}
  </svg>`;
}
