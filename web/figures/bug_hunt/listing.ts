// The program as a group of radio buttons, a line each: one is in the tab order, arrow keys move, a second press says that this is the one.
import { html, type TemplateResult } from 'lit';
import type { Strings } from '../strings.ts';
import type { Bug } from './bugs.ts';
import type { Program } from './code.ts';

export interface Listing {
  uid: string;
  bug: Bug;
  program: Program;
  picked: number | undefined;
  found: boolean;
  pick(line: number): void;
}

/** Lines that can be picked. */
export const pickable = ({ kinds }: Pick<Bug, 'kinds'>): number[] => kinds.flatMap((kind, i) => (kind === '' ? [] : [i]));

/** Which line a key leads to, if it is one of the group's. */
export function lineAfter(key: string, from: number, lines: readonly number[]): number | undefined {
  const at = lines.indexOf(from);
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (by !== undefined) return lines[(at + by + lines.length) % lines.length];
  return key === 'Home' ? lines[0] : key === 'End' ? lines.at(-1) : undefined;
}

/** A line whose second part, where it is too long, stands further in than its first. */
const codeText = (text: string): TemplateResult => html`<span class="dk-code-text" style=${`--in: ${text.length - text.trimStart().length}`}>${text === '' ? '\u00a0' : text.trim()}</span>`;

export function listing({ uid, bug, program, picked, found, pick }: Listing, strings: Strings): TemplateResult {
  const lines = pickable(bug);
  const onKey = (event: KeyboardEvent, line: number): void => {
    const next = lineAfter(event.key, line, lines);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    pick(next);
    (event.currentTarget as HTMLElement).parentElement?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  };
  const reachable = picked ?? lines[0];
  return html`<div class="dk-code" role=${found ? 'group' : 'radiogroup'} aria-label=${strings.text('bug-hunt.lines')} id="${uid}-lines">
    ${program.lines.map((text, i) => {
      if (found && i === program.at) return html`<div class="dk-line dk-line-found" data-line=${i}><span class="dk-line-number" aria-hidden="true">${i + 1}</span><span><span class="dk-unseen">${strings.text('bug-hunt.was')}</span><del>${codeText(text)}</del><span class="dk-unseen">${strings.text('bug-hunt.now')}</span><ins>${codeText(program.corrected)}</ins></span></div>`;
      if (found || !lines.includes(i)) return html`<div class="dk-line"><span class="dk-line-number" aria-hidden="true">${i + 1}</span>${codeText(text)}</div>`;
      return html`<button type="button" class="dk-line" role="radio" aria-checked=${i === picked ? 'true' : 'false'} tabindex=${i === reachable ? 0 : -1} data-line=${i} @click=${() => pick(i)} @keydown=${(event: KeyboardEvent) => onKey(event, i)}><span class="dk-line-number" aria-hidden="true">${i + 1}</span>${codeText(text)}</button>`;
    })}
  </div>`;
}
