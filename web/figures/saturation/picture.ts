// The two pictures, drawn from their layouts: one path a series, labels with a paper halo.
import { html, svg, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { chartLabel as label } from '../chart.ts';
import { divisorChart } from '../divisor_picture.ts';
import type { BarsLayout } from './layout_bars.ts';
import type { CurveLayout } from './layout_curve.ts';

const classOf = (id: string): string => (id.startsWith('axis') ? 'dk-axis-number' : id === 'current' ? 'dk-hue' : id === 'threshold' ? 'dk-threshold-label' : id.startsWith('n-') ? 'dk-context-label' : '');

export const curvePicture = (layout: CurveLayout, marks: Params | undefined, spoken: string): TemplateResult => divisorChart(layout, marks, spoken, classOf);

export function barsPicture(layout: BarsLayout, spoken: string): TemplateResult {
  const { width, height, base } = layout;
  return html`<svg class="dk-picture dk-bars" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-grid" d=${layout.gridlines.map((y) => `M0 ${y}H${width}`).join('')} />
    <path class="dk-rest" d=${layout.rest} />
    <path class="dk-others" d=${layout.others} />
    <path class="dk-first" d=${layout.first} />
    <path class="dk-axis" d=${`M0 ${base}H${width}`} />
    ${layout.labels.map((one) => label(one, one.id.startsWith('axis') ? 'dk-axis-number' : ''))}
    <rect class="dk-barcode-paper" x="0" y=${layout.barcodeTop} width=${width} height=${height - layout.barcodeTop} />
    ${layout.barcode.map(({ strength, path }) => svg`<path class="dk-barcode" d=${path} opacity=${Math.max(0.12, 0.85 * strength).toFixed(2)} />`)}
  </svg>`;
}
