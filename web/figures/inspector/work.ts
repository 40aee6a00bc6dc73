// The work on a reader's file: opens it, measures it head by head, keeps what is known, and draws it. Fetched with the first file.
import type { TemplateResult } from 'lit';
import { createInspector } from '../../inspector/browser.ts';
import { InspectionProblem } from '../../inspector/problem.ts';
import { runHead } from '../../inspector/run.ts';
import type { Catalogue, Inspector, Source } from '../../inspector/session.ts';
import type { Picture } from '../../inspector/shades.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Services } from '../services.ts';
import { heard } from './caption.ts';
import { toCsv, toJson } from './export.ts';
import { paintCanvas } from './heat.ts';
import { layoutOf, measureAll, settingsOf } from './job.ts';
import type { Sort } from './numbers.ts';
import { parseDivisor, type InspectorOptions } from './options.ts';
import { sampleBlob } from './sample.ts';
import { pairsOf, type Choice } from './settings_view.ts';
import type { Phase } from './source_view.ts';
import { askFloat16 } from './theory.ts';
import { inspectorView, type InspectorActions, type Loaded } from './view.ts';
import './inspector_file.css';

/** The element, as the work sees it. */
export interface Host {
  readonly services: Services | undefined;
  readonly options: InspectorOptions;
  readonly root: ParentNode;
  setOptions(patch: Partial<InspectorOptions>): void;
  /** A failure that is no fault of the file, or that it is over. */
  fail(reason: unknown): void;
  resetAll(): void;
  redraw(): void;
}

/** Rows of the table that are drawn at once. */
const ROWS = 100;
const SAMPLE = 'sample.safetensors';

interface Candidate {
  name: string;
  catalogue: Catalogue;
  choice: Choice;
  options: InspectorOptions;
  selected: number;
}

export class Work {
  /** The last final state in words. */
  said = '';
  dragging = false;
  #inspector: Inspector | undefined;
  #loaded: Loaded | undefined;
  /** Under which options the file shown was measured. */
  #loadedOptions: InspectorOptions | undefined;
  #phase: Phase = 'empty';
  #progress = { of: 0, done: 0 };
  #problem: InspectionProblem | undefined;
  #sort: Sort = { by: 'label', descending: false };
  #most = ROWS;
  #float16 = 0;
  /** Counts what the reader has begun: what belongs to an earlier number is dropped. */
  #turn = 0;
  #tried = '';
  #painted: { canvas: HTMLCanvasElement; picture: Picture } | undefined;

  constructor(private readonly host: Host) {}

  get busy(): boolean {
    return this.#phase === 'reading' || this.#phase === 'measuring';
  }

