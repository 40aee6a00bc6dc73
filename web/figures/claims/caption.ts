// The caption, bound to how far the measuring is.
import { html, type TemplateResult } from 'lit';
import { VERDICTS } from '../../engine/protocol_claims.ts';
import { rich, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import { measurable, type Row } from './query.ts';
import { verdictWord } from './rows.ts';
import type { Phase } from './survey.ts';

export interface Tally {
  of: number;
  done: number;
  same: number;
  rest: number;
}

export function tallyOf(rows: readonly Row[]): Tally {
  const of = rows.filter(({ claim }) => measurable(claim)).length;
  const standing = (kind: Row['standing']): number => rows.filter((row) => row.standing === kind).length;
  return { of, done: standing('measured') + standing('differs'), same: standing('measured'), rest: rows.length - of };
}

/** "12 holds, 10 conditional, …" of the measured ones. */
export function tallies(rows: readonly Row[], strings: Strings): string {
  return VERDICTS.map((verdict) => ({ verdict, count: rows.filter(({ result }) => result?.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => strings.text('claims.tally', { count, verdict: verdictWord(verdict, strings) }))
    .join(strings.text('claims.list'));
}

const stateKey = (phase: Phase): 'ready' | 'running' | 'stopped' | 'done' => (phase === 'failed' ? 'stopped' : phase);

function values(rows: readonly Row[], seed: number, strings: Strings): Record<string, string> {
  const { of, done, same } = tallyOf(rows);
  return { of: String(of), done: String(done), same: String(same), seed: String(seed), tallies: tallies(rows, strings) };
}

export function caption(rows: readonly Row[], phase: Phase, seed: number, strings: Strings): TemplateResult {
  const unlike = rows.filter(({ standing }) => standing === 'differs').map(({ claim }) => String(claim.id));
  const pieces: Piece[] = [
    ...rich(strings, `claims.caption.${stateKey(phase)}`, values(rows, seed, strings)),
    ...(unlike.length > 0 ? rich(strings, 'claims.caption.differs', { ids: unlike.join(strings.text('claims.list')) }) : []),
    ...rich(strings, 'claims.caption.rest', { rest: String(tallyOf(rows).rest) }),
  ];
  return html`<p class="dk-caption">${pieces}</p>`;
}

/** The outcome in one sentence, to be heard. */
export const heard = (rows: readonly Row[], seed: number, strings: Strings): string => strings.text('claims.caption.done', values(rows, seed, strings));
