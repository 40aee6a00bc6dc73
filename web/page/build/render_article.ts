import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from './content.ts';
import { pageBar } from './bar.ts';
import { Exercises, type ExerciseWords } from './exercises.ts';
import { radical } from './icons.ts';
import type { Language } from './languages.ts';
import { makeMarkdown, renderFormula, type BlockStrings } from './markdown.ts';
import { fillNumbers, type NumberSource } from './numbers.ts';
import { sections, type Section } from './sections.ts';
import { withoutEchoes } from './simplified.ts';
import { stillFigures } from './still_figures.ts';
import { askedIn } from './study.ts';

/** The page's own words (content/<language>/page.json); every language has the same keys. */
export interface PageStrings extends BlockStrings {
  title: string;
  description: string;
  /** What the picture of link previews shows. */
  preview: string;
  kicker: string;
  question: { before: string; after: string; spoken: string };
  promise: string;
  formulaWords: { query: string; key: string; value: string; line: string };
  facts: string[];
  contentsTitle: string;
  contents: Record<string, string>;
  skip: string;
  home: string;
  languages: string;
  theme: { auto: string; light: string; dark: string };
  /** Of the panel under the contents list (page/progress_panel.ts). */
  progress: Record<string, string>;
  readingSpeed: number;
  and: string;
  footer: { licence: string; made: string };
}

export interface Source {
  id: string;
  authors: string[];
  year: number;
  title: string;
  where: string;
  url: string;
}

