// What the bug does: the program's numbers beside the right ones, bar by bar, on one scale. Pure.
import { html, svg, type TemplateResult } from 'lit';
import { placeAt } from '../label_places.ts';
import { placeLabels, textWidth, type Label } from '../labels.ts';
import type { Strings } from '../strings.ts';
import type { Effect } from './bugs.ts';

const HEIGHT = 132;
const TOP = 22;
const FOOT = 22;
const DECIMALS = 3;

export interface PanelLayout {
  bars: { x: number; y: number; width: number; height: number; value: number }[];
  base: number;
  level: number | undefined;
  labels: Label[];
}

export function layoutPanel(values: readonly number[], most: number, level: number | undefined, width: number, strings: Strings): PanelLayout {
  const base = HEIGHT - FOOT;
  const scale = (base - TOP) / most;
  const step = width / values.length;
  const bars = values.map((value, i) => ({ value, x: i * step + step * 0.14, width: step * 0.72, height: Number.isFinite(value) ? value * scale : 0, y: base - (Number.isFinite(value) ? value * scale : 0) }));
  const broken = values.every((value) => !Number.isFinite(value));
  const tallest = bars.reduce((high, bar) => (bar.height > high.height ? bar : high), bars[0]!);
  const text = broken ? strings.text('bug-hunt.nan') : strings.fixed(tallest.value, DECIMALS);
  const half = textWidth(text, 13, true) / 2;
  const x = broken ? width / 2 : Math.min(width - half, Math.max(half, tallest.x + tallest.width / 2));
  const labels = placeLabels([
    { id: 'value', text, size: 13, bold: true, places: [placeAt(x, broken ? base - 14 : tallest.y - 6, 'middle')] },
    { id: 'first', text: '1', size: 12, places: [placeAt(step / 2, HEIGHT - 5, 'middle')] },
    { id: 'last', text: String(values.length), size: 12, places: [placeAt(width - step / 2, HEIGHT - 5, 'middle')] },
  ], [], { left: 0, top: 0, right: width, bottom: HEIGHT });
  return { bars, base, level: level === undefined ? undefined : base - level * scale, labels };
}

function panel(side: 'wrong' | 'right', effect: Effect, width: number, strings: Strings): TemplateResult {
  const most = Math.max(...[...effect.wrong, ...effect.right].filter(Number.isFinite), 1e-9);
  const { bars, base, level, labels } = layoutPanel(effect[side], most, effect.level, width, strings);
  const list = effect[side].map((value) => (Number.isFinite(value) ? strings.fixed(value, DECIMALS) : 'NaN')).join(strings.text('bug-hunt.and'));
  return html`<div class="dk-panel" data-side=${side}>
    <p class="dk-panel-title">${strings.text(`bug-hunt.${side}`)}</p>
    <svg class="dk-picture" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label=${strings.text('bug-hunt.spoken', { side: strings.text(`bug-hunt.${side}`), list })}>
      ${level === undefined ? '' : svg`<path class="dk-level" d=${`M0 ${level.toFixed(1)}H${width}`} />`}
      ${bars.map((bar, i) => svg`<rect data-name=${`${side}-${i + 1}`} data-value=${Number.isFinite(bar.value) ? bar.value : 'none'} x=${bar.x.toFixed(1)} y=${bar.y.toFixed(1)} width=${bar.width.toFixed(1)} height=${bar.height.toFixed(1)} />`)}
      <path class="dk-base" d=${`M0 ${base}H${width}`} />
      ${labels.map((one) => svg`<text class="dk-label dk-${one.id}" x=${one.x.toFixed(1)} y=${one.y.toFixed(1)} text-anchor=${one.anchor} font-size=${one.size} font-weight=${one.bold ? 600 : 400}>${one.text}</text>`)}
    </svg>
  </div>`;
}

const GAP = 24;

export function effectPicture(effect: Effect, width: number, strings: Strings): TemplateResult {
  const half = Math.floor((width - GAP) / 2);
  return html`<div class="dk-effect">${panel('wrong', effect, half, strings)}${panel('right', effect, half, strings)}</div>`;
}
