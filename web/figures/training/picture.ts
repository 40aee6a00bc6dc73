// The race drawn from its layout: one path a run, a burst where one exploded, a bar across where one died.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { chartText } from '../math.ts';
import type { RaceLayout, Run } from './layout.ts';

/** Eight rays round a point. */
export const burst = (x: number, y: number): string =>
  Array.from({ length: 8 }, (_, i) => {
    const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
    const far = i % 2 === 0 ? 9 : 6.5;
    return `M${(x + 2.5 * cos).toFixed(1)} ${(y + 2.5 * sin).toFixed(1)}L${(x + far * cos).toFixed(1)} ${(y + far * sin).toFixed(1)}`;
  }).join('');

const dot = (x: number, y: number, r: number): TemplateResult => svg`<circle class="dk-run-dot" cx=${x.toFixed(1)} cy=${y.toFixed(1)} r=${r} />`;

function mark(run: Run, right: number): TemplateResult | typeof nothing {
  const [x, y] = run.end;
  if (run.path === '' && run.state !== 'exploded') return nothing;
  if (run.state === 'exploded') return svg`<path class="dk-burst" d=${burst(x, y)} />`;
  if (run.state === 'dead') return svg`<path class="dk-stop" d=${`M${right} ${(y - 6).toFixed(1)}v12`} />`;
  if (run.final) return svg`<path class="dk-run-bar" d=${run.final.bar} />${dot(right, run.final.y, 3.5)}`;
  return svg`<circle class="dk-run-front" cx=${x.toFixed(1)} cy=${y.toFixed(1)} r="3" />`;
}

const runClass = ({ zone, state, root }: Run): string => `dk-run dk-zone-${zone} ${state} ${root ? 'root' : ''}`;

export function racePicture(layout: RaceLayout, spoken: string): TemplateResult {
  const { width, height, left, right, bottom } = layout;
  // The runs of the outer zones first, so that those just right lie on top.
  const order = [...layout.runs].sort((a, b) => Number(a.zone === 'ok') - Number(b.zone === 'ok'));
  return html`<svg class="dk-picture dk-race" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${spoken}>
    <path class="dk-grid" d=${layout.gridlines.map(({ y }) => `M${left} ${y.toFixed(1)}H${right}`).join('')} />
    ${layout.gridlines.map(({ y, label }) => svg`<text class="dk-axis-number" x=${left - 6} y=${(y + 4.5).toFixed(1)} text-anchor="end" font-size="13">${label}</text>`)}
    <path class="dk-axis" d=${`M${left} ${bottom}H${right}` + layout.ticks.map(({ x }) => `M${Math.round(x)} ${bottom}v4`).join('')} />
    ${layout.ticks.map(({ x, label, anchor }) => svg`<text class="dk-tick" x=${x.toFixed(1)} y=${bottom + 19} text-anchor=${anchor} font-size="13">${label}</text>`)}
    <path class="dk-level" d=${layout.levels.map(({ y }) => `M${left} ${y.toFixed(1)}H${right}`).join('')} />
    ${order.map((run) => svg`<g class=${runClass(run)}><path class="dk-run-leader" d=${run.leader} /><path class="dk-run-line" d=${run.path} /></g>`)}
    ${order.map((run) => svg`<g class=${runClass(run)}>${run.crossing ? dot(run.crossing[0], run.crossing[1], 3) : nothing}${mark(run, right)}</g>`)}
    ${layout.labels.map((label) => svg`<text class=${`dk-label ${label.zone ? `dk-zone-${label.zone}` : 'dk-level-label'}`} data-label=${label.id} x=${label.x.toFixed(1)} y=${label.y.toFixed(1)} text-anchor=${label.anchor} font-size=${label.size} font-weight=${label.bold ? 600 : 400}>${chartText(label.text)}</text>`)}
  </svg>`;
}
