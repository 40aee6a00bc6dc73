// A figure's still picture: the same query and view, run once while the page is built, for readers without scripts and for paper.
import type { TemplateResult } from 'lit';
import type { EngineClient } from '../engine/engine.ts';
import { DEFAULTS, type Params } from '../state/params.ts';
import type { Actions } from './controls/actions.ts';
import type { FigureModel } from './figure_model.ts';
import type { Strings } from './strings.ts';

/** The common part of a model, for a picture that nobody touches: no controls, nothing said, nothing to open. */
export type Still = FigureModel & { number: string };

/** The state that is drawn: the reader's parameters, and the figure's own options by name (null: its default). */
export interface StillState {
  params: Params;
  option(name: string): string | null;
}

export const STANDARD: StillState = { params: DEFAULTS, option: () => null };

/** Draws a figure in a state, by default the standard one. What is a control or marked `data-live` is taken out of it afterwards (page/build/still_figures.ts). */
export type StillFigure = (engine: EngineClient, strings: Strings, still: Still, state?: StillState) => Promise<TemplateResult>;

const nothing = (): void => {};

/** A phone's width: on paper and on wide screens, panels of this width stand side by side. */
export const STILL_WIDTH = 350;

export const stillOf = (uid: string, number: string): Still => ({
  uid, number, width: STILL_WIDTH, roomAtRight: false, waiting: false, moving: false, said: '', tableOpen: false, untouched: true, notes: undefined,
  shows: () => false, showTable: nothing, newSample: nothing, reset: nothing,
});

/** Actions of controls that are not there. */
export const NO_ACTIONS: Actions = { now: () => DEFAULTS, move: nothing, choose: nothing, rest: nothing, type: nothing, reset: nothing };
