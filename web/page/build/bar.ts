import { radical, themeIcon } from './icons.ts';
import { languages, rootFrom, type Language } from './languages.ts';
import type { PageStrings } from './render_article.ts';

/** A page of a language besides its article: its folder there, which ends with a slash. */
export type Subpage = '' | 'practice/';

/** From a page of a language to the site's root. */
export const rootOfPage = (language: Language, sub: Subpage): string => (sub === '' ? rootFrom(language) : `../${rootFrom(language).replace(/^\.\/$/, '')}`);

function languageSwitch(strings: PageStrings, here: Language, sub: Subpage): string {
  const links = languages.map(({ tag, label, folder }) => tag === here.tag
    ? `<a class="language" href="./" lang="${tag}" hreflang="${tag}" aria-current="true">${label}</a>`
    : `<a class="language" href="${rootOfPage(here, sub)}${folder}${sub}" lang="${tag}" hreflang="${tag}">${label}</a>`);
  return `<nav class="languages" aria-label="${strings.languages}">${links.join('')}</nav>`;
}

/** What stands above every page: the way home, the languages, the theme. */
export function pageBar(strings: PageStrings, language: Language, sub: Subpage, home: { href: string; label: string }): string {
  const { theme } = strings;
  return `<header class="bar">
<a class="home" href="${home.href}" aria-label="${home.label}">${radical(home.label).replace(/ role="img" aria-label="[^"]*"/, ' aria-hidden="true"')}</a>
${languageSwitch(strings, language, sub)}
<button class="theme" type="button" hidden data-auto="${theme.auto}" data-light="${theme.light}" data-dark="${theme.dark}" aria-label="${theme.auto}">${themeIcon}</button>
</header>`;
}
