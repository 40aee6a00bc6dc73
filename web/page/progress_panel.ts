// What the reader has done, in the contents list: a tick and counts by section, the way back to where they were, and their notes as a file.
import { MOST_CHARACTERS, progress, type ImportResult, type Place } from '../state/progress.ts';
import { startStateLinks } from './state_links.ts';

/** The panel's words, as the page was built with them (page.json). */
type Words = Record<'tally' | 'spoken' | 'count' | 'resume' | 'imported' | 'erased' | 'file' | Exclude<ImportResult, { ok: true }>['reason'], string>;

const filled = (text: string, values: Readonly<Record<string, string | number>>): string => text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));

/** Every question, challenge and bug of a part of the page: each as the ids that it may have in the progress. */
function tasksIn(part: ParentNode): string[][] {
  const own = [...part.querySelectorAll('dk-predict[question], dk-challenge[challenge]')].map((one) => (one.hasAttribute('question') ? [`predict/${one.getAttribute('question')}`] : [`challenge/${one.getAttribute('challenge')}`]));
  // Those that stand on a page of their own are known by their links.
  const elsewhere = [...part.querySelectorAll<HTMLAnchorElement>('.to-practice a[href*="#"]')].map(({ hash }) => [`challenge/${hash.slice(1)}`, `bug/${hash.slice(1)}`]);
  return [...own, ...elsewhere];
}

const isDone = (ids: readonly string[]): boolean => ids.some((id) => progress.get(id)?.done);

export function startProgress(contents: HTMLElement, flushAddress: () => void): void {
  const panel = contents.querySelector<HTMLElement>('.progress');
  if (!panel) return;
  const words = JSON.parse(panel.dataset['words'] ?? '{}') as Words;
  const find = <One extends HTMLElement = HTMLElement>(selector: string): One => panel.querySelector<One>(selector) as One;
  const tell = (text: string): void => void (find('[role=status]').textContent = text);

  const links = [...contents.querySelectorAll('a')].map((link) => ({ link, tasks: tasksIn(document.getElementById(link.hash.slice(1)) ?? document.createElement('p')) }));
  const all = [...new Map(links.flatMap(({ tasks }) => tasks).map((ids) => [ids.join(), ids])).values()];
  const show = (): void => {
    for (const { link, tasks } of links) {
      if (tasks.length === 0) continue;
      const values = { done: tasks.filter(isDone).length, all: tasks.length };
      const tally = link.querySelector('.tally') ?? link.appendChild(document.createElement('span'));
      tally.className = values.done === values.all ? 'tally complete' : 'tally';
      const [seen, heard] = [document.createElement('span'), document.createElement('span')];
      seen.ariaHidden = 'true';
      heard.className = 'unseen';
      if (values.done > 0) [seen.textContent, heard.textContent] = [filled(words.tally, values), filled(words.spoken, values)];
      tally.replaceChildren(seen, heard);
    }
    find('summary').textContent = filled(words.count, { done: all.filter(isDone).length, all: all.length });
    find('.kept').hidden = !progress.lasting;
    find('.not-kept').hidden = progress.lasting;
    const nothing = progress.all().size === 0;
    for (const action of ['export', 'erase']) find<HTMLButtonElement>(`[data-do=${action}]`).disabled = nothing;
  };

  const ask = (asking: boolean): void => {
    find('.actions').hidden = asking;
    find('.sure').hidden = !asking;
    find(asking ? '[data-do=not]' : '[data-do=import]').focus();
  };
  const file = find<HTMLInputElement>('input[type=file]');
  const actions: Record<string, () => void> = {
    export: () => save(words.file, progress.exportText()),
    import: () => file.click(),
    erase: () => ask(true),
    not: () => ask(false),
    sure: () => {
      progress.erase();
      ask(false);
      tell(words.erased);
    },
  };
  for (const button of panel.querySelectorAll<HTMLElement>('[data-do]')) button.addEventListener('click', actions[button.dataset['do'] ?? ''] ?? (() => undefined));
  file.addEventListener('change', async () => {
    const [given] = file.files ?? [];
    file.value = '';
    if (!given) return;
    // Four bytes a character at most; what can't be one of ours isn't read.
    const text = given.size > 4 * MOST_CHARACTERS ? undefined : await given.text().catch(() => '');
    const result: ImportResult = text === undefined ? { ok: false, reason: 'too_large' } : progress.importText(text, (id) => all.some((task) => task.includes(id)));
    tell(result.ok ? filled(words.imported, { count: result.count }) : words[result.reason]);
  });

  show();
  progress.subscribe(show);
  panel.hidden = false;
  resume(contents, words.resume, flushAddress);
  remember(contents, flushAddress);
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const asQuery = (search: URLSearchParams): string => (String(search) === '' ? '' : `?${search}`);

/** Which page of a single file it is belongs to the address, not to the place. */
const withoutLanguage = (query: string): string => {
  const search = new URLSearchParams(query);
  search.delete('lang');
  return asQuery(search);
};

/** A quiet link to where the reader was, where the address says nothing else. Nobody is moved. */
function resume(contents: HTMLElement, words: string, flushAddress: () => void): void {
  const { place } = progress;
  const entry = place && [...contents.querySelectorAll('a')].find(({ hash }) => hash === `#${place.section}`);
  const kicker = document.querySelector('.kicker');
  if (!place || !entry || !kicker || location.hash !== '' || withoutLanguage(location.search) !== '') return;
  const link = document.createElement('a');
  const language = new URLSearchParams(location.search).get('lang');
  const query = new URLSearchParams(place.query);
  if (language !== null) query.set('lang', language);
  link.className = 'resume';
  link.href = `${asQuery(query)}#${place.section}`;
  const title = [...entry.children].filter((part) => !part.classList.contains('tally')).map((part) => part.textContent).join(' ').trim();
  link.textContent = filled(words, { section: title });
  if (place.query !== '') {
    const state = document.createElement('span');
    state.textContent = decodeURIComponent(place.query.slice(1)).replaceAll('&', ' · ').slice(0, 60);
    link.append(' ', state);
  }
  kicker.append(link);
  if (asQuery(query) !== '') startStateLinks([link], flushAddress, true);
}

/** Whenever the page goes out of sight, the section being read and its state are noted down. */
function remember(contents: HTMLElement, flushAddress: () => void): void {
  const note = (): void => {
    const section = contents.querySelector<HTMLAnchorElement>('a[aria-current]')?.hash.slice(1);
    if (!section) return;
    flushAddress();
    progress.place = { section, query: withoutLanguage(location.search) } satisfies Place;
  };
  addEventListener('pagehide', note);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && note());
}
