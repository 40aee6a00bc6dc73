/** Which of our languages a page's tag (zh-TW, en-GB, zh-Hans-CN …) asks for; English where we have none. */
export function ourLanguage(tag: string): 'zh-Hant' | 'zh-Hans' | 'en' {
  const name = tag.toLowerCase();
  if (!/^zh\b/.test(name)) return 'en';
  return /hans|-(cn|sg|my)\b/.test(name) ? 'zh-Hans' : 'zh-Hant';
}

/** The language of an element: its own attribute, its surroundings', the page's. */
export const languageAt = (element: Element): 'zh-Hant' | 'zh-Hans' | 'en' => ourLanguage(element.closest('[lang]')?.getAttribute('lang') || 'en');
