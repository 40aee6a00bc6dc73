// One row worked through: a table of its keys, and a sentence why for everything that went wrong in it.
import { html, nothing, type TemplateResult } from 'lit';
import { choices, type Choice } from '../controls/choices.ts';
import { numberField } from '../controls/number_field.ts';
import { rich, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { TYPED_PRESETS, parseLogits, writeLogits, type OverflowOptions } from './options.ts';
import type { Setting, StateResult } from './query.ts';
import { FORTIES, MOST_SHOWN, type WorkedKey, type WorkedRow } from './worked.ts';
import { SIGNS, largestText, memberText, withPowers } from './words.ts';

/** Above it the row is called saturated: one key has nearly all. */
const NEARLY_ALL = 0.9;

export interface RowActions {
  change(patch: Partial<OverflowOptions>): void;
  typeLogits(text: string): void;
}

/** A number of the row at full precision; `data-value` may be Infinity or NaN here, and nowhere else. */
const member = (name: string, value: number, shown: string): TemplateResult =>
  html`<span class=${Number.isFinite(value) ? '' : 'dk-broken'} data-name=${name} data-value=${String(value)}>${withPowers(shown)}</span>`;

const weightText = (weight: number, strings: Strings): string => (!Number.isFinite(weight) || weight === 0 ? memberText(weight, strings) : strings.exact(weight, 3));

export function rowChoice(options: OverflowOptions, actions: RowActions, strings: Strings): TemplateResult {
  const typed = parseLogits(options.logits);
  type Value = 'sample' | 'forties' | (typeof TYPED_PRESETS)[number];
  const list: Choice<Value>[] = [
    { value: 'sample', face: strings.text('overflow.row.sample') },
    ...TYPED_PRESETS.map((value) => ({ value, face: value.replaceAll(' ', ', ') })),
    { value: 'forties', face: strings.text('overflow.row.forties') },
  ];
  const current = options.row === 'typed' ? ((typed ? writeLogits(typed) : TYPED_PRESETS[0]) as Value) : options.row;
  // The field holds what no chip says.
  const own = options.row === 'typed' && typed !== undefined && !list.some(({ value }) => value === current);
  return html`<div class="dk-tries">
    ${choices<Value>({
      name: 'row', label: strings.text('overflow.row.choose'), choices: list, current,
      choose: (value) => (value === 'sample' || value === 'forties' ? actions.change({ row: value }) : actions.change({ row: 'typed', logits: value })),
    })}
    <label class="dk-try"><span class="dk-gloss">${strings.text('overflow.row.type')}</span>${numberField({
      name: 'logits', label: strings.text('overflow.row.field'), shown: own ? writeLogits(typed, ', ') : '', placeholder: strings.text('overflow.row.placeholder'), whole: false, commit: actions.typeLogits, step: () => {},
    })}</label>
  </div>`;
}

/** What the row is, on one line above the table. */
function heading(row: WorkedRow, setting: Setting, divisor: string, strings: Strings): Piece[] {
  const values = { ...SIGNS, format: setting.format, keyCount: String(row.keyCount), headDim: String(setting.headDim), c: divisor, forties: String(FORTIES.entry), fortiesDim: String(FORTIES.headDim), fortiesDivisor: String(FORTIES.divisor) };
  return rich(strings, `overflow.row.${row.kind}.heading`, values);
}

export function workedTable(state: StateResult, setting: Setting, divisor: string, strings: Strings): TemplateResult {
  const row = state.worked;
  const withScore = row.kind !== 'typed';
  const subtracted = setting.algorithm !== 'naive';
  const head = (key: string): TemplateResult => html`<th scope="col">${rich(strings, `overflow.column.${key}`, SIGNS)}</th>`;
  const line = (one: WorkedKey): TemplateResult => {
    const cell = (name: string, value: number, shown: string): TemplateResult => html`<td>${member(`${name}-${one.key}`, value, shown)}</td>`;
    return html`<tr class=${Number.isNaN(one.weight) ? 'broken' : ''}>
      <th scope="row">${variable('k', String(one.key))}</th>
      ${withScore ? cell('score', one.score ?? 0, memberText(one.score ?? 0, strings)) : nothing}
      ${cell('logit', one.logit, memberText(one.logit, strings))}
      ${subtracted ? cell('exponent', one.exponent ?? 0, memberText(one.exponent ?? 0, strings)) : nothing}
      ${cell('exp', one.exp, memberText(one.exp, strings, 3))}
      ${cell('weight', one.weight, weightText(one.weight, strings))}
    </tr>`;
  };
  const left = row.keyCount - row.shown.length;
  const before = 1 + (withScore ? 1 : 0) + 1 + (subtracted ? 1 : 0);
  return html`<p class="dk-note dk-worked-heading">${heading(row, setting, divisor, strings)}</p>
    <table class="dk-worked">
      <thead><tr>${head('key')}${withScore ? head('score') : nothing}${head('logit')}${subtracted ? head('exponent') : nothing}${head('exp')}${head('weight')}</tr></thead>
      <tbody>${row.shown.map(line)}</tbody>
      <tfoot><tr><th scope="row" colspan=${before}>${left > 0 ? strings.text('overflow.row.sum-rest', { shown: MOST_SHOWN, left }) : strings.text('overflow.row.sum')}</th><td>${member('sum', row.sum, memberText(row.sum, strings, 3))}</td><td></td></tr></tfoot>
    </table>
    <ul class="dk-why">${whys(state, setting).map((key) => html`<li data-why=${key}>${rich(strings, `overflow.why.${key}`, whyValues(state, setting, strings))}</li>`)}</ul>`;
}

/** What happened in the row, in the order in which it did. */
export function whys({ worked: row }: Pick<StateResult, 'worked'>, { algorithm, order }: Pick<Setting, 'algorithm' | 'order'>): string[] {
  const naive = algorithm === 'naive';
  const list: string[] = [];
  if (row.scoreInf) list.push(order === 'after' ? 'score' : 'score-first');
  else if (row.logitInf) list.push('logit');
  if (!naive) {
    if (row.logitInf) return [...list, 'minus'];
    list.push('stable');
  } else if (row.expInf) list.push(row.logitInf ? 'exp-of-infinity' : 'exp', 'nan');
  else if (row.sumInf) list.push('sum');
  else if (row.sumZero) list.push('zero');
  else list.push('fine');
  if (row.flushedExps > 0 && !row.sumZero) list.push('flushed');
  if (!row.nan && row.maxWeight > NEARLY_ALL) list.push(naive ? 'saturated-naive' : 'saturated');
  return list;
}

function whyValues({ worked: row, thresholds }: StateResult, { format }: Setting, strings: Strings): Record<string, Piece> {
  return {
    ...SIGNS, format, largest: withPowers(largestText(thresholds.maxFinite, strings)), threshold: strings.fixed(thresholds.overflowExpReal, 2), zero: strings.fixed(thresholds.zeroReal, 1),
    maximum: memberText(row.maximum, strings), flushed: strings.count(row.flushedExps), keyCount: strings.count(row.keyCount), maxWeight: row.nan ? '' : strings.exact(row.maxWeight, 3),
  };
}