export interface Article {
  strings: PageStrings;
  /** The page's <body> content and the sections' HTML in it. */
  body: string;
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

/** Chinese characters and English words of a text; the reading time is told from it. */
const lengthOf = (text: string) => count(text, /[\u4e00-\u9fff]/g) + count(text.replace(/\$[^$]*\$/g, 'x'), /[A-Za-z]{2,}/g);

/** A person's last name; a team's whole name. */
const surname = (author: string) => (author.endsWith(' Team') ? author : author.split(' ').pop() as string);

function nameOf(source: Source, and: string): string {
  const [first = '', second] = source.authors.map(surname);
  return source.authors.length === 1 ? first : source.authors.length === 2 ? `${first}${and}${second}` : `${first} et al.`;
}

function referenceList(sources: Source[], cited: Set<string>): string {
  const items = sources.filter(({ id }) => cited.has(id)).map((source) =>
    `<li id="ref-${source.id}">${escape(source.authors.join(', '))} (${source.year}). <cite>${escape(source.title)}</cite>. ` +
    `<a href="${escape(source.url)}" rel="noreferrer">${escape(source.where)}</a></li>`);
  return `<ol class="references" lang="en">${items.join('\n')}</ol>`;
}

function heading({ id, number, level }: Section, title: string): string {
  const numbered = number ? `<span class="number">${number}</span> ` : '';
  return `<h${level} id="${id}-title">${numbered}<span class="heading-text">${title}</span></h${level}>`;
}

/** Renders one language's article: reads its Markdown, fills in the engine's numbers, and sets it in the page. */
export async function renderArticle(content: Content, numbers: NumberSource): Promise<Article> {
  const { language } = content;
  const strings = await content.json<PageStrings>('page');
  const sources = await readJson<Source[]>(join(content.root, 'sources.json'));
  const cited = new Set<string>();
  const md = makeMarkdown(strings, (name) => {
    const source = sources.find(({ id }) => id === name);
    if (!source) throw new Error(`no such source: ${name}`);
    cited.add(name);
    return `<a class="cite" href="#ref-${name}">${escape(nameOf(source, strings.and))}, ${source.year}</a>`;
  }, { convert: content.convert, still: await stillFigures(content, numbers), asked: await askedIn(content) });

  const exercises = await Exercises.of(content, strings, await content.json<ExerciseWords>('practice'));

  let length = 0;
  // What opens the page stands between its head and its first section, and is no section.
  const opening = md.render(await fillNumbers(await content.markdown('opening'), numbers));
  const rendered: string[] = [`<div class="section opening">${opening}</div>`];
  for (const section of sections) {
    const file = content.path(`${section.id}.md`);
    const text = await fillNumbers(await content.markdown(section.id), numbers).catch((error: Error) => { throw new Error(`${file}: ${error.message}`); });
    const [, title, prose] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
    if (!title || prose === undefined) throw new Error(`${file} does not start with its title`);
    length += lengthOf(prose);
    const references = section.id === 'references' ? referenceList(sources, cited) : '';
    rendered.push(`<section id="${section.id}" class="section level-${section.level}" aria-labelledby="${section.id}-title">\n` +
      `${heading(section, md.renderInline(title))}\n${md.render(prose)}${references}${await exercises.after(section.id)}</section>`);
  }
  const article = language.generatedFrom === undefined ? rendered.join('\n\n') : withoutEchoes(rendered.join('\n\n'));
  const facts = { minutes: String(Math.max(1, Math.round(length / strings.readingSpeed))), figures: String(count(article, /class="figure"/g)) };
  return { strings, body: page(strings, language, article, facts) };
}

function contents(strings: PageStrings): string {
  const items = sections.map(({ id, number, level }) => {
    const title = strings.contents[id];
    if (!title) throw new Error(`page.json has no short title for ${id}`);
    return `<li class="level-${level}"><a href="#${id}"><span class="number">${number}</span><span>${escape(title)}</span></a></li>`;
  });
  return `<nav class="contents" aria-labelledby="contents-title"><p id="contents-title">${strings.contentsTitle}</p><ol>${items.join('')}</ol>${progressPanel(strings.progress)}</nav>`;
}

/** Shown by its script; where none runs there is nothing to be kept. */
function progressPanel(words: PageStrings['progress']): string {
  const { kept, not_kept, export: save, import: read, erase, ask, sure, not, ...said } = words;
  const button = (name: string, face: string | undefined): string => `<button type="button" data-do="${name}">${face}</button>`;
  return `<details class="progress" hidden data-words="${escape(JSON.stringify(said))}"><summary></summary><p class="kept">${kept}</p><p class="not-kept" hidden>${not_kept}</p>` +
    `<div class="actions">${button('export', save)}${button('import', read)}${button('erase', erase)}</div><div class="sure" hidden><p>${ask}</p>${button('not', not)}${button('sure', sure)}</div>` +
    `<input type="file" accept=".json,application/json" hidden><p role="status"></p></details>`;
}

function page(strings: PageStrings, language: Language, article: string, facts: Record<string, string>): string {
  const formula = renderFormula('\\Z{softmax}\\!\\left(\\dfrac{\\q{Q}\\k{K}^{\\top}}{\\sqrt{d_k}}\\right)\\v{V}', false);
  const { question, formulaWords } = strings;
  const factItems = strings.facts.map((fact) => `<li>${fact.replace(/\{(\w+)\}/g, (_, key: string) => facts[key] ?? '')}</li>`);
  return `<a class="skip" href="#article">${strings.skip}</a>
${pageBar(strings, language, '', { href: '#top', label: strings.home })}
<main id="article" tabindex="-1">
<div class="head" id="top">
<p class="kicker">${strings.kicker}</p>
<h1>${question.before}<span class="keep">${radical(question.spoken)}${question.after}</span></h1>
<p class="promise">${strings.promise}</p>
<div class="formula"><div class="formula-set">${formula}</div>
<p class="formula-words"><span class="words"><b class="hue-q">${formulaWords.query}</b> <b class="hue-k">${formulaWords.key}</b> <b class="hue-v">${formulaWords.value}</b></span> <span class="line">${formulaWords.line}</span></p></div>
<ul class="facts">${factItems.join('')}</ul>
${contents(strings)}
</div>
${article}
</main>
<footer class="foot"><p>${strings.footer.made}</p><p>${strings.footer.licence}</p></footer>`;
}
