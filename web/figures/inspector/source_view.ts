// Where a file comes from: chosen, dropped, pasted, or the sample; and how to make one.
import { html, nothing, type TemplateResult } from 'lit';
import type { InspectionProblem } from '../../inspector/problem.ts';
import { rich } from '../math.ts';
import type { Strings } from '../strings.ts';
import { SNIPPET } from './snippet.ts';

export type Phase = 'empty' | 'reading' | 'measuring' | 'stopped' | 'done' | 'choose';

export interface SourceModel {
  uid: string;
  phase: Phase;
  /** What is being read or measured, and how far. */
  progress: { of: number; done: number };
  /** The file that is shown. */
  name: string | undefined;
  problem: InspectionProblem | undefined;
  dragging: boolean;
}

export interface SourceActions {
  files(files: readonly File[]): void;
  paste(text: string): void;
  sample(): void;
  stop(): void;
  drag(over: boolean): void;
}

/** A problem in the reader's words. */
export const problemText = ({ code, values }: InspectionProblem, strings: Strings): string => strings.text(`inspector.problem.${code}`, values);

const filesOf = (list: FileList | null | undefined): File[] => Array.from(list ?? []);

export function sourceView(model: SourceModel, actions: SourceActions, strings: Strings): TemplateResult {
  const { uid, dragging } = model;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    actions.drag(false);
    const files = filesOf(event.dataTransfer?.files);
    if (files.length > 0) return actions.files(files);
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (text !== '') actions.paste(text);
  };
  const chosen = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    if (input.files?.length) actions.files(filesOf(input.files));
    // So that the same file may be chosen again.
    input.value = '';
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    if (!dragging) actions.drag(true);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = (event.currentTarget as HTMLFormElement).querySelector('textarea')?.value ?? '';
    actions.paste(text);
  };
  return html`<div class="dk-source" data-live>
    <div class="dk-drop ${dragging ? 'over' : ''}" @dragover=${over} @dragleave=${() => actions.drag(false)} @drop=${drop}>
      <label class="dk-drop-label" for="${uid}-file">${rich(strings, 'inspector.drop')}</label>
      <div class="dk-drop-row">
        <input class="dk-file" type="file" id="${uid}-file" name="file" multiple accept=".npy,.safetensors,.csv,.tsv,.txt,.json" aria-describedby="${uid}-formats" @change=${chosen} />
        <button type="button" class="dk-button" data-action="sample" @click=${actions.sample}>${strings.text('inspector.sample')}</button>
      </div>
      <p class="dk-note" id="${uid}-formats">${strings.text('inspector.formats')} <b>${strings.text('inspector.private')}</b></p>
    </div>
    <div class="dk-ways">
      <details class="dk-way"><summary class="dk-quiet">${strings.text('inspector.paste')}</summary>
        <form class="dk-paste" @submit=${submit}>
          <label for="${uid}-text">${strings.text('inspector.paste.label')}</label>
          <textarea id="${uid}-text" name="text" rows="6" spellcheck="false" autocomplete="off" placeholder=${'{"q": [[1, 0], [0, 1]], "k": [[1, 0], [0, 1]]}'}></textarea>
          <button class="dk-button" type="submit">${strings.text('inspector.paste.go')}</button>
        </form>
      </details>
      <details class="dk-way"><summary class="dk-quiet">${strings.text('inspector.snippet')}</summary>
        <p class="dk-note">${rich(strings, 'inspector.snippet.note')}</p>
        <pre class="dk-snippet" tabindex="0" role="region" aria-label=${strings.text('inspector.snippet.code')}><code lang="en">${SNIPPET}</code></pre>
      </details>
    </div>
    ${standing(model, actions, strings)}
  </div>`;
}

/** What is going on, and what went wrong. */
function standing({ phase, progress, problem, name }: SourceModel, actions: SourceActions, strings: Strings): TemplateResult {
  const busy = phase === 'reading' || phase === 'measuring';
  return html`${problem
      ? html`<div class="dk-error" role="alert" data-problem=${problem.code}><p>${problemText(problem, strings)}${name === undefined ? nothing : html` ${strings.text('inspector.kept', { name })}`}</p></div>`
      : nothing}
    ${busy
      ? html`<div class="dk-progress">
          <div class="dk-progress-track" role="progressbar" aria-label=${strings.text(`inspector.${phase}`)} aria-valuemin="0" aria-valuemax=${progress.of} aria-valuenow=${progress.done}><span style="width: ${progress.of === 0 ? 0 : ((100 * progress.done) / progress.of).toFixed(1)}%"></span></div>
          <p class="dk-note"><span>${strings.text(`inspector.${phase}.of`, phase === 'reading' ? { done: (progress.done / 2 ** 20).toFixed(1), of: (progress.of / 2 ** 20).toFixed(1) } : { done: progress.done, of: progress.of })}</span></p>
          <button type="button" class="dk-button" data-action="stop" @click=${actions.stop}>${strings.text('inspector.stop')}</button>
        </div>`
      : nothing}`;
}
