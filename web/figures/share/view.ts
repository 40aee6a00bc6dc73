// The dialog as a pure function of what is chosen.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Site } from '../services.ts';
import type { Strings } from '../strings.ts';
import { PROGRAMS, type ProgramData, type ProgramKind } from './program.ts';
import { LANGUAGES, attributesOf, frameAddress, frameRecipe, linkOf, markdownRecipe, scriptRecipe, type Choices } from './recipes.ts';
import type { ShareTab } from './row.ts';
import type { SharedFigure } from './shared.ts';

export interface DialogModel {
  shared: SharedFigure;
  site: Site;
  strings: Strings;
  tab: ShareTab;
  choices: Choices;
  /** What happened last, to be read and heard. */
  told: string;
  program: ProgramData | undefined;
  programKind: ProgramKind;
  choose(patch: Partial<Choices>): void;
  show(tab: ShareTab): void;
  copy(text: string, field: HTMLTextAreaElement | null): void;
  save(kind: 'svg' | 'png' | 'csv' | 'json' | 'program'): void;
  chooseProgram(kind: ProgramKind): void;
  programText(data: ProgramData): string;
  close(): void;
}

const TABS: readonly ShareTab[] = ['link', 'script', 'iframe', 'markdown', 'export'];
const WIDTHS = [undefined, 720, 480, 360] as const;
const THEMES = ['auto', 'light', 'dark'] as const;

/** The figure's question as plain text. */
export const titleOf = (shared: SharedFigure, strings: Strings): string => strings.text(`${shared.name}.title`, { dk: 'd_k', n: 'n', rootdk: '√d_k', c: 'c', alpha: 'α', sigma: 'σ', q: 'q' });

export function recipeFor(model: DialogModel): string {
  const { shared, site, choices, strings, tab } = model;
  const title = titleOf(shared, strings);
  switch (tab) {
    case 'script':
      return scriptRecipe(shared, site, choices, title);
    case 'iframe':
      return frameRecipe(shared, site, choices, title);
    case 'markdown':
      return markdownRecipe(shared, site, choices, title);
    default:
      return linkOf(shared, site, choices);
  }
}

export function dialogView(model: DialogModel): TemplateResult {
  const { strings, tab } = model;
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] as ShareTab;
    const list = event.currentTarget as HTMLElement;
    model.show(next);
    list.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return html`<div class="dk-dialog-body" aria-labelledby="dk-dialog-title">
    <header class="dk-dialog-head">
      <h2 class="dk-dialog-title" id="dk-dialog-title">${titleOf(model.shared, strings)}</h2>
      <button type="button" class="dk-quiet dk-close" aria-label=${strings.text('share.close')} title=${strings.text('share.close')} @click=${model.close}><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M4.5 4.5l11 11M15.5 4.5l-11 11" /></svg></button>
    </header>
    <div class="dk-tabs" role="tablist" aria-label=${strings.text('share.ways')} @keydown=${onKey}>
      ${TABS.map((one) => html`<button type="button" role="tab" class="dk-tab" id="dk-tab-${one}" data-tab=${one} aria-selected=${one === tab ? 'true' : 'false'} aria-controls="dk-tab-panel" tabindex=${one === tab ? 0 : -1} @click=${() => model.show(one)}>${strings.text(`share.tab.${one}`)}</button>`)}
    </div>
    <div class="dk-tab-panel" role="tabpanel" id="dk-tab-panel" aria-labelledby="dk-tab-${tab}">
      ${tab === 'export' ? exportPanel(model) : recipePanel(model)}
    </div>
    <p class="dk-told" role="status">${model.told}</p>
  </div>`;
}

function recipePanel(model: DialogModel): TemplateResult {
  const { strings, tab, site } = model;
  if (site.root === undefined && tab !== 'link') return html`<p class="dk-note">${strings.text('share.from-disk')}</p>`;
  const text = recipeFor(model);
  return html`<p class="dk-note">${strings.text(`share.about.${tab}`)}</p>
    ${textBox(text, model)}
    ${choicesOf(model)}
    ${tab === 'script' || tab === 'iframe' ? preview(model) : nothing}`;
}

function textBox(text: string, model: DialogModel): TemplateResult {
  const field = (event: Event): HTMLTextAreaElement | null => (event.currentTarget as HTMLElement).parentElement?.querySelector('textarea') ?? null;
  return html`<div class="dk-text-box">
    <textarea readonly rows=${Math.min(10, text.split('\n').length + Math.ceil(text.length / 90))} spellcheck="false" aria-label=${model.strings.text('share.text')} .value=${live(text)}></textarea>
    <button type="button" class="dk-button" data-action="copy" @click=${(event: Event) => model.copy(text, field(event))}>${model.strings.text('share.copy')}</button>
  </div>`;
}

