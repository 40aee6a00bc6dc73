// The figure as a pure function of what is known: options, result, the reader's language and the room there is.
import { html, nothing, type TemplateResult } from 'lit';
import { RANGES, type Params } from '../../state/params.ts';
import type { Actions } from '../controls/actions.ts';
import { choices, type Choice } from '../controls/choices.ts';
import { stepper } from '../controls/stepper.ts';
import { root, variable, SYMBOLS, type Piece } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { arithmetic, divisorFormula, matrixName } from './arithmetic.ts';
import { caption, readouts } from './caption.ts';
import { ROW, WIDE, matrixRoom } from './layout.ts';
import { editableMatrix, stepMatrix, type Spot } from './matrices.ts';
import { DIVIDES, MASKS, MATRICES, SHAPES, STEPS, type Divide, type MatrixName, type PipelineOptions, type SizeName, type Step } from './options.ts';
import { MOST, readMatrix } from './matrix_text.ts';
import { tables } from './tables.ts';
import type { PipelineResult } from './query.ts';

/** A result and the state that it answers. */
export interface AnsweredPipeline {
  options: PipelineOptions;
  headCount: number;
  result: PipelineResult;
}

export interface PipelineModel extends FigureModel {
  params: Params;
  options: PipelineOptions;
  answered: AnsweredPipeline | undefined;
  /** The cell whose arithmetic is written out. */
  active: Spot;
  /** Which cell of each table the tab key comes to. */
  stops: Readonly<Record<MatrixName | 'step', Spot>>;
  shows(control: 'sample' | 'step' | 'divisor' | 'mask' | 'size'): boolean;
  set(patch: Partial<PipelineOptions>): void;
  typeSize(name: SizeName, text: string): void;
  enterEntry(name: MatrixName, spot: Spot): void;
  commitEntry(name: MatrixName, spot: Spot, text: string): void;
  pasteBlock(name: MatrixName, spot: Spot, text: string): void;
  restore(name: MatrixName): void;
  hover(spot: Spot | undefined): void;
  enter(spot: Spot): void;
  toggle(spot: Spot): void;
}

export function pipelineView(model: PipelineModel, actions: Actions, strings: Strings): TemplateResult {
  const wide = model.width >= WIDE;
  return html`<figure class="dk-figure dk-pipeline-figure ${wide ? 'wide' : 'narrow'} ${model.waiting ? 'waiting' : ''}" aria-labelledby="${model.uid}-title">
    ${figureHead({ uid: model.uid, number: model.number, element: 'dk-pipeline', titleKey: 'pipeline.title', ...(model.shows('sample') ? { sample: { seed: model.params.seed, again: model.newSample } } : {}) }, strings)}${model.notes}
    ${inputs(model, strings)}
    ${model.shows('size') ? sizes(model, strings) : nothing}
    ${model.shows('step') ? steps(model, strings) : nothing}
    <div class="dk-step-columns">
      ${stage(model, strings)}
      ${switches(model, actions, strings)}
    </div>
    ${model.answered ? html`<div class="dk-verdict">${readouts(model.answered, strings)}</div>
      <p class="dk-unseen" role="status">${model.said}</p>
      <figcaption>${caption(model.answered, strings)}</figcaption>
      <p class="dk-note dk-rows-note">${strings.text('pipeline.drawn')}</p>` : html`<div class="dk-verdict dk-blank" style="height: ${wide ? 216 : 380}px"></div>`}
    ${foot(model, strings)}
  </figure>`;
}

function inputs(model: PipelineModel, strings: Strings): TemplateResult {
  if (!model.answered) return html`<div class="dk-inputs dk-blank" style="height: ${blankInputs(model)}px"></div>`;
  const { result, options } = model.answered;
  const { row, column } = model.active;
  const output = options.step === 'output';
  const softmax = options.step === 'softmax' || options.step === 'mask';
  const lit: Readonly<Record<MatrixName, readonly [row: number | undefined, column: number | undefined]>> = {
    q: [output ? undefined : row, undefined], k: [output || softmax ? undefined : column, undefined], v: [undefined, output ? column : undefined],
  };
  return html`<div class="dk-inputs">${MATRICES.map((name) => editableMatrix({
    name, matrix: { q: result.query, k: result.key, v: result.value }[name], room: matrixRoom(model.width, 'input'), stop: model.stops[name], litRow: lit[name][0], litColumn: lit[name][1],
    edited: readMatrix(options[name]) !== undefined, enter: (spot) => model.enterEntry(name, spot), commit: (spot, text) => model.commitEntry(name, spot, text),
    paste: (spot, text) => model.pasteBlock(name, spot, text), restore: () => model.restore(name),
  }, strings))}</div>
  <p class="dk-note dk-edit-hint" data-live>${strings.text('pipeline.edit-hint', { most: MOST })}</p>`;
}

/** The room that the matrices will take, so that nothing jumps when they come. */
function blankInputs({ width, options }: PipelineModel): number {
  const heights = MATRICES.map((name) => ROW * (options[SHAPES[name][0]] + 1));
  return (width >= WIDE ? Math.max(...heights) : heights.reduce((sum, height) => sum + height + 20, 0)) + 30;
}

