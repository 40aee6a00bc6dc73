// The practice page: challenges section by section, bugs to find, and for teachers the lesson's links.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUGS } from '../../figures/bug_hunt/bugs.ts';
import { CHALLENGES } from '../../figures/challenge/list.ts';
import { pageBar } from './bar.ts';
import type { Content } from './content.ts';
import { Exercises, type ExerciseWords } from './exercises.ts';
import type { PageStrings } from './render_article.ts';
import { sections } from './sections.ts';

export interface PracticeStrings extends ExerciseWords {
  title: string;
  description: string;
  kicker: string;
  heading: string;
  promise: string;
  back: string;
  skip: string;
  contents: string;
  count: string;
  done: string;
  read: string;
  challenges: string;
  bugs: { title: string; lead: string };
  teachers: { title: string; lead: string; plan: string; homework: string; pictures: string; only: string; minutes: string; part: Record<string, string>; link: Record<string, string> };
}

/** The lesson's links (content/teaching.json), part by part. */
export interface LessonPart {
  part: string;
  from: number;
  to: number;
  links: { id: string; address: string }[];
}

export const lessonOf = async (root: string): Promise<LessonPart[]> => JSON.parse(await readFile(join(root, 'teaching.json'), 'utf8')) as LessonPart[];

function teachers({ teachers: words }: PracticeStrings, lesson: readonly LessonPart[]): string {
  const parts = lesson.map(({ part, from, to, links }) => `<li><p><b>${words.minutes.replace('{from}', String(from)).replace('{to}', String(to))}</b> ${words.part[part]}</p>` +
    `<ul>${links.map(({ id, address }) => `<li><a href="../${address.replace(/&/g, '&amp;')}">${words.link[id]}</a></li>`).join('')}</ul></li>`);
  return `<section id="teachers" class="section" aria-labelledby="teachers-title"><h2 id="teachers-title">${words.title}</h2><p>${words.lead}</p><p>${words.plan}</p>` +
    `<ol class="lesson">${parts.join('\n')}</ol><p>${words.only}</p><p>${words.pictures}</p><p>${words.homework}</p></section>`;
}

export async function renderPractice(content: Content): Promise<{ strings: PracticeStrings; page: PageStrings; body: string }> {
  const [page, strings, lesson] = await Promise.all([content.json<PageStrings>('page'), content.json<PracticeStrings>('practice'), lessonOf(content.root)]);
  const exercises = await Exercises.of(content, page, strings);
  const used = sections.filter(({ id }) => CHALLENGES.some(({ section }) => section === id));
  const item = (kind: 'challenge' | 'bug', one: { id: string }): string =>
    `<li><a href="#${one.id}" data-exercise="${kind}/${one.id}">${exercises.titleOf(one)}<span class="practice-done" hidden> <span class="practice-mark">${strings.done}</span></span></a></li>`;
  const groups = await Promise.all(used.map(async ({ id, number }) => {
    const own = CHALLENGES.filter(({ section }) => section === id);
    const written = await Promise.all(own.map((one) => exercises.challenge(one, { id: one.id })));
    return `<section class="section practice-group" aria-labelledby="of-${id}"><h2 id="of-${id}"><span class="number">${number}</span> ${page.contents[id]}</h2><p class="practice-read"><a href="../#${id}">${strings.read}</a></p>\n${written.join('\n')}</section>`;
  }));
  const bugs = await Promise.all(BUGS.map((bug) => exercises.bug(bug)));
  return {
    strings, page,
    body: `<a class="skip" href="#practice">${strings.skip}</a>
${pageBar(page, content.language, 'practice/', { href: '../', label: strings.back })}
<main id="practice" tabindex="-1">
<div class="practice-head">
<p class="kicker"><a href="../">${strings.kicker}</a></p>
<h1>${strings.heading}</h1>
<p class="promise">${strings.promise}</p>
<p class="practice-count" role="status" data-sentence="${strings.count}" hidden></p>
<nav class="practice-list" aria-label="${strings.contents}">
<div><p>${strings.challenges}</p><ol>${CHALLENGES.map((one) => item('challenge', one)).join('')}</ol></div>
<div><p>${strings.bugs.title}</p><ol>${BUGS.map((one) => item('bug', one)).join('')}</ol><p class="practice-to-teachers"><a href="#teachers">${strings.teachers.title}</a></p></div>
</nav>
</div>
${groups.join('\n')}
<section class="section practice-group" id="bugs" aria-labelledby="bugs-title"><h2 id="bugs-title">${strings.bugs.title}</h2><p>${strings.bugs.lead}</p>
${bugs.join('\n')}</section>
${teachers(strings, lesson)}
</main>
<footer class="foot"><p>${page.footer.made}</p><p>${page.footer.licence}</p></footer>`,
  };
}
