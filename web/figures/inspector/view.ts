// The figure as a pure function of what is known of the reader's file.
import { html, nothing, type TemplateResult } from 'lit';
import type { InspectionProblem } from '../../inspector/problem.ts';
import type { Catalogue } from '../../inspector/session.ts';
import type { HeadReport } from '../../inspector/measure.ts';
import type { Picture } from '../../inspector/shades.ts';
import { figureFoot, figureHead } from '../parts.ts';
import { rich } from '../math.ts';
import type { FigureModel } from '../figure_model.ts';
import type { Strings } from '../strings.ts';
import { diagnosis, zoneOfHead } from './caption.ts';
import { detailView } from './detail_view.ts';
import { headsView, type HeadsActions } from './heads_view.ts';
import type { HeadResult, Sort } from './numbers.ts';
import { OPTION_TABLE, type InspectorOptions } from './options.ts';
import { settingsView, type Choice, type SettingsActions } from './settings_view.ts';
import { sourceView, type Phase, type SourceActions } from './source_view.ts';

/** A file that was read, and what is known of its heads. */
export interface Loaded {
  name: string;
  catalogue: Catalogue;
  choice: Choice;
  heads: readonly HeadResult[];
  selected: number;
  picture: Picture | undefined;
}

export interface InspectorModel extends FigureModel {
  options: InspectorOptions;
  phase: Phase;
  progress: { of: number; done: number };
  problem: InspectionProblem | undefined;
  dragging: boolean;
  loaded: Loaded | undefined;
  float16: number;
  sort: Sort;
  most: number;
  shows(control: 'source' | 'settings' | 'heads'): boolean;
}

export type InspectorActions = SourceActions & SettingsActions & HeadsActions;

/** From this width on, picture and numbers stand side by side. */
const WIDE = 860;

export function inspectorView(model: InspectorModel, actions: InspectorActions, strings: Strings): TemplateResult {
  const { uid, loaded, options, phase } = model;
  const head = loaded?.heads[loaded.selected];
  const report = head?.report;
  const zone = report && !Number.isNaN(report.sigma) ? zoneOfHead(report) : 'ok';
  const untouched = loaded === undefined && model.problem === undefined && (Object.keys(OPTION_TABLE) as (keyof InspectorOptions)[]).every((name) => OPTION_TABLE[name].default === options[name]);
  return html`<figure class="dk-figure ${model.width >= WIDE ? 'wide' : 'narrow'} dk-in-${zone} ${model.waiting ? 'waiting' : ''}" aria-labelledby="${uid}-title" data-phase=${phase}>
    ${figureHead({ uid, number: model.number, element: 'dk-inspector', titleKey: 'inspector.title' }, strings)}${model.notes}
    ${model.shows('source') ? sourceView({ uid, phase, progress: model.progress, name: loaded?.name, problem: model.problem, dragging: model.dragging }, actions, strings) : nothing}
    ${loaded ? told(loaded, strings) : nothing}
    ${loaded && model.shows('settings')
      ? settingsView({ uid, catalogue: loaded.catalogue, choice: loaded.choice, options, divisor: report?.divisor, unitDivisor: report?.unitDivisor, logits: report !== undefined && report.headDim === undefined }, actions, strings)
      : nothing}
    ${head && report ? detailView({ uid, head: { ...head, report } as HeadResult & { report: HeadReport }, picture: loaded.picture, float16: model.float16 }, strings) : nothing}
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${head && report ? diagnosis({ report, theory: head.theory, float16: model.float16 }, strings) : html`<p class="dk-caption">${rich(strings, phase === 'choose' ? 'inspector.choose' : 'inspector.empty')}</p>`}</figcaption>
    ${loaded && loaded.heads.length > 0 && model.shows('heads') ? headsView({ uid, heads: loaded.heads, selected: loaded.selected, sort: model.sort, most: model.most }, actions, strings) : nothing}
    ${loaded ? html`<p class="dk-note dk-rows-note">${rich(strings, 'inspector.note')}</p>` : nothing}
    ${figureFoot({ untouched, reset: model.reset, tableOpen: false, showTable: () => {} }, strings)}
  </figure>`;
}

/** What file this is, and what was taken for granted in reading it. */
function told({ name, catalogue, choice }: Loaded, strings: Strings): TemplateResult {
  const { found, notes } = catalogue;
  const taken = typeof choice === 'object' ? [] : found.by === 'order' ? [strings.text('inspector.taken.order', { query: catalogue.tensors[0]?.name ?? '', key: catalogue.tensors[1]?.name ?? '' })] : found.by === 'alone' ? [strings.text('inspector.taken.alone')] : [];
  const all = [...taken, ...notes.map(({ key, values }) => strings.text(`inspector.taken.${key}`, values))];
  return html`<p class="dk-told"><b>${name}</b> ${strings.text('inspector.tensors', { count: catalogue.tensors.length })} ${all.join(' ')}</p>`;
}
