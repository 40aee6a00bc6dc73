// <dk-pipeline>: attention on matrices small enough to edit, step by step: scores → ÷ c → mask → softmax by row → × V.
// Read-outs (data-name): q-i-j · k-i-j · v-i-j (entries) · scores-i-j · divide-i-j · mask-i-j · softmax-i-j · output-i-j (the step's cells) · sum-i (a row of weights) ·
// cell (the active one, written out) · divisor · logit-spread · max-weight · difference (to the weights of ÷ √d_k) · value-change · fully-masked · scale · seed.
// Attributes: seed, heads (a state of its own), controls (sample step divisor mask size), number.
// Options (attributes, and address keys `pipeline.…`): step, divide, mask, allow, nq, n, width (d_k), dv, q, k, v (edited matrices: cells parted by spaces, rows by `_`).
// The page's d_k, divisor and n don't enter: they belong to sizes that nobody edits by hand.
import { html, type TemplateResult } from 'lit';
import { noticeName, type Notice } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { noticeText } from '../controls/notice.ts';
import { FigureElement } from '../figure_element.ts';
import type { Services } from '../services.ts';
import type { ProgramData } from '../share/program.ts';
import type { Strings } from '../strings.ts';
import type { Spot } from './matrices.ts';
import { MOST, readAllow, readBlock, readEntry, readMatrix, withBlock, writeAllow, writeMatrix, type Rows, type TextProblem } from './matrix_text.ts';
import { MATRICES, OPTION_TABLE, SHAPES, type MatrixName, type PipelineOptions, type SizeName } from './options.ts';
import { allowed, drawRequest, drawnEntry, matrixRows, pipelineKey, queryPipeline, runPipeline, type PipelineRequest, type PipelineResult } from './query.ts';
import { pipelineProgram } from './program.ts';
import { pipelineView, type AnsweredPipeline } from './view.ts';
import { typedNumber } from '../../state/typed_number.ts';
import './pipeline.css';

interface Told {
  kind: string;
  text: string;
}

const USED_PARAMS = ['seed', 'heads'];

export class DkPipeline extends FigureElement<typeof OPTION_TABLE> {
  static override readonly figureName = 'pipeline';
  static override readonly optionTable = OPTION_TABLE;

  #answered: AnsweredPipeline | undefined;
  #drawn: { seed: number; numbers: Float64Array } | undefined;
  #wanted = '';
  #shown = '';
  #saidStep = '';
  #told: Told | undefined;
  #hovered: Spot | undefined;
  #pinned: Spot = { row: 0, column: 0 };
  #stops: Record<MatrixName, Spot> = { q: { row: 0, column: 0 }, k: { row: 0, column: 0 }, v: { row: 0, column: 0 } };

