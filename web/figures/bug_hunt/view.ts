// A bug to find: the program, what it gives beside what it should, and after each pick a sentence on that line.
import { html, nothing, type TemplateResult } from 'lit';
import type { FigureModel } from '../figure_model.ts';
import { rich } from '../math.ts';
import type { Strings } from '../strings.ts';
import { TICK } from '../tick.ts';
import type { Bug, Effect } from './bugs.ts';
import type { Program } from './code.ts';
import { effectPicture } from './effect.ts';
import { listing } from './listing.ts';

export interface BugModel extends FigureModel {
  bug: Bug;
  program: Program;
  effect: Effect | undefined;
  picked: number | undefined;
  /** The last line that was put to the test. */
  tried: number | undefined;
  found: boolean;
  pick(line: number): void;
  check(): void;
  show(): void;
}

const WIDE = 820;
const GAP = 48;

function answer({ bug, program, tried, found }: BugModel, strings: Strings): TemplateResult | typeof nothing {
  if (found) return html`<p class="dk-answer" data-found="yes">${TICK}<span><b>${strings.text('bug-hunt.found', { line: program.at + 1 })}</b>${rich(strings, `bug-hunt.${bug.id}.why`)}</span></p>`;
  if (tried === undefined) return nothing;
  return html`<p class="dk-answer" data-found="no"><span><b>${strings.text('bug-hunt.line', { line: tried + 1 })}</b>${rich(strings, `bug-hunt.kind.${bug.kinds[tried]}`)}${strings.text('bug-hunt.look-on')}</span></p>`;
}

export function bugView(model: BugModel, strings: Strings): TemplateResult {
  const { uid, bug, effect, found, picked, width, number, waiting } = model;
  const wide = width >= WIDE;
  const column = wide ? Math.floor((width - GAP) / 2) : width;
  return html`<figure class="dk-figure dk-bug-hunt ${wide ? 'wide' : ''} ${waiting ? 'waiting' : ''}" aria-labelledby="${uid}-title">
    <header class="dk-bug-head">
      <p class="dk-kicker"><span>${strings.text('bug-hunt.number', { number: number ?? '' })}</span><span>${bug.language}</span>${found ? html`<span class="dk-solved" data-name="solved" data-value="yes">${TICK}${strings.text('bug-hunt.solved')}</span>` : nothing}</p>
      <h3 class="dk-title" id="${uid}-title">${rich(strings, `bug-hunt.${bug.id}.title`)}</h3>
    </header>
    ${model.notes}
    <p class="dk-task">${rich(strings, `bug-hunt.${bug.id}.task`)}</p>
    <div class="dk-bug-columns">
      <div>${listing(model, strings)}
        ${found ? nothing : html`<div class="dk-bug-buttons">
          <button type="button" class="dk-button dk-primary" data-action="check" ?disabled=${picked === undefined} @click=${model.check}>${picked === undefined ? strings.text('bug-hunt.choose') : strings.text('bug-hunt.check', { line: picked + 1 })}</button>
          <button type="button" class="dk-quiet" data-action="show" @click=${model.show}>${strings.text('bug-hunt.show')}</button>
        </div>`}
        <div aria-live="polite">${answer(model, strings)}</div>
      </div>
      <div>
        <p class="dk-panel-title"><span>${rich(strings, `bug-hunt.${bug.id}.effect`)}</span></p>
        ${effect ? effectPicture(effect, column, strings) : html`<div class="dk-effect-room"></div>`}
      </div>
    </div>
  </figure>`;
}
