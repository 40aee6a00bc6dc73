// What a card's view is given: the question, the reader's guess, the truth once it was asked for.
import { html, type TemplateResult } from 'lit';
import { rich, root, variable, type Piece } from '../math.ts';
import type { Strings } from '../strings.ts';
import type { Difference } from './difference.ts';
import type { Question, Truth } from './question.ts';

export interface PredictModel<One extends Question = Question> {
  uid: string;
  question: One;
  /** CSS pixels that a picture may take. */
  width: number;
  /** In the question's numbers; undefined while nothing was guessed. */
  guess: readonly number[] | undefined;
  /** Shares of a sketch's handles that were touched. */
  touched: readonly (number | undefined)[];
  truth: Truth | undefined;
  /** The answer is wanted and on its way. */
  busy: boolean;
  difference: Difference | undefined;
  /** The guess is kept for another place: this card doesn't reveal. */
  hold: boolean;
  said: string;
  error: TemplateResult | undefined;
  actions: PredictActions;
}

export interface PredictActions {
  /** A guess while a finger is on it, or as it rests. */
  guess(guess: readonly number[], resting: boolean): void;
  touch(handle: number, share: number, resting: boolean): void;
  reveal(): void;
  again(): void;
}

const MORE: Readonly<Record<string, Piece>> = { v: variable('V'), rho: variable('ρ'), freeze: root(html`2 ln ${variable('n')}`, '√(2 ln n)') };

/** A sentence of this question, or one of all (`key` without the question's id). */
export const say = (strings: Strings, { id }: Question, key: string, values: Readonly<Record<string, Piece>> = {}): Piece[] => rich(strings, `predict.${id}.${key}`, { ...MORE, ...values });
export const sayAny = (strings: Strings, key: string, values: Readonly<Record<string, Piece>> = {}): Piece[] => rich(strings, `predict.${key}`, { ...MORE, ...values });

const SPOKEN: Readonly<Record<string, string>> = { dk: 'd_k', rootdk: '√d_k', v: 'V', n: 'n', c: 'c', rho: 'ρ', freeze: '√(2 ln n)', sigma: 'σ', alpha: 'α' };
/** The same as plain text, for labels in pictures and for whoever listens. */
export const plain = (strings: Strings, key: string, values: Readonly<Record<string, string | number>> = {}): string => strings.text(key, { ...SPOKEN, ...values });

/** A sentence with one [link](#to-a-section) in it. */
export function linked(sentence: string): TemplateResult {
  const [, before = sentence, text = '', hash = '', after = ''] = /^(.*)\[(.+)\]\((#[\w-]+)\)(.*)$/.exec(sentence) ?? [];
  return html`${before}<a href=${hash}>${text}</a>${after}`;
}

/** Whether there is such a sentence. */
export const has = (strings: Strings, key: string): boolean => strings.raw(key) !== key;

/** The truth's numbers as its sentences name them. */
export function wordsOf({ question, truth, guess }: Pick<PredictModel, 'question' | 'truth' | 'guess'>, strings: Strings): Record<string, string> {
  if (!truth) return {};
  const { write } = question;
  const words: Record<string, string> = {};
  for (const [name, value] of Object.entries(truth.numbers ?? {})) words[name] = WRITTEN[name]?.(strings, value) ?? write(strings, value);
  for (const [i, value] of truth.values.entries()) words[`v${i}`] = write(strings, value);
  words['value'] = words['v0'] ?? '';
  const error = truth.numbers?.['error'] ?? truth.errors?.[0];
  if (question.kind === 'place' && error !== undefined) ({ value: words['measured'], error: words['error'] } = strings.measured(truth.numbers?.['measured'] ?? truth.values[0]!, error));
  if (guess && question.kind === 'place') {
    const [ours, theirs] = [guess[0]!, truth.values[0]!];
    const times = Math.max(ours / theirs, theirs / ours);
    words['guess'] = write(strings, ours);
    words['gap'] = write(strings, Math.abs(ours - theirs));
    words['times'] = strings.short(times, times < 100 ? 2 : 1);
  }
  if (guess && question.kind === 'choose') words['chosen'] = plain(strings, `predict.${question.id}.option.${guess[0]}`);
  return words;
}

/** Numbers that are not of the question's own quantity. */
const WRITTEN: Readonly<Record<string, (strings: Strings, value: number) => string>> = {
  ratio: (strings, value) => strings.short(value, 2),
  grown: (strings, value) => strings.fixed(value, 2),
  smaller: (strings, value) => strings.short(value, 2),
  root: (strings, value) => strings.short(value, 3),
  scaled: (strings, value) => strings.short(value, 2),
  usual: (strings, value) => strings.short(value, 2),
  accuracy: (strings, value) => `${strings.short(value, 3)} %`,
};
