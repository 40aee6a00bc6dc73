// One measuring of a file's heads under one setting. It replaces what is shown once its first head is measured, so that what was there stays
// where it comes to nothing.
import type { EngineClient } from '../../engine/engine.ts';
import type { Settings } from '../../inspector/measure.ts';
import type { Layout } from '../../inspector/heads.ts';
import { InspectionProblem } from '../../inspector/problem.ts';
import { runHeads } from '../../inspector/run.ts';
import type { Catalogue, Inspector } from '../../inspector/session.ts';
import type { Picture } from '../../inspector/shades.ts';
import type { HeadResult } from './numbers.ts';
import { parseDivisor, type InspectorOptions } from './options.ts';
import { pairsOf, type Choice } from './settings_view.ts';
import { askTheory } from './theory.ts';

export interface JobReport {
  heads: HeadResult[];
  picture: Picture | undefined;
  /** The first head that could be measured. */
  first: number;
}

export const settingsOf = (options: InspectorOptions): Omit<Settings, 'picture'> => ({ divisor: parseDivisor(options.divisor) ?? 'root', causal: options.mask === 'causal' });
export const layoutOf = ({ layout, split }: InspectorOptions): Layout => ({ first: layout, split });

export interface JobOptions {
  inspector: Inspector;
  engine: EngineClient;
  catalogue: Catalogue;
  choice: Choice;
  options: InspectorOptions;
  /** The head to begin with, and to show. */
  begin?: number;
  /** Told after every head; answers whether to go on. */
  told(done: number, of: number, report: JobReport | undefined): boolean;
}

/** Measures all heads; what is wrong with all of them is thrown as one problem. */
export async function measureAll({ inspector, engine, catalogue, choice, options, begin = 0, told }: JobOptions): Promise<void> {
  const pairs = pairsOf(catalogue, choice);
  const { weights, lonely } = catalogue.found;
  if (pairs.length === 0) throw weights ? new InspectionProblem('weights_not_vectors') : lonely ? new InspectionProblem('no_partner', { role: lonely === 'query' ? 'q' : 'k', other: lonely === 'query' ? 'k' : 'q' }) : new InspectionProblem('choose');
  const names = await inspector.plan(catalogue.source, pairs, layoutOf(options));
  const heads: HeadResult[] = names.map(({ label }) => ({ label, report: undefined, theory: undefined, problem: undefined }));
  const settings = settingsOf(options);
  const report: JobReport = { heads, picture: undefined, first: -1 };
  let done = 0;
  let going = told(0, names.length, undefined);
  // The first head comes with its picture.
  const rest = names.map((_, index) => index);
  if (begin > 0 && begin < rest.length) rest.unshift(...rest.splice(begin, 1));
  const theories: Promise<void>[] = [];
  const take = async (only: readonly number[], picture: boolean): Promise<void> =>
    runHeads(inspector, engine, catalogue.source, only, { ...settings, picture }, (outcome) => {
      done += 1;
      if ('problem' in outcome) heads[outcome.head] = { ...heads[outcome.head]!, problem: outcome.problem };
      else {
        const measured = outcome.measured;
        heads[outcome.head] = { ...heads[outcome.head]!, report: measured.report };
        theories.push(askTheory(engine, measured.report).then((theory) => void (heads[outcome.head] = { ...heads[outcome.head]!, theory })));
        if (report.first < 0) report.first = outcome.head;
        if (measured.picture) report.picture = measured.picture;
      }
      return (going = told(done, names.length, report.first < 0 ? undefined : report));
    });
  while (going && report.first < 0 && rest.length > 0) await take([rest.shift()!], true);
  if (going && rest.length > 0) await take(rest, false);
  await Promise.all(theories);
  if (report.first < 0) throw heads.find(({ problem }) => problem)?.problem ?? new InspectionProblem('choose');
  told(done, names.length, report);
}
