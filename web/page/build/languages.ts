/** A language of the page. One that is generated names the language that it is made from. */
export interface Language {
  tag: string;
  label: string;
  /** Folder of the page, relative to the site's root: '' or 'en/'. */
  folder: string;
  /** What link previews call it. */
  locale: string;
  generatedFrom?: string;
}

/** In the order of the language switch. */
export const languages: readonly Language[] = [
  { tag: 'zh-Hant', label: '繁中', folder: '', locale: 'zh_TW' },
  { tag: 'zh-Hans', label: '简中', folder: 'zh-hans/', locale: 'zh_CN', generatedFrom: 'zh-Hant' },
  { tag: 'en', label: 'EN', folder: 'en/', locale: 'en_US' },
];

/** The page's language by its file's `<html lang="…">`. */
export function languageOf(html: string): Language {
  const tag = /<html lang="([^"]+)"/.exec(html)?.[1];
  const language = languages.find((candidate) => candidate.tag === tag);
  if (!language) throw new Error(`no such language: ${tag}`);
  return language;
}

/** The way from a language's folder to the site's root. */
export const rootFrom = ({ folder }: Language): string => '../'.repeat(folder.split('/').length - 1) || './';