  #drawLane = this.lane<number, Float64Array>({
    key: String,
    run: async ({ engine }, seed) => (await engine.call('dotProductSample', drawRequest(seed))).logits,
    done: ({ request: seed, result: numbers }) => {
      this.#drawn = { seed, numbers };
      if (this.services) this.#askState(this.services);
    },
    cacheSize: 4,
  });

  #lane = this.lane<{ request: PipelineRequest; drawn: Float64Array }, PipelineResult>({
    key: ({ request }) => pipelineKey(request),
    run: ({ engine }, { request, drawn }) => runPipeline(engine, request, drawn),
    done: ({ request: { request }, result }) => {
      this.#answered = { options: { ...this.options, ...request.options }, headCount: request.headCount, result };
      this.#shown = pipelineKey(request);
    },
  });

  protected override ask(services: Services): void {
    this.#wanted = pipelineKey(queryPipeline(services.store.params, this.options));
    const { seed } = services.store.params;
    if (this.#drawn?.seed === seed) this.#askState(services);
    else this.#drawLane.ask(seed);
  }

  #askState({ store: { params } }: Services): void {
    if (this.#drawn?.seed !== params.seed) return;
    this.#lane.ask({ request: queryPipeline(params, this.options), drawn: this.#drawn.numbers });
  }

  protected override async program(): Promise<ProgramData | undefined> {
    return this.#answered && pipelineProgram(this.#answered);
  }

  protected override isSettled(): boolean {
    return this.#wanted !== '' && this.#wanted === this.#shown;
  }

  protected override draw(services: Services, actions: Actions): TemplateResult {
    const { store, strings } = services;
    const { options } = this;
    // Another step needs no new answer.
    const answered = this.#answered && { ...this.#answered, options: { ...this.#answered.options, step: options.step } };
    if (this.settled && answered && this.#saidStep !== options.step) {
      this.said = this.#saidStep === '' ? '' : strings.text(`pipeline.caption.${options.step}`, { Q: 'Q', K: 'K', V: 'V' });
      this.#saidStep = options.step;
    }
    const size = answered ? { rows: answered.result.query.rows, columns: options.step === 'output' ? answered.result.value.columns : answered.result.key.rows } : { rows: 1, columns: 1 };
    const within = ({ row, column }: Spot, rows: number, columns: number): Spot => ({ row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) });
    const stops = Object.fromEntries(MATRICES.map((name) => [name, within(this.#stops[name], options[SHAPES[name][0]], options[SHAPES[name][1]])])) as Record<MatrixName, Spot>;
    return pipelineView(
      {
        ...this.common(services, actions), params: store.params, options, answered,
        active: within(this.#hovered ?? this.#pinned, size.rows, size.columns),
        stops: { ...stops, step: within(this.#pinned, size.rows, size.columns) },
        notes: html`${this.notes(services)}${this.#toldBar(options, strings)}`,
        newSample: () => {
          this.#told = undefined;
          this.setOptions({ q: '', k: '', v: '' });
          actions.choose({ seed: (store.params.seed + 1) % 2 ** 32 });
        },
        reset: () => this.#change(() => {
          this.#told = undefined;
          this.resetAll();
        }),
        set: (patch) => this.#set(patch),
        typeSize: (name, text) => this.#typeSize(name, text, strings),
        enterEntry: (name, spot) => this.#change(() => (this.#stops[name] = spot)),
        commitEntry: (name, spot, text) => this.#commit(name, spot, text, strings),
        pasteBlock: (name, spot, text) => this.#paste(name, spot, text, strings),
        restore: (name) => this.#set({ [name]: '' }),
        hover: (spot) => this.#change(() => (this.#hovered = spot)),
        enter: (spot) => this.#change(() => {
          this.#pinned = spot;
          this.#hovered = undefined;
        }),
        toggle: (spot) => this.#toggle(spot),
      },
      actions,
      strings,
    );
  }

  /** Only of what this figure uses. */
  protected override tells(notice: Notice): boolean {
    return USED_PARAMS.includes(noticeName(notice));
  }

  #change(change: () => void): void {
    change();
    this.requestUpdate();
  }

  /** Takes a change; what was said about an earlier one goes. */
  #set(patch: Partial<PipelineOptions>): void {
    this.#told = undefined;
    this.setOptions(patch);
    this.requestUpdate();
  }

  #tell(told: Told): void {
    this.#told = told;
    this.requestUpdate();
  }

  #toldBar(options: PipelineOptions, strings: Strings): unknown {
    const unread: Told[] = MATRICES.filter((name) => options[name].trim() !== '' && readMatrix(options[name]) === undefined)
      .map((name) => ({ kind: 'unread', text: strings.text('pipeline.problem.unread', { name: name.toUpperCase() }) }));
    if (readAllow(options.allow, options.nq, options.n) === undefined) unread.push({ kind: 'unread', text: strings.text('pipeline.problem.unread-mask') });
    const all = this.#told ? [...unread, this.#told] : unread;
    if (all.length === 0) return '';
    const dismiss = (): void => {
      const bad = MATRICES.filter((name) => options[name] !== '' && readMatrix(options[name]) === undefined);
      this.#set({ ...Object.fromEntries(bad.map((name) => [name, ''])), ...(readAllow(options.allow, 1, 1) === undefined ? { allow: '' } : {}) });
    };
    return html`<div class="dk-notice" role="status">
      <ul>${all.map(({ kind, text }) => html`<li data-notice=${kind}>${text}</li>`)}</ul>
      <button type="button" class="dk-quiet" @click=${dismiss}>${strings.text('notice.dismiss')}</button>
    </div>`;
  }

  #typeSize(name: SizeName, text: string, strings: Strings): void {
    const number = typedNumber(text);
    if (Number.isNaN(number)) return this.#tell({ kind: 'not_a_number', text: noticeText({ kind: 'not_a_number', param: name, given: text.trim().slice(0, 40), used: '' }, strings) });
    const used = Math.round(Math.min(MOST, Math.max(1, number)));
    this.#set({ [name]: used });
    if (used !== number) this.#tell({ kind: 'clamped', text: noticeText({ kind: 'clamped', param: name, given: text.trim().slice(0, 40), used: String(used) }, strings) });
  }

  #rows(name: MatrixName): Rows | undefined {
    return this.#drawn && matrixRows(name, this.options, this.#drawn.numbers);
  }

  #commit(name: MatrixName, spot: Spot, text: string, strings: Strings): void {
    const { value, problem } = readEntry(text, spot.row + 1, spot.column + 1);
    if (problem) return this.#tell(this.#problem(problem, strings));
    this.#lay(name, spot, [[value]]);
  }

  #paste(name: MatrixName, spot: Spot, text: string, strings: Strings): void {
    const { value, problem } = readBlock(text);
    if (problem) return this.#tell(this.#problem(problem, strings));
    const { options } = this;
    const [height, width] = SHAPES[name];
    const row = Math.max(options[height], spot.row + value.length);
    const column = Math.max(options[width], spot.column + value[0]!.length);
    if (row > MOST || column > MOST) return this.#tell(this.#problem({ kind: 'no-room', row, column, given: '' }, strings));
    this.#lay(name, spot, value);
  }

  /** Lays a block over a matrix; where it is larger, the matrix grows, and what shares the size grows with it. */
  #lay(name: MatrixName, spot: Spot, block: Rows): void {
    const rows = this.#rows(name);
    if (!rows || !this.#drawn) return;
    const { numbers } = this.#drawn;
    const next = withBlock(rows, block, spot, (row, column) => drawnEntry(numbers, name, row, column));
    const [height, width] = SHAPES[name];
    this.#set({ [name]: writeMatrix(next), [height]: next.length, [width]: next[0]!.length });
  }

  #problem({ kind, row, column, given }: TextProblem, strings: Strings): Told {
    return { kind, text: strings.text(`pipeline.problem.${kind}`, { row, column, given, most: MOST }) };
  }

  #toggle(spot: Spot): void {
    const allow = allowed(this.options).map((row, i) => row.map((seen, j) => (i === spot.row && j === spot.column ? !seen : seen)));
    this.#pinned = spot;
    this.#set({ mask: 'free', allow: writeAllow(allow) });
  }
}

if (!customElements.get('dk-pipeline')) customElements.define('dk-pipeline', DkPipeline);
