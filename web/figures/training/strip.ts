// What became of each divisor, in one strip: columns from small to large where there is room, rows on a phone. And all digits, for the foot.
import { html, nothing, type TemplateResult } from 'lit';
import { rich, variable, type Piece } from '../math.ts';
import { datum, type Datum } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { alphaText, type Outcome } from './outcome.ts';
import { thresholdOf, type Recipe } from './query.ts';

const NOTHING = '–';
const NO_BREAK = '\u00a0';

/** A number with three digits, two where it is written with a power of ten; in a narrow cell then only the power. */
export function cellText(value: number, strings: Strings, narrow = false): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-3) return strings.short(narrow ? 10 ** Math.round(Math.log10(size)) : value, 2).replaceAll(' ', NO_BREAK);
  const rounded = Number(value.toPrecision(3));
  return strings.fixed(rounded, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded)))));
}

interface Quantity {
  key: 'final-loss' | 'steps' | 'max-grad' | 'weight-ratio' | 'max-weight';
  of(run: Outcome): Omit<Datum, 'name'>;
}

const QUANTITIES: readonly Quantity[] = [
  { key: 'final-loss', of: ({ finalLoss, finalError }) => ({ value: finalLoss, ...(Number.isFinite(finalError) ? { error: finalError } : {}) }) },
  { key: 'steps', of: ({ steps }) => ({ value: steps }) },
  { key: 'max-grad', of: ({ maxGradNorm }) => ({ value: maxGradNorm }) },
  { key: 'weight-ratio', of: ({ weightRatio }) => ({ value: weightRatio }) },
  { key: 'max-weight', of: ({ maxWeight }) => ({ value: maxWeight }) },
];

/** The state of a run in a word, with the step where it exploded. */
export function stateWord(run: Outcome, strings: Strings): string {
  const word = strings.text(`training.state.${run.state}`);
  return run.state === 'exploded' ? strings.text('training.state.exploded.at', { word, step: run.nonFiniteStep }) : word;
}

const cell = (run: Outcome, { key, of }: Quantity, strings: Strings, narrow = false): TemplateResult => {
  const data = of(run);
  const shown = key === 'steps' ? (Number.isFinite(data.value) ? strings.count(data.value) : NOTHING) : key === 'max-weight' ? strings.fixed(data.value, 2) : cellText(data.value, strings, narrow);
  return html`<td>${datum({ name: `${key}-${run.alpha}`, ...data }, shown)}</td>`;
};

const state = (run: Outcome, strings: Strings): TemplateResult =>
  html`<span class="dk-run-state" data-name="state-${run.alpha}" data-value=${run.state}>${stateWord(run, strings)}</span>`;

const heading = (key: string, recipe: Recipe, strings: Strings, short = false): Piece[] =>
  rich(strings, `training.strip.${key}${short ? '.short' : ''}`, { threshold: strings.short(thresholdOf(recipe.loss)) });

export function strip(recipe: Recipe, runs: readonly Outcome[], wide: boolean, strings: Strings): TemplateResult {
  const spoken = strings.text('training.strip');
  const note = runs.some((run) => run.state === 'exploded') ? html`<p class="dk-note dk-strip-note">${strings.text('training.strip.exploded')}</p>` : nothing;
  const table = wide
    ? html`<table class="dk-strip">
        <caption class="dk-unseen">${spoken}</caption>
        <thead>
          <tr><td></td>${(['small', 'ok', 'large'] as const).map((zone) => html`<th scope="colgroup" class="dk-zone-${zone}" colspan=${runs.filter((run) => run.zone === zone).length}>${strings.text(`zone.${zone}`)}</th>`)}</tr>
          <tr><th scope="row">${variable('α')} = ${variable('c')} ÷ ${rich(strings, 'training.root')}</th>${runs.map((run) => html`<th scope="col" class="dk-zone-${run.zone}">${alphaText(run.alpha)}</th>`)}</tr>
        </thead>
        <tbody>
          <tr><th scope="row">${strings.text('training.strip.state')}</th>${runs.map((run) => html`<td class="dk-zone-${run.zone}">${state(run, strings)}</td>`)}</tr>
          ${QUANTITIES.map((quantity) => html`<tr><th scope="row">${heading(quantity.key, recipe, strings)}</th>${runs.map((run) => cell(run, quantity, strings))}</tr>`)}
        </tbody>
      </table>`
    : html`<table class="dk-strip dk-strip-rows">
        <caption class="dk-unseen">${spoken}</caption>
        <thead><tr><th scope="col">${variable('α')}</th>${QUANTITIES.map(({ key }) => html`<th scope="col">${heading(key, recipe, strings, true)}</th>`)}</tr></thead>
        <tbody>${runs.map((run) => html`<tr><th scope="row" class="dk-zone-${run.zone}"><span>${alphaText(run.alpha)}</span> ${state(run, strings)}</th>${QUANTITIES.map((quantity) => cell(run, quantity, strings, true))}</tr>`)}</tbody>
      </table>`;
  return html`<div class="dk-strip-frame">${table}${note}</div>`;
}

/** All digits of the race, for the foot. */
export function numbersTable(recipe: Recipe, runs: readonly Outcome[], strings: Strings): TemplateResult {
  const columns: [string, (run: Outcome) => number][] = [
    ['final-loss', (run) => run.finalLoss], ['final-error', (run) => run.finalError], ['steps', (run) => run.steps], ['max-grad', (run) => run.maxGradNorm], ['end-grad', (run) => run.endGradNorm],
    ['weight-ratio', (run) => run.weightRatio], ['max-weight-start', (run) => run.maxWeightStart], ['max-weight', (run) => run.maxWeight], ['right-weight', (run) => run.rightWeight], ['accuracy', (run) => run.accuracy],
  ];
  return html`<table>
    <caption>${strings.text('training.table', { seed: recipe.seed })}</caption>
    <thead><tr><th scope="col">${strings.text('table.alpha')}</th><th scope="col">${strings.text('training.strip.state')}</th>${columns.map(([key]) => html`<th scope="col">${heading(key, recipe, strings)}</th>`)}</tr></thead>
    <tbody>${runs.map((run) => html`<tr><th scope="row">${alphaText(run.alpha)}</th><td>${stateWord(run, strings)}</td>${columns.map(([key, of]) => html`<td>${key === 'steps' && Number.isFinite(of(run)) ? strings.count(of(run)) : cellText(of(run), strings)}</td>`)}</tr>`)}</tbody>
  </table>`;
}
