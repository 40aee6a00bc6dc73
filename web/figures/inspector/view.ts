// The figure as a pure function of what is known of the reader's file.
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../../inspector/session.ts';
import type { HeadReport } from '../../inspector/measure.ts';
import type { Picture } from '../../inspector/shades.ts';
import type { Strings } from '../strings.ts';
import { diagnosis, zoneOfHead } from './caption.ts';
import { detailView } from './detail_view.ts';
import { headsView, type HeadsActions } from './heads_view.ts';
import type { HeadResult, Sort } from './numbers.ts';
import { settingsView, type Choice, type SettingsActions } from './settings_view.ts';
import { shellView, type ShellModel } from './shell_view.ts';
import type { SourceActions } from './source_view.ts';

/** A file that was read, and what is known of its heads. */
export interface Loaded {
  name: string;
  catalogue: Catalogue;
  choice: Choice;
  heads: readonly HeadResult[];
  selected: number;
  picture: Picture | undefined;
}

export interface InspectorModel extends ShellModel {
  loaded: Loaded | undefined;
  float16: number;
  sort: Sort;
  most: number;
}

export type InspectorActions = SourceActions & SettingsActions & HeadsActions;

export function inspectorView(model: InspectorModel, actions: InspectorActions, strings: Strings): TemplateResult {
  const { uid, loaded, options } = model;
  if (!loaded) return shellView(model, undefined, actions, strings);
  const head = loaded.heads[loaded.selected];
  const report = head?.report;
  return shellView(model, {
    name: loaded.name,
    zone: report && !Number.isNaN(report.sigma) ? zoneOfHead(report) : 'ok',
    told: told(loaded, strings),
    settings: model.shows('settings')
      ? settingsView({ uid, catalogue: loaded.catalogue, choice: loaded.choice, options, divisor: report?.divisor, unitDivisor: report?.unitDivisor, logits: report !== undefined && report.headDim === undefined }, actions, strings)
      : nothing,
    detail: head && report ? detailView({ uid, head: { ...head, report } as HeadResult & { report: HeadReport }, picture: loaded.picture, float16: model.float16 }, strings) : nothing,
    caption: head && report ? diagnosis({ report, theory: head.theory, float16: model.float16 }, strings) : undefined,
    heads: loaded.heads.length > 0 && model.shows('heads') ? headsView({ uid, heads: loaded.heads, selected: loaded.selected, sort: model.sort, most: model.most }, actions, strings) : nothing,
  }, actions, strings);
}

/** What file this is, and what was taken for granted in reading it. */
function told({ name, catalogue, choice }: Loaded, strings: Strings): TemplateResult {
  const { found, notes } = catalogue;
  const taken = typeof choice === 'object' ? [] : found.by === 'order' ? [strings.text('inspector.taken.order', { query: catalogue.tensors[0]?.name ?? '', key: catalogue.tensors[1]?.name ?? '' })] : found.by === 'alone' ? [strings.text('inspector.taken.alone')] : [];
  const all = [...taken, ...notes.map(({ key, values }) => strings.text(`inspector.taken.${key}`, values))];
  return html`<p class="dk-told"><b>${name}</b> ${strings.text('inspector.tensors', { count: catalogue.tensors.length })} ${all.join(' ')}</p>`;
}
