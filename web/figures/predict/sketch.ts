// A curve, drawn by a finger across a small chart or handle by handle with arrow keys; revealed, the computed curve lies over it.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { circlesPath } from '../chart.ts';
import type { Strings } from '../strings.ts';
import { throughTouched } from './difference.ts';
import { plain, say, type PredictModel } from './model.ts';
import { layoutPlot, plotPicture, type PlotLine } from './plot.ts';
import { shareOf, valueAt, type Sketch } from './question.ts';

/** 1/64 and 4096, not 0.016. */
export const fraction = (value: number): string => (value < 1 && Number.isInteger(1 / value) ? `1/${1 / value}` : String(value));
/** Powers of ten are written as such. */
const powered = (strings: Strings, value: number): string => (value > 0 && value < 0.01 ? `10${[...String(Math.round(Math.log10(value)))].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('')}` : strings.short(value, 2));

export function sketchControl(model: PredictModel<Sketch>, strings: Strings): TemplateResult {
  const { question, truth, width, actions, uid, touched } = model;
  const { x, y, at, write } = question;
  const column = width / at.length;
  const shares = throughTouched(touched);
  const guessed: [number, number][] = shares?.map((share, i) => [at[i]!, valueAt(y, share)]) ?? [];
  const text = (key: string): string => plain(strings, `predict.${question.id}.${key}`);
  const guess: PlotLine[] = shares ? [{ name: 'guess', kind: 'guess', label: truth ? plain(strings, 'predict.yours') : '', points: guessed }] : [];
  const curves: PlotLine[] = truth ? truth.curves!.map((one) => ({ ...one, kind: one.name === 'truth' ? 'theory' : 'context', label: text(`curve.${one.name}`) })) : [];
  const plot = layoutPlot({ width, x, y, inset: column / 2, writeX: fraction, writeY: (value) => powered(strings, value) }, [...curves, ...guess]);
  const height = plot.bottom - plot.top;
  const put = (event: PointerEvent, resting: boolean): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const handle = Math.min(at.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / column)));
    actions.touch(handle, Math.min(1, Math.max(0, (plot.bottom - (event.clientY - box.top)) / height)), resting);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    // A finger may be about to scroll the page: it draws once it moves along, or is lifted.
    if (event.pointerType !== 'touch') put(event, false);
  };
  const move = (event: PointerEvent): void => {
    if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) put(event, false);
  };
  const seen = (share: number | undefined): string => (share === undefined ? plain(strings, 'predict.nothing-yet') : write(strings, valueAt(y, share)));
  const handles = at.map((value, i) => {
    const share = shares?.[i];
    return svg`<g class=${`dk-handle${touched[i] === undefined ? ' dk-untouched' : ''}`}><circle class="dk-grab" cx=${plot.xOf(value).toFixed(1)} cy=${plot.yAtShare(share ?? 0.5).toFixed(1)} r="22" /><circle class="dk-knob" cx=${plot.xOf(value).toFixed(1)} cy=${plot.yAtShare(share ?? 0.5).toFixed(1)} r="10" /></g>`;
  });
  return html`<div class="dk-sketch">
    <p class="dk-panel-title">${say(strings, question, 'name')}</p>
    <div class="dk-sketch-plot">
      ${truth ? nothing : at.map((value, i) => html`<input class="dk-sketch-input" type="range" min="0" max="1" step="0.02" autocomplete="off" aria-orientation="vertical" style="left: ${(i * column).toFixed(1)}px; width: ${column.toFixed(1)}px; height: ${plot.bottom + 4}px"
        id="${uid}-handle-${i}" aria-label=${plain(strings, `predict.${question.id}.handle`, { at: fraction(value) })} aria-valuetext=${seen(shares?.[i])} .value=${live(String(shares?.[i] ?? 0.5))}
        @input=${(event: Event) => actions.touch(i, Number((event.currentTarget as HTMLInputElement).value), false)} @change=${(event: Event) => actions.touch(i, Number((event.currentTarget as HTMLInputElement).value), true)} />`)}
      <svg class="dk-picture ${truth ? '' : 'dk-drawable'}" width=${width} height=${plot.height} viewBox="0 0 ${width} ${plot.height}" role=${truth ? 'img' : 'presentation'} aria-hidden=${truth ? nothing : 'true'}
        aria-label=${truth ? pictureWords(model, guessed, strings) : nothing} @pointerdown=${truth ? undefined : down} @pointermove=${truth ? undefined : move} @pointerup=${truth ? undefined : (event: PointerEvent) => put(event, true)}>
        ${plotPicture(plot, truth ? svg`<path class="dk-guess-dots" d=${circlesPath(guessed.map(([a, b]) => [plot.xOf(a), plot.yOf(b)]), 5)} /><path class="dk-dots" d=${circlesPath(at.map((a, i) => [plot.xOf(a), plot.yOf(truth.values[i]!)]))} />` : handles)}
      </svg>
    </div>
    <p class="dk-axis-name">${say(strings, question, 'across')}</p>
  </div>`;
}

/** Every handle's place and truth, for whoever can't see them. */
function pictureWords({ question, truth }: PredictModel<Sketch>, guessed: [number, number][], strings: Strings): string {
  const name = plain(strings, `predict.${question.id}.name`);
  const points = question.at.map((at, i) => plain(strings, guessed[i] ? 'predict.picture.point' : 'predict.picture.point-alone', {
    at: plain(strings, `predict.${question.id}.handle`, { at: fraction(at) }), value: question.write(strings, truth!.values[i]!), guess: guessed[i] ? question.write(strings, guessed[i][1]) : '',
  }));
  return `${name}${plain(strings, 'predict.picture.colon')}${points.join(plain(strings, 'predict.picture.comma'))}`;
}

/** The shares of a stored guess. */
export const sharesOf = ({ y }: Sketch, guess: readonly number[]): number[] => guess.map((value) => shareOf(y, value));
