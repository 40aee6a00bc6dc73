// Pieces that every figure has: its head with the question and "new sample", numbers that a test can read, read-outs, the foot with
// "reset" and the table of numbers. Pure functions, also run under Node.
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { rich, type Piece } from './math.ts';
import type { Strings } from './strings.ts';

export interface HeadModel {
  uid: string;
  /** The figure's number on the page, from its attribute. */
  number: string | null;
  /** The element's name, `dk-saturation`. */
  element: string;
  /** The string that asks the figure's question. */
  titleKey: string;
  /** The heading's level; 3 where nothing is said: a figure stands in a section. */
  level?: 2 | 3;
  /** Where the figure draws at random: the seed shown, and how to get another. */
  sample?: { seed: number; again(): void };
}

export function figureHead(model: HeadModel, strings: Strings): TemplateResult {
  const id = `${model.uid}-title`;
  const title = rich(strings, model.titleKey);
  return html`<header class="dk-head">
    <div>
      <p class="dk-kicker">${model.number ? html`<span>${strings.text('figure.number', { number: model.number })}</span>` : nothing}<span class="dk-element-name">${model.element}</span></p>
      ${model.level === 2 ? html`<h2 class="dk-title" id=${id}>${title}</h2>` : html`<h3 class="dk-title" id=${id}>${title}</h3>`}
    </div>
    ${model.sample
      ? html`<button type="button" class="dk-button dk-new-sample" @click=${model.sample.again}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M14.6 1.8v3.7h-3.7" /></svg>
          <span>${strings.text('figure.new-sample')}</span> <span class="dk-seed" data-name="seed" data-value=${model.sample.seed}>${strings.text('figure.seed', { seed: model.sample.seed })}</span>
        </button>`
      : nothing}
  </header>`;
}

export interface Datum {
  name: string;
  value: number;
  error?: number | undefined;
  theory?: number | undefined;
}

/** A number on the page: what is shown is `value`, rounded; data-value has it in full, or `none` where there is no finite number. */
export function datum(data: Datum, shown: Piece): TemplateResult {
  return html`<span data-name=${data.name} data-value=${Number.isFinite(data.value) ? data.value : 'none'} data-error=${ifDefined(data.error)} data-theory=${ifDefined(data.theory)}>${shown}</span>`;
}

export interface Readout {
  label: Piece[] | string;
  /** The large number. */
  large: TemplateResult;
  of?: string;
  below: Piece[];
}

export function readoutList(list: readonly Readout[]): TemplateResult {
  return html`<dl class="dk-readouts">
    ${list.map(
      (one) => html`<div class="dk-readout">
        <dt>${one.label}</dt>
        <dd><span class="dk-value">${one.large}</span>${one.of ? html`<span class="dk-of"> / ${one.of}</span>` : nothing}<span class="dk-below">${one.below}</span></dd>
      </div>`,
    )}
  </dl>`;
}

export interface FootModel {
  /** Whether everything stands at its default already. */
  untouched: boolean;
  reset(): void;
  tableOpen: boolean;
  showTable(open: boolean): void;
  /** The picture's data for whoever does not see it, or wants the digits; drawn only while open. Absent while there is none. */
  table?: (() => unknown) | undefined;
}

export function figureFoot(model: FootModel, strings: Strings): TemplateResult {
  return html`<div class="dk-foot" data-live>
    <button type="button" class="dk-quiet" ?disabled=${model.untouched} title=${strings.text('figure.reset-hint')} @click=${model.reset}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M3.5 10a6.5 6.5 0 1 0 2-4.7M5.4 1.8v3.7h3.7" /></svg>${strings.text('figure.reset')}
    </button>
    ${model.table
      ? html`<details class="dk-data" ?open=${model.tableOpen} @toggle=${(event: Event) => model.showTable((event.currentTarget as HTMLDetailsElement).open)}>
          <summary class="dk-quiet"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M3 4.5h14M3 10h14M3 15.5h14M8 4.5v11" /></svg>${strings.text('figure.table')}</summary>
          ${model.tableOpen ? html`<div class="dk-table-frame" tabindex="0" role="region" aria-label=${strings.text('figure.table')}>${model.table()}</div>` : nothing}
        </details>`
      : nothing}
  </div>`;
}
