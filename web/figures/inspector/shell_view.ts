// The figure's outside: where a file comes from, what is going on, and the place for the report on it. All that a reader without a file needs.
import { html, nothing, type TemplateResult } from 'lit';
import type { InspectionProblem } from '../../inspector/problem.ts';
import type { Zone } from '../../state/params.ts';
import type { FigureModel } from '../figure_model.ts';
import { rich } from '../math.ts';
import { figureFoot, figureHead } from '../parts.ts';
import type { Strings } from '../strings.ts';
import { OPTION_TABLE, type InspectorOptions } from './options.ts';
import { sourceView, type Phase, type SourceActions } from './source_view.ts';

export interface ShellModel extends FigureModel {
  options: InspectorOptions;
  phase: Phase;
  progress: { of: number; done: number };
  problem: InspectionProblem | undefined;
  dragging: boolean;
  shows(control: 'source' | 'settings' | 'heads'): boolean;
}

type Part = TemplateResult | typeof nothing;

/** What is said of a file, part by part. */
export interface Report {
  name: string;
  zone: Zone;
  told: Part;
  settings: Part;
  detail: Part;
  caption: TemplateResult | undefined;
  heads: Part;
}

/** From this width on, picture and numbers stand side by side. */
const WIDE = 860;

export function shellView(model: ShellModel, report: Report | undefined, actions: SourceActions, strings: Strings): TemplateResult {
  const { uid, options, phase } = model;
  const untouched = report === undefined && model.problem === undefined && (Object.keys(OPTION_TABLE) as (keyof InspectorOptions)[]).every((name) => OPTION_TABLE[name].default === options[name]);
  return html`<figure class="dk-figure ${model.width >= WIDE ? 'wide' : 'narrow'} dk-in-${report?.zone ?? 'ok'} ${model.waiting ? 'waiting' : ''}" aria-labelledby="${uid}-title" data-phase=${phase}>
    ${figureHead({ uid, number: model.number, element: 'dk-inspector', titleKey: 'inspector.title' }, strings)}${model.notes}
    ${model.shows('source') ? sourceView({ uid, phase, progress: model.progress, name: report?.name, problem: model.problem, dragging: model.dragging }, actions, strings) : nothing}
    ${report?.told}${report?.settings}${report?.detail}
    <p class="dk-unseen" role="status">${model.said}</p>
    <figcaption>${report?.caption ?? html`<p class="dk-caption">${rich(strings, phase === 'choose' ? 'inspector.choose' : 'inspector.empty')}</p>`}</figcaption>
    ${report?.heads}
    ${report ? html`<p class="dk-note dk-rows-note">${rich(strings, 'inspector.note')}</p>` : nothing}
    ${figureFoot({ untouched, reset: model.reset, tableOpen: false, showTable: () => {} }, strings)}
  </figure>`;
}