function choicesOf({ tab, choices, choose, strings, shared }: DialogModel): TemplateResult {
  const framed = tab === 'script' || tab === 'iframe';
  const kept = new Set(choices.controls ?? shared.controls);
  const toggle = (name: string, on: boolean): void => {
    const next = shared.controls.filter((one) => (one === name ? on : kept.has(one)));
    choose({ controls: next.length === shared.controls.length ? undefined : next });
  };
  const nameOf = (name: string): string => {
    const label = strings.text(`share.control.${name}`);
    return label === `share.control.${name}` ? name : label;
  };
  const select = (name: string, label: string, current: string, options: readonly (readonly [value: string, text: string])[], take: (value: string) => void): TemplateResult => html`<label class="dk-choice"><span>${label}</span>
    <select name=${name} @change=${(event: Event) => take((event.currentTarget as HTMLSelectElement).value)}>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === current}>${text}</option>`)}</select></label>`;
  return html`<div class="dk-share-choices">
    ${select('lang', strings.text('share.language'), choices.language, LANGUAGES.map(({ tag, name }) => [tag, name] as const), (language) => choose({ language }))}
    ${framed ? select('theme', strings.text('share.theme'), choices.theme, THEMES.map((theme) => [theme, strings.text(`share.theme.${theme}`)] as const), (theme) => choose({ theme: theme as Choices['theme'] })) : nothing}
    ${framed ? select('width', strings.text('share.width'), String(choices.width ?? ''), WIDTHS.map((width) => [String(width ?? ''), width === undefined ? strings.text('share.width.full') : `${width} px`] as const), (width) => choose({ width: width === '' ? undefined : Number(width) })) : nothing}
    ${shared.controls.length > 0 && tab !== 'markdown' ? html`<fieldset class="dk-kept"><legend>${strings.text('share.controls')}</legend>
      ${shared.controls.map((name) => html`<label class="dk-check"><input type="checkbox" name=${name} .checked=${live(kept.has(name))} @change=${(event: Event) => toggle(name, (event.currentTarget as HTMLInputElement).checked)} /><span>${nameOf(name)}</span></label>`)}
      <p class="dk-note">${strings.text('share.controls.hint')}</p>
    </fieldset>` : nothing}
  </div>`;
}

/** The figure as the lines would show it: in a frame where the site may show one, else as an element beside. */
function preview({ shared, site, choices, strings }: DialogModel): TemplateResult {
  const style = `width: ${choices.width === undefined ? '100%' : `${choices.width}px`}`;
  return html`<div class="dk-preview"><p class="dk-note">${strings.text('share.preview')}</p>
    ${site.frames
      ? html`<iframe src=${frameAddress(shared, site, choices)} title=${titleOf(shared, strings)} sandbox="allow-scripts" style="${style}; height: ${choices.height}px"></iframe>`
      : guest(shared, choices)}
  </div>`;
}

function guest(shared: SharedFigure, choices: Choices): HTMLElement {
  const element = document.createElement(shared.tag);
  for (const [name, text] of attributesOf(shared, choices)) element.setAttribute(name, text);
  if (choices.width !== undefined) element.style.maxWidth = `${choices.width}px`;
  return element;
}

function exportPanel(model: DialogModel): TemplateResult {
  const { strings } = model;
  const save = (kind: 'svg' | 'png' | 'csv' | 'json'): TemplateResult => html`<button type="button" class="dk-button" data-save=${kind} @click=${() => model.save(kind)}>${kind.toUpperCase()}</button>`;
  return html`<p class="dk-note">${strings.text('share.about.picture')}</p>
    <div class="dk-saves">${save('svg')}${save('png')}</div>
    <p class="dk-note">${strings.text('share.about.numbers')}</p>
    <div class="dk-saves">${save('csv')}${save('json')}</div>
    ${model.program ? programPanel(model, model.program) : nothing}`;
}

const PROGRAM_NAMES: Readonly<Record<ProgramKind, string>> = { numpy: 'NumPy', pytorch: 'PyTorch', cpp: 'C++' };

function programPanel(model: DialogModel, data: ProgramData): TemplateResult {
  const text = model.programText(data);
  return html`<p class="dk-note">${model.strings.text(`share.about.program.${data.kind}`)}</p>
    <div class="dk-saves" role="group" aria-label=${model.strings.text('share.program')}>
      ${PROGRAMS.map((kind) => html`<button type="button" class="dk-chip" data-program=${kind} aria-pressed=${kind === model.programKind ? 'true' : 'false'} @click=${() => model.chooseProgram(kind)}>${PROGRAM_NAMES[kind]}</button>`)}
      <button type="button" class="dk-button" data-save="program" @click=${() => model.save('program')}>${model.strings.text('share.save')}</button>
    </div>
    ${textBox(text, model)}`;
}
