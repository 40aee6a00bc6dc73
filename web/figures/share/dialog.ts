// The dialog behind a figure's last line: a link, lines for a page of one's own with a live preview, files.
import { render } from 'lit';
import { divisorOf } from '../../state/params.ts';
import type { Services, Site } from '../services.ts';
import { copied, download, ownFonts, pngOf } from './files.ts';
import { csvOf, jsonOf, numbersOf, type Numbers } from './numbers.ts';
import { pictureOf, type Picture } from './picture.ts';
import { programOf, PROGRAM_FILES, type ProgramData } from './program.ts';
import { linkOf, stateLine } from './recipes.ts';
import type { ShareTab } from './row.ts';
import { rowProgram } from './row_program.ts';
import type { SharedFigure } from './shared.ts';
import './dialog.css';
import { dialogView, titleOf, type DialogModel } from './view.ts';

/** Opens the dialog in the figure's own root, so that it wears the figure's styles. Focus comes back to the button that opened it. */
export function openDialog(shared: SharedFigure, services: Services, tab: ShareTab, opener: HTMLElement): void {
  const { site } = services;
  const root = shared.figure?.parentNode;
  if (!site || !root) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'dk-dialog';
  root.append(dialog);
  new ShareDialog(dialog, shared, services, site, tab).open();
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener.focus();
  });
}

class ShareDialog {
  #model: DialogModel;

  constructor(
    private readonly dialog: HTMLDialogElement,
    private readonly shared: SharedFigure,
    private readonly services: Services,
    private readonly site: Site,
    tab: ShareTab,
  ) {
    const height = Math.ceil(shared.figure?.getBoundingClientRect().height ?? 600) + 80;
    this.#model = {
      shared, site, tab, strings: services.strings, told: '', program: undefined, programKind: 'numpy',
      choices: { language: services.strings.lang, theme: 'auto', controls: shared.shown?.split(/[\s,]+/).filter((name) => name !== ''), width: undefined, height },
      choose: (patch) => this.#set({ choices: { ...this.#model.choices, ...patch } }),
      show: (next) => this.#show(next),
      copy: (text, field) => void this.#copy(text, field),
      save: (kind) => void this.#save(kind),
      chooseProgram: (programKind) => this.#set({ programKind }),
      programText: (data) => this.#programText(data),
      close: () => dialog.close(),
    };
  }

  open(): void {
    const onMessage = ({ data, source }: MessageEvent<{ type?: unknown; height?: unknown } | null>): void => {
      const frame = this.dialog.querySelector('iframe');
      if (data?.type !== 'sqrt-dk:height' || typeof data.height !== 'number' || !frame || frame.contentWindow !== source) return;
      // What was told stays: nobody asked for this.
      this.#set({ choices: { ...this.#model.choices, height: data.height }, told: this.#model.told });
    };
    addEventListener('message', onMessage);
    this.dialog.addEventListener('close', () => removeEventListener('message', onMessage));
    // A press on the ground around closes it, as Escape does.
    this.dialog.addEventListener('click', ({ target }) => target === this.dialog && this.dialog.close());
    this.#show(this.#model.tab);
    this.dialog.showModal();
  }

  #set(patch: Partial<DialogModel>): void {
    this.#model = { ...this.#model, told: '', ...patch };
    render(dialogView(this.#model), this.dialog);
  }

  #show(tab: ShareTab): void {
    this.#set({ tab });
    if (tab !== 'export' || this.#model.program) return;
    (this.shared.ofRows ? rowProgram(this.services) : this.shared.program()).then((program) => this.#set({ program }), () => undefined);
  }

  get #address(): string {
    const { choices } = this.#model;
    return linkOf(this.shared, this.site, choices);
  }

  get #about(): string[] {
    const { strings } = this.services;
    return [`sqrt-dk ${this.site.version} · ${this.shared.tag} · ${stateLine(this.shared, divisorOf(this.shared.params))}`, this.site.root === undefined ? strings.text('share.no-address') : this.#address];
  }

  #programText(data: ProgramData): string {
    return programOf(this.#model.programKind, data, this.#about);
  }

  async #copy(text: string, field: HTMLTextAreaElement | null): Promise<void> {
    const { strings } = this.services;
    if (await copied(text)) return this.#set({ told: strings.text('share.copied') });
    field?.focus();
    field?.select();
    this.#set({ told: strings.text('share.select') });
  }

  async #numbers(): Promise<Numbers> {
    const engine = await this.services.engine.info?.().catch(() => undefined);
    return numbersOf(this.shared, { address: this.#address, version: this.site.version, engine, divisor: divisorOf(this.shared.params) });
  }

  async #picture(): Promise<Picture> {
    if (!this.shared.figure) throw new Error('nothing is drawn');
    return pictureOf(this.shared.figure, { title: titleOf(this.shared, this.services.strings), lines: this.#about }, await ownFonts());
  }

  async #save(kind: 'svg' | 'png' | 'csv' | 'json' | 'program'): Promise<void> {
    const name = `sqrt-dk-${this.shared.name}`;
    const { strings } = this.services;
    try {
      if (kind === 'svg') download((await this.#picture()).svg, `${name}.svg`, 'image/svg+xml');
      else if (kind === 'png') download(await pngOf(await this.#picture()), `${name}.png`, 'image/png');
      // The mark at the beginning tells spreadsheets that it is UTF-8.
      else if (kind === 'csv') download(`\ufeff${csvOf(await this.#numbers())}`, `${name}.csv`, 'text/csv;charset=utf-8');
      else if (kind === 'json') download(jsonOf(await this.#numbers()), `${name}.json`, 'application/json');
      else if (this.#model.program) download(this.#programText(this.#model.program), PROGRAM_FILES[this.#model.programKind], 'text/plain;charset=utf-8');
      this.#set({ told: strings.text('share.saved') });
    } catch {
      this.#set({ told: strings.text('share.not-saved') });
    }
  }
}
