// A value on a slider; revealed, the truth stands on the same axis.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { chartLabel } from '../chart.ts';
import { placeLabels, type LabelWish, type Place as Spot } from '../labels.ts';
import { chartText } from '../math.ts';
import type { Strings } from '../strings.ts';
import { plain, say, wordsOf, type PredictModel } from './model.ts';
import { shareOf, valueAt, type Place } from './question.ts';

const STEP = 0.005;
const TRACK = 44;

export function placeControl(model: PredictModel<Place>, strings: Strings): TemplateResult {
  const { question, guess, truth, uid, actions } = model;
  const { scale, write } = question;
  const share = guess ? shareOf(scale, guess[0]!) : 0.5;
  const to = (event: Event, resting: boolean): void => actions.guess([valueAt(scale, Number((event.currentTarget as HTMLInputElement).value))], resting);
  return html`<div class="dk-place">
    <p class="dk-place-head"><label for="${uid}-slider">${say(strings, question, 'name')}</label><output for="${uid}-slider" class="dk-place-value">${guess ? write(strings, guess[0]!) : '–'}</output></p>
    ${truth ? placePicture(model, strings) : html`<div class="dk-place-track">
      <input class="dk-range ${guess ? '' : 'dk-unplaced'}" id="${uid}-slider" type="range" min="0" max="1" step=${STEP} autocomplete="off" .value=${live(String(share))}
        aria-valuetext=${guess ? write(strings, guess[0]!) : plain(strings, 'predict.nothing-yet')}
        @input=${(event: Event) => to(event, false)} @change=${(event: Event) => to(event, true)} @pointerup=${(event: Event) => to(event, true)} />
      ${axis(question, model.width, strings, 14)}
    </div>`}
  </div>`;
}

/** The axis' marks below the track. */
function axis({ scale, write, markNames }: Place, width: number, strings: Strings, top: number): TemplateResult {
  return html`<svg class="dk-picture dk-place-marks" aria-hidden="true" width=${width} height="22" viewBox="0 0 ${width} 22">
    ${scale.marks.map((mark, i) => {
      const anchor = i === 0 ? 'start' : i === scale.marks.length - 1 ? 'end' : 'middle';
      return svg`<text class="dk-tick" x=${(shareOf(scale, mark) * width).toFixed(1)} y=${top} text-anchor=${anchor} font-size="13">${chartText(markNames?.[mark] ?? (mark === 0 || mark === 1 ? String(mark) : scale.log ? strings.short(mark, 4) : write(strings, mark)))}</text>`;
    })}
  </svg>`;
}

function placePicture(model: PredictModel<Place>, strings: Strings): TemplateResult {
  const { question, guess, truth, width } = model;
  const { scale } = question;
  const value = truth!.values[0]!;
  const at = (one: number): number => shareOf(scale, one) * width;
  const words = wordsOf(model, strings);
  const [x, mine] = [at(value), guess && at(guess[0]!)];
  const around = (from: number, baseline: number): Spot[] => [{ x: from, y: baseline, anchor: 'middle' }, { x: from - 8, y: baseline, anchor: 'start' }, { x: from + 8, y: baseline, anchor: 'end' }, { x: 0, y: baseline, anchor: 'start' }, { x: width, y: baseline, anchor: 'end' }];
  const wishes: LabelWish[] = [
    { id: 'truth', text: `${plain(strings, 'predict.truth')} ${words['value']}`, size: 14, bold: true, places: around(x, 14) },
    ...(mine === undefined ? [] : [{ id: 'guess', text: `${plain(strings, 'predict.yours')} ${words['guess']}`, size: 14, places: around(mine, TRACK + 34) }]),
  ];
  const labels = placeLabels(wishes, [], { left: 0, right: width, top: 0, bottom: TRACK + 40 });
  const error = truth!.errors?.[0] ?? 0;
  return html`<svg class="dk-picture" width=${width} height=${TRACK + 44} viewBox="0 0 ${width} ${TRACK + 44}" role="img" aria-label=${plain(strings, guess ? 'predict.picture.place' : 'predict.picture.place-alone', { ...words, name: plain(strings, `predict.${question.id}.name`) })}>
      <path class="dk-place-line" d=${`M0 ${TRACK}H${width}`} />
      ${mine === undefined ? nothing : svg`<path class="dk-gap" d=${`M${mine.toFixed(1)} ${TRACK}H${x.toFixed(1)}`} /><circle class="dk-guess-dot" cx=${mine.toFixed(1)} cy=${TRACK} r="9" />`}
      ${error > 0 ? svg`<path class="dk-error-bars" d=${`M${at(value - error).toFixed(1)} ${TRACK - 12}H${at(value + error).toFixed(1)}`} />` : nothing}
      <path class="dk-plumb" d=${`M${x.toFixed(1)} 20V${TRACK}`} />
      <circle class="dk-truth-dot" cx=${x.toFixed(1)} cy=${TRACK} r="6" />
      ${labels.map((one) => chartLabel(one))}
    </svg>${axis(question, width, strings, 14)}`;
}