  #key({ source }: Catalogue, choice: Choice, options: InspectorOptions): string {
    return JSON.stringify([source, choice, settingsOf(options), layoutOf(options)]);
  }

  /** Measures again where what was measured isn't what is asked for. */
  ask(): void {
    const loaded = this.#loaded;
    const { options } = this.host;
    // While a file is being read, it will be measured under what holds then.
    if (!loaded || this.#phase === 'reading' || this.#key(loaded.catalogue, loaded.choice, options) === this.#tried) return;
    void this.#attempt(++this.#turn, { ...loaded, options });
  }

  /** Reads a file (or text), and measures what is in it. */
  async #open(source: Source | (() => Promise<Source>), name: string): Promise<void> {
    const turn = ++this.#turn;
    this.#begin('reading', 0);
    const inspector = (this.#inspector ??= createInspector());
    await this.#guarded(turn, async () => {
      const given = typeof source === 'function' ? await source() : source;
      const catalogue = await inspector.open(given, (done, of) => {
        if (turn !== this.#turn) return;
        this.#progress = { done, of };
        this.host.redraw();
      });
      if (turn !== this.#turn) return void inspector.close(catalogue.source);
      const { found, tensors, divisor } = catalogue;
      const options = divisor === undefined ? this.host.options : { ...this.host.options, divisor: String(divisor) };
      const candidate: Candidate = { name, catalogue, choice: 'all', options, selected: 0 };
      if (found.pairs.length > 0 || found.weights || found.lonely) return this.#attempt(turn, candidate);
      // Nothing belongs together by its name: the reader says what is what.
      this.#adopt({ ...candidate, choice: { query: 0, key: tensors.length > 1 ? 1 : 'logits' }, heads: [], picture: undefined }, options);
      this.#tried = this.#key(catalogue, this.#loaded!.choice, options);
      this.#phase = 'choose';
    });
  }

  #begin(phase: 'reading' | 'measuring', of: number): void {
    this.#phase = phase;
    this.#progress = { done: 0, of };
    this.#problem = undefined;
    this.said = '';
    this.host.fail(undefined);
    this.host.redraw();
  }

  /** Does it, and says what goes wrong; what was shown stays. */
  async #guarded(turn: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (reason) {
      if (turn !== this.#turn) return;
      this.#phase = this.#loaded ? 'done' : 'empty';
      if (reason instanceof InspectionProblem) this.#problem = reason;
      else {
        // Asked once more, it is tried once more.
        this.#tried = '';
        this.host.fail(reason);
      }
      // The worker's plan was the other one's.
      const loaded = this.#loaded;
      if (loaded && loaded.heads.length > 0 && this.#loadedOptions) await this.#inspector?.plan(loaded.catalogue.source, pairsOf(loaded.catalogue, loaded.choice), layoutOf(this.#loadedOptions)).catch(() => undefined);
    }
    this.host.redraw();
  }

  /** Measures all heads; the first one measured takes the place of what is shown. */
  async #attempt(turn: number, { name, catalogue, choice, options, selected }: Candidate): Promise<void> {
    const { services } = this.host;
    const inspector = this.#inspector;
    if (!services || !inspector) return;
    this.#tried = this.#key(catalogue, choice, options);
    this.#begin('measuring', 0);
    await this.#guarded(turn, async () => {
      this.#float16 ||= await askFloat16(services.engine);
      let adopted = false;
      const told: Parameters<typeof measureAll>[0]['told'] = (done, of, report) => {
        if (turn !== this.#turn) return false;
        this.#progress = { done, of };
        if (report) {
          const kept = adopted ? this.#loaded : undefined;
          this.#adopt({ name, catalogue, choice, heads: report.heads, selected: kept?.selected ?? report.first, picture: kept?.picture ?? report.picture }, options);
          adopted = true;
        }
        this.host.redraw();
        return true;
      };
      await measureAll({ inspector, engine: services.engine, catalogue, choice, options, begin: selected, told }).catch((reason: unknown) => {
        if (!adopted && this.#loaded?.catalogue !== catalogue) void inspector.close(catalogue.source);
        throw reason;
      });
      if (turn !== this.#turn) return;
      this.#phase = 'done';
      this.#say(services);
    });
  }

  #adopt(loaded: Loaded, options: InspectorOptions): void {
    const before = this.#loaded?.catalogue;
    if (before && before !== loaded.catalogue) {
      void this.#inspector?.close(before.source);
      this.#most = ROWS;
    }
    this.#loaded = loaded;
    this.#loadedOptions = options;
    // A file that names its divisor sets the control.
    if (options.divisor !== this.host.options.divisor) this.host.setOptions({ divisor: options.divisor });
  }

  #say({ strings }: Services): void {
    const head = this.#loaded?.heads[this.#loaded.selected];
    if (head?.report) this.said = heard({ report: head.report, theory: head.theory, float16: this.#float16 }, this.#loaded!.heads.length, strings);
  }

  stop(): void {
    this.#turn += 1;
    this.#phase = this.#phase === 'measuring' && this.#loaded?.heads.some(({ report, problem }) => !report && !problem) ? 'stopped' : this.#loaded ? 'done' : 'empty';
    this.host.redraw();
  }

  /** Shows another head; its picture is made now. */
  async #select(index: number, services: Services): Promise<void> {
    const loaded = this.#loaded;
    if (!loaded?.heads[index]?.report || !this.#inspector || !this.#loadedOptions) return;
    this.#loaded = { ...loaded, selected: index, picture: undefined };
    this.#say(services);
    this.host.redraw();
    const { picture } = await runHead(this.#inspector, services.engine, loaded.catalogue.source, index, { ...settingsOf(this.#loadedOptions), picture: true }).catch(() => ({ picture: undefined }));
    if (this.#loaded?.selected !== index || this.#loaded.catalogue !== loaded.catalogue) return;
    this.#loaded = { ...this.#loaded, picture };
    this.host.redraw();
  }

  #save(kind: 'csv' | 'json'): void {
    const heads = this.#loaded?.heads ?? [];
    // A spreadsheet takes text for UTF-8 only where it begins so.
    const blob = kind === 'csv' ? new Blob(['\ufeff', toCsv(heads)], { type: 'text/csv' }) : new Blob([toJson(heads)], { type: 'application/json' });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: `heads.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  actions(services: Services): InspectorActions {
    const redraw = (change: () => void): void => {
      change();
      this.host.redraw();
    };
    return {
      files: (files) => void this.#open({ files: files.map((file) => ({ name: file.name, blob: file })) }, files.length === 1 ? files[0]!.name : files.map(({ name }) => name).slice(0, 4).join(' · ')),
      paste: (text) => void this.#open({ text, name: services.strings.text('inspector.pasted') }, services.strings.text('inspector.pasted')),
      sample: () => void this.#open(fetchSample, SAMPLE),
      stop: () => this.stop(),
      drag: (over) => redraw(() => (this.dragging = over)),
      choose: (choice) => {
        if (!this.#loaded) return;
        const candidate = { ...this.#loaded, choice, options: this.host.options, selected: 0 };
        this.#loaded = this.#loaded.heads.length === 0 ? { ...this.#loaded, choice } : this.#loaded;
        void this.#attempt(++this.#turn, candidate);
      },
      change: (patch) => this.host.setOptions(patch),
      typeDivisor: (text) => {
        const divisor = parseDivisor(text);
        if (divisor === undefined) services.store.set({}, { notices: [{ kind: 'not_a_number', param: 'divisor', given: text.trim().slice(0, 40), used: '' }] });
        else this.host.setOptions({ divisor: String(divisor) });
      },
      select: (head) => void this.#select(head, services),
      sort: (by) => redraw(() => (this.#sort = { by, descending: this.#sort.by === by ? !this.#sort.descending : by !== 'label' })),
      more: () => redraw(() => (this.#most += 5 * ROWS)),
      save: (kind) => this.#save(kind),
    };
  }

  reset(): void {
    this.#turn += 1;
    if (this.#loaded) void this.#inspector?.close(this.#loaded.catalogue.source);
    this.#loaded = undefined;
    this.#problem = undefined;
    this.#phase = 'empty';
    this.said = '';
    this.#sort = { by: 'label', descending: false };
    this.host.resetAll();
    this.host.redraw();
  }

  /** After a drawing: the heat map's points. */
  painted(): void {
    const canvas = this.host.root.querySelector<HTMLCanvasElement>('.dk-heat canvas');
    const loaded = this.#loaded;
    const report = loaded?.heads[loaded.selected]?.report;
    if (!canvas || !loaded?.picture || !report || (this.#painted?.canvas === canvas && this.#painted.picture === loaded.picture)) return;
    paintCanvas(canvas, loaded.picture, report.keys);
    this.#painted = { canvas, picture: loaded.picture };
  }

  /** The ink has changed. */
  repaint(): void {
    this.#painted = undefined;
    this.host.redraw();
  }

  draw(common: FigureModel, services: Services): TemplateResult {
    return inspectorView(
      {
        ...common, options: this.host.options, phase: this.#phase, progress: this.#progress, problem: this.#problem, dragging: this.dragging, loaded: this.#loaded, float16: this.#float16,
        sort: this.#sort, most: this.#most, waiting: this.busy && this.#loaded !== undefined, reset: () => this.reset(),
      },
      this.actions(services),
      services.strings,
    );
  }
}

async function fetchSample(): Promise<Source> {
  try {
    return { files: [{ name: SAMPLE, blob: await sampleBlob() }] };
  } catch {
    throw new InspectionProblem('unreadable', { file: SAMPLE });
  }
}
