// The histogram, drawn from its layout.
import { html, svg, type TemplateResult } from 'lit';
import { chartLabel } from '../chart.ts';
import type { HistogramLayout } from './layout.ts';

const CLASSES: Readonly<Record<string, string>> = { sigma: 'dk-hue', normal: 'dk-context-label', others: 'dk-context-label', ones: 'dk-axis-number', lost: 'dk-axis-number' };

export function histogramPicture(layout: HistogramLayout, spoken: string): TemplateResult {
  const { width, height, top, base, ticks } = layout;
  return html`<svg class="dk-picture dk-histogram" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-limit" d=${layout.ones} />
    <path class="dk-bars" d=${layout.bars} />
    <path class="dk-context" d=${layout.others} />
    <path class="dk-normal" d=${layout.normal} />
    <path class="dk-theory" d=${layout.exact} />
    <path class="dk-error-bars" d=${layout.errorBars} />
    <path class="dk-dots" d=${layout.dots} />
    <path class="dk-axis" d=${`M0 ${base}H${width}` + ticks.map(({ x }) => `M${Math.min(width - 0.5, Math.max(0.5, x))} ${base}v4`).join('')} />
    <path class="dk-zero" d=${`M${(width / 2).toFixed(1)} ${top}V${base}`} />
    ${ticks.map(({ x, label, anchor }) => svg`<text class="dk-tick" x=${x.toFixed(1)} y=${base + 19} text-anchor=${anchor} font-size="13">${label}</text>`)}
    <path class="dk-bracket" d=${layout.bracket} />
    ${layout.labels.map((one) => chartLabel(one, CLASSES[one.id] ?? ''))}
  </svg>`;
}
