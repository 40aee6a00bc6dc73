// A figure's still picture: the same query and view, run once while the page is built, for readers without scripts and for paper.
import type { TemplateResult } from 'lit';
import type { EngineClient } from '../engine/engine.ts';
import { DEFAULTS } from '../state/params.ts';
import type { Actions } from './controls/actions.ts';
import type { FigureModel } from './figure_model.ts';
import type { Strings } from './strings.ts';

/** The common part of a model, for a picture that nobody touches: no controls, nothing said, nothing to open. */
export type Still = FigureModel & { number: string };

/** Draws a figure in its default state. What is a control or marked `data-live` is taken out of it afterwards (page/build/still_figures.ts). */
export type StillFigure = (engine: EngineClient, strings: Strings, still: Still) => Promise<TemplateResult>;

const nothing = (): void => {};

/** A phone's width: on paper and on wide screens, panels of this width stand side by side. */
export const STILL_WIDTH = 350;

export const stillOf = (uid: string, number: string): Still => ({
  uid, number, width: STILL_WIDTH, roomAtRight: false, waiting: false, moving: false, said: '', tableOpen: false, untouched: true, notes: undefined,
  shows: () => false, showTable: nothing, newSample: nothing, reset: nothing,
});

/** Actions of controls that are not there. */
export const NO_ACTIONS: Actions = { now: () => DEFAULTS, move: nothing, choose: nothing, rest: nothing, type: nothing, reset: nothing };
