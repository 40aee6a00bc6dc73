// The pictures, drawn from their layouts: one path a series, labels with a paper halo.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Params } from '../../state/params.ts';
import { chartLabel } from '../chart.ts';
import { beyondArrow, divisorFrame, divisorTrack } from '../divisor_picture.ts';
import type { GradientLayout } from './layout.ts';
import type { PanelLayout } from './layout_panels.ts';

const CLASSES: Readonly<Record<string, string>> = { guide: 'dk-zone-large', below: 'dk-zone-small', above: 'dk-zone-small', 'line-rms': 'dk-context-label', limit: 'dk-limit-label', half: 'dk-limit-label', quarter: 'dk-limit-label', equal: 'dk-limit-label' };
const classOf = (id: string): string => (id.startsWith('axis') ? 'dk-axis-number' : id.startsWith('value') ? 'dk-hue' : (CLASSES[id] ?? ''));

export function gradientPicture(layout: GradientLayout, marks: Params | undefined, spoken: string): TemplateResult {
  const { width, height, bottom, track, current, lines } = layout;
  return html`<svg class="dk-picture dk-gradients" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${divisorFrame(layout)}
    ${layout.strip?.paths.map(({ zone, path }) => svg`<path class="dk-row-dots dk-zone-${zone}" d=${path} />`) ?? nothing}
    <path class="dk-limit" d=${layout.limit} />
    <path class="dk-context" d=${layout.rms} />
    <path class="dk-dots dk-rms-dots" d=${layout.rmsDots} />
    <path class="dk-p999" d=${lines.p999} />
    <path class="dk-median" d=${lines.median} />
    <path class="dk-mean" d=${lines.mean} />
    <path class="dk-guide" d=${layout.guide} />
    ${divisorTrack(layout, marks)}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${layout.top}V${bottom}V${track}`} />
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${layout.zoneWords.map((one) => chartLabel(one, `dk-zone-${one.zone}`))}
    ${current.dots.map((y) => svg`<circle class="dk-current" cx=${current.x.toFixed(2)} cy=${y.toFixed(2)} r="6" />`)}
    ${beyondArrow(current, bottom - 20)}
  </svg>`;
}

export function panelPicture(layout: PanelLayout, spoken: string): TemplateResult {
  const { width, height, top, bottom, current } = layout;
  return html`<svg class="dk-picture" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    ${divisorFrame(layout)}
    ${layout.paths.map(({ name, path }) => svg`<path class=${name} d=${path} />`)}
    <path class="dk-plumb" d=${`M${current.x.toFixed(2)} ${top}V${bottom}`} />
    ${layout.labels.map((one) => chartLabel(one, classOf(one.id)))}
    ${current.dots.map((y) => svg`<circle class="dk-current" cx=${current.x.toFixed(2)} cy=${y.toFixed(2)} r="5.5" />`)}
  </svg>`;
}
