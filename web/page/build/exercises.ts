// Challenges and bugs as they are written into a page: elements with their state in attributes; inside, all of it as text for readers without scripts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { BUGS, type Bug } from '../../figures/bug_hunt/bugs.ts';
import { programOf } from '../../figures/bug_hunt/code.ts';
import { CHALLENGES, startOf } from '../../figures/challenge/list.ts';
import { CHALLENGE_OPTIONS } from '../../figures/challenge/options.ts';
import type { Challenge } from '../../figures/challenge/types.ts';
import { valuesOf } from '../../figures/challenge/words.ts';
import { rich, type Piece } from '../../figures/math.ts';
import { Strings, type StringTable } from '../../figures/strings.ts';
import { writeOption } from '../../state/options.ts';
import { DEFAULTS, RANGES, writeParams } from '../../state/params.ts';
import type { Content } from './content.ts';
import type { BlockStrings } from './markdown.ts';

/** Challenges that also stand in the article, closed. */
export const INLINE: readonly string[] = ['eight-keys', 'overflow-twice'];

export interface ExerciseWords {
  /** Summaries and links, in practice.json. */
  hints: string;
  answer: string;
  inline: string;
  more: string;
  all: string;
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const drawn = async (pieces: Piece[]): Promise<string> => (await collectResult(render(html`${pieces}`))).replace(/<!--[^]*?-->|<\?>/g, '').trim();

function attributesOf(challenge: Challenge): string {
  const { params, options } = startOf(challenge);
  const own = Object.entries(CHALLENGE_OPTIONS).flatMap(([name, option]) => {
    const text = writeOption(option, options[name as keyof typeof options]);
    return text === undefined ? [] : [[name, text] as const];
  });
  // The seed is always written: with it the element has a state of its own.
  return [...writeParams({ ...params, seed: DEFAULTS.seed }), [RANGES.seed.name, String(params.seed)] as const, ...own].map(([name, text]) => `${name}="${escape(text)}"`).join(' ');
}

export class Exercises {
  private constructor(
    private readonly strings: Strings,
    private readonly page: BlockStrings,
    readonly words: ExerciseWords,
    private readonly programs: string,
  ) {}

  static async of(content: Content, page: BlockStrings, words: ExerciseWords): Promise<Exercises> {
    const tables = await Promise.all(['figures', 'figures/challenge', 'figures/bug-hunt'].map((name) => content.json<StringTable>(name)));
    return new Exercises(new Strings(content.language.tag, ...tables), page, words, join(content.root, '../figures/bug_hunt/programs'));
  }

  /** A title as plain text. */
  titleOf({ id }: { id: string }): string {
    const challenge = CHALLENGES.find((one) => one.id === id);
    const plain = challenge ? Object.fromEntries(Object.entries(valuesOf(challenge, this.strings)).filter(([, value]) => typeof value === 'string')) as Record<string, string> : {};
    return this.strings.text(challenge ? `challenge.${id}.title` : `bug-hunt.${id}.title`, plain);
  }

  #reasons(): string {
    const { fallback } = this.page;
    return `<noscript><p>${fallback.script}</p></noscript><p class="without-webassembly" hidden>${fallback.webassembly}</p><p class="without-figure" role="status" hidden>${fallback.load} <button type="button" class="again">${fallback.again}</button></p>`;
  }

  async challenge(challenge: Challenge, { id, level = 3, whole = true }: { id?: string; level?: 3 | 4; whole?: boolean } = {}): Promise<string> {
    const values = valuesOf(challenge, this.strings);
    const text = (part: string): Promise<string> => drawn(rich(this.strings, `challenge.${challenge.id}.${part}`, values));
    const rest = whole ? `<details><summary>${this.words.hints}</summary><p>${await text('hint1')}</p><p>${await text('hint2')}</p><p>${await text('why')}</p></details>` : '';
    return `<dk-challenge${id ? ` id="${id}"` : ''} class="exercise" challenge="${challenge.id}" number="${CHALLENGES.indexOf(challenge) + 1}" ${attributesOf(challenge)}><div class="fallback">` +
      `<h${level} class="exercise-title">${await text('title')}</h${level}><p>${await text('task')}</p>${rest}${this.#reasons()}</div></dk-challenge>`;
  }

  async bug(bug: Bug): Promise<string> {
    const text = (part: string): Promise<string> => drawn(rich(this.strings, `bug-hunt.${bug.id}.${part}`));
    const [buggy, fixed] = await Promise.all([bug.file, bug.file.replace('.', '.fixed.')].map((file) => readFile(join(this.programs, file), 'utf8')));
    const { lines, at, corrected } = programOf(bug, buggy ?? '', fixed ?? '');
    const found = this.strings.text('bug-hunt.found', { line: at + 1 });
    return `<dk-bug-hunt id="${bug.id}" class="exercise" bug="${bug.id}" number="${BUGS.indexOf(bug) + 1}"><div class="fallback"><h3 class="exercise-title">${await text('title')}</h3><p>${await text('task')}</p>` +
      `<pre tabindex="0" role="group" aria-label="${this.page.program}"><code>${lines.map(escape).join('\n')}</code></pre>` +
      `<details><summary>${this.words.answer}</summary><p>${found} <code>${escape(corrected.trim())}</code></p><p>${await text('why')}</p></details>${this.#reasons()}</div></dk-bug-hunt>`;
  }

  /** What follows a section of the article: a challenge of it, closed, and the way to its others; after the closing, the way to all. */
  async after(section: string): Promise<string> {
    const link = ({ id }: { id: string }): string => `<a href="practice/#${id}">${this.titleOf({ id })}</a>`;
    if (section === 'closing') return `<p class="to-practice"><a href="practice/">${this.words.all}</a></p>`;
    const own = CHALLENGES.filter((one) => one.section === section);
    const inline = await Promise.all(own.filter(({ id }) => INLINE.includes(id)).map(async (one) =>
      `<details class="practice-fold"><summary>${this.words.inline.replace('{title}', this.titleOf(one))}</summary>${await this.challenge(one, { level: 3, whole: false })}</details>`));
    const others = [...own.filter(({ id }) => !INLINE.includes(id)), ...BUGS.filter((one) => one.section === section)].map(link);
    return inline.join('') + (others.length > 0 ? `<p class="to-practice">${this.words.more} ${others.join(' · ')}</p>` : '');
  }
}