function sizes(model: PipelineModel, strings: Strings): TemplateResult {
  const symbols: Readonly<Record<SizeName, Piece>> = { nq: variable('n', 'q'), n: SYMBOLS['n']!, width: SYMBOLS['dk']!, dv: variable('d', 'v') };
  const one = (name: SizeName): TemplateResult => stepper({
    name, symbol: symbols[name], gloss: strings.text(`pipeline.size.${name}`), fieldLabel: strings.text('param.field', { name: strings.text(`pipeline.size.${name}`) }),
    less: strings.text('pipeline.less', { name: strings.text(`pipeline.size.${name}`) }), more: strings.text('pipeline.more', { name: strings.text(`pipeline.size.${name}`) }),
    value: model.options[name], min: 1, max: MOST, choose: (value) => model.set({ [name]: value }), type: (text) => model.typeSize(name, text),
  });
  return html`<div class="dk-sizes">${(['nq', 'n', 'width', 'dv'] as const).map(one)}</div>`;
}

function steps(model: PipelineModel, strings: Strings): TemplateResult {
  const faces: Readonly<Record<Step, Piece>> = {
    scores: html`${matrixName('q')}${matrixName('k')}<sup>T</sup>`, divide: html`÷ ${variable('c')}`, mask: strings.text('pipeline.face.mask'), softmax: 'softmax', output: html`× ${matrixName('v')}`,
  };
  const index = STEPS.indexOf(model.options.step);
  const go = (by: 1 | -1): TemplateResult => {
    const next = STEPS[index + by];
    return html`<button type="button" class="dk-button dk-go" data-go=${by} ?disabled=${next === undefined} @click=${() => next && model.set({ step: next })}>${strings.text(by < 0 ? 'pipeline.back' : 'pipeline.next')}</button>`;
  };
  return html`<div class="dk-steps">
    ${go(-1)}${choices({
      name: 'step', label: strings.text('pipeline.steps'), current: model.options.step, choose: (step) => model.set({ step }),
      choices: STEPS.map((value, i): Choice<Step> => ({ value, face: faces[value], word: `${i + 1} ${strings.text(`pipeline.word.${value}`)}`, spoken: `${i + 1}. ${strings.text(`pipeline.word.${value}`)}` })),
    })}${go(1)}
  </div>`;
}

function stage(model: PipelineModel, strings: Strings): TemplateResult {
  if (!model.answered) return html`<div class="dk-stage dk-blank" style="height: ${ROW * model.options.nq + 222}px"></div>`;
  const { options, result } = model.answered;
  return html`<div class="dk-stage">
    ${stepMatrix({ step: options.step, result, room: matrixRoom(model.width, 'step'), active: model.active, stop: model.stops.step, hover: model.hover, enter: model.enter, toggle: model.toggle }, strings)}
    ${arithmetic({ step: options.step, divide: options.divide, result, ...model.active }, strings)}
  </div>`;
}

function switches(model: PipelineModel, actions: Actions, strings: Strings): TemplateResult {
  const { options, params } = model;
  const halfRoot = root(root(SYMBOLS['dk']!, '√d_k'), '√√d_k');
  const faces: Readonly<Record<Divide, Piece | Piece[]>> = {
    root: divisorFormula('root'), none: '1', both: halfRoot, one: halfRoot,
    folded: html`<span class="dk-nowrap"><i class="dk-var">W</i><sub class="dk-sub">q</sub></span>`, rootmodel: divisorFormula('rootmodel'),
  };
  return html`<div class="dk-switches">
    ${model.shows('divisor') ? html`<p class="dk-panel-title">${strings.text('pipeline.divide')}</p>
      ${choices({
        name: 'divide', label: strings.text('pipeline.divide'), current: options.divide, choose: (divide) => model.set({ divide }),
        choices: DIVIDES.map((value): Choice<Divide> => ({ value, face: faces[value], word: strings.text(`pipeline.divide.${value}`), spoken: strings.text(`pipeline.divide.${value}.spoken`) })),
      })}
      ${options.divide === 'rootmodel' ? heads(params, actions, strings) : nothing}` : nothing}
    ${model.shows('mask') ? html`<p class="dk-panel-title">${strings.text('pipeline.mask')}</p>
      ${choices({
        name: 'mask', label: strings.text('pipeline.mask'), current: options.mask, choose: (mask) => model.set({ mask, ...(mask === 'none' ? {} : { step: options.step === 'scores' || options.step === 'divide' ? 'mask' : options.step }) }),
        choices: MASKS.map((value): Choice<(typeof MASKS)[number]> => ({ value, face: strings.text(`pipeline.mask.${value}`) })),
      })}
      <p class="dk-note">${strings.text(options.step === 'mask' ? 'pipeline.mask.hint' : 'pipeline.mask.hint-elsewhere')}</p>` : nothing}
  </div>`;
}

function heads(params: Params, actions: Actions, strings: Strings): TemplateResult {
  const name = strings.text('param.headCount');
  return stepper({
    name: 'heads', symbol: variable('h'), gloss: strings.text('pipeline.heads'), fieldLabel: strings.text('param.field', { name }),
    less: strings.text('pipeline.less', { name }), more: strings.text('pipeline.more', { name }), value: params.headCount, min: RANGES.headCount.min, max: RANGES.headCount.max,
    choose: (headCount) => actions.choose({ headCount }), type: (text) => actions.type('headCount', text),
  });
}

function foot(model: PipelineModel, strings: Strings): TemplateResult {
  const { answered } = model;
  return figureFoot({ untouched: model.untouched, reset: model.reset, tableOpen: model.tableOpen, showTable: model.showTable, table: answered && (() => tables(answered.result, strings)) }, strings);
}
