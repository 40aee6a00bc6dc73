// What a reader takes along: a link, or lines for a page of their own. Pure text.
import { writeParams } from '../../state/params.ts';
import type { Site } from '../services.ts';
import type { SharedFigure } from './shared.ts';

export interface Choices {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  /** The controls that stay; undefined: all. */
  controls: readonly string[] | undefined;
  /** In pixels; undefined: as wide as its place. */
  width: number | undefined;
  /** Of a frame. */
  height: number;
}

/** Each language in its own name, and its folder on the site. */
export const LANGUAGES = [
  { tag: 'zh-Hant', name: '繁體中文', folder: '' },
  { tag: 'zh-Hans', name: '简体中文', folder: 'zh-hans/' },
  { tag: 'en', name: 'English', folder: 'en/' },
] as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** What Markdown would take for its own. */
const plainMarkdown = (text: string): string => text.replace(/[\\[\]*_`<>]/g, (sign) => `\\${sign}`);

/** The state as attributes of the element. */
export function attributesOf(shared: SharedFigure, choices: Choices): [name: string, text: string][] {
  return [
    ...writeParams(shared.params),
    ...Object.entries(shared.options),
    ['lang', choices.language],
    ...(choices.theme === 'auto' ? [] : [['theme', choices.theme] as [string, string]]),
    ...(choices.controls === undefined ? [] : [['controls', choices.controls.join(' ')] as [string, string]]),
  ];
}

/** Spaces and commas in a query stay readable. */
const query = (entries: readonly (readonly [string, string])[]): string => {
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
};

/** The state in the article: where the figure stands, at this state. */
export function linkOf(shared: SharedFigure, site: Site, choices: Pick<Choices, 'language' | 'controls'>): string {
  const folder = LANGUAGES.find(({ tag }) => tag === choices.language)?.folder ?? '';
  const section = site.sectionOf(shared.tag);
  const options = Object.entries(shared.options).map(([name, text]) => [`${shared.name}.${name}`, text] as const);
  const kept = choices.controls === undefined ? [] : [['controls', choices.controls.join(' ')] as const];
  return `${site.root ?? ''}${folder}${query([...writeParams(shared.params), ...options, ...kept])}${section === '' ? '' : `#${section}`}`;
}

/** The figure's own page, for frames. */
export const frameAddress = (shared: SharedFigure, site: Site, choices: Choices): string => `${site.root ?? ''}embed/${shared.name}.html${query(attributesOf(shared, choices))}`;

export function scriptRecipe(shared: SharedFigure, site: Site, choices: Choices, title: string): string {
  const attributes = attributesOf(shared, choices).map(([name, text]) => ` ${name}="${escaped(text)}"`).join('');
  const style = choices.width === undefined ? '' : ` style="max-width: ${choices.width}px"`;
  return `<${shared.tag}${attributes}${style}><a href="${escaped(linkOf(shared, site, choices))}">${escaped(title)}</a></${shared.tag}>\n<script src="${site.root ?? ''}embed.js" async></script>`;
}

export function frameRecipe(shared: SharedFigure, site: Site, choices: Choices, title: string): string {
  const width = choices.width === undefined ? '100%' : `min(100%, ${choices.width}px)`;
  return `<iframe src="${escaped(frameAddress(shared, site, choices))}" title="${escaped(title)}" sandbox="allow-scripts allow-popups allow-downloads" loading="lazy" style="width: ${width}; height: ${choices.height}px; border: 0"></iframe>`;
}

export const markdownRecipe = (shared: SharedFigure, site: Site, choices: Choices, title: string): string =>
  `[${plainMarkdown(title)}](${linkOf(shared, site, choices).replaceAll('(', '%28').replaceAll(')', '%29')})`;

/** What the state is, in one line that every reader of formulas understands. */
export function stateLine(shared: SharedFigure, divisor: number): string {
  const { headDim, keyCount, seed } = shared.params;
  return [...(shared.ofRows ? [`d_k = ${headDim}`, `c = ${Number(divisor.toPrecision(6))}`, `n = ${keyCount}`] : []), `seed = ${seed}`, ...Object.entries(shared.options).map(([name, text]) => `${name} = ${text.length > 60 ? '…' : text}`)].join(', ');
}
