import type { HtmlTagDescriptor } from 'vite';
import { rootOfPage, type Subpage } from './bar.ts';
import { languages, type Language } from './languages.ts';

/** A page's title and description, and what the picture of its link previews shows. */
export interface PageWords {
  title: string;
  description: string;
  preview: string;
}

/** The picture of link previews, one for all languages: it holds no words. */
export const PREVIEW = { fileName: 'preview.png', width: 1200, height: 630 } as const;

/** Where the site will stand, given to the build as SITE=https://…/ ; without it addresses stay relative, which search engines and previews take badly. */
export function siteOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const { protocol, href } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`SITE must be an http(s) address, not ${text}`);
  return href.endsWith('/') ? href : `${href}/`;
}

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head' });
const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** What a page says of itself: title, languages, previews. */
export function headTags(language: Language, { title, description, preview }: PageWords, site: string | undefined, sub: Subpage = ''): HtmlTagDescriptor[] {
  const address = (path: string): string => (site ?? rootOfPage(language, sub)) + path;
  return [
    { tag: 'title', children: title, injectTo: 'head' },
    meta({ name: 'description', content: description }),
    ...(site ? [link({ rel: 'canonical', href: address(language.folder + sub) })] : []),
    ...languages.map(({ tag: hreflang, folder }) => link({ rel: 'alternate', hreflang, href: address(folder + sub) })),
    link({ rel: 'alternate', hreflang: 'x-default', href: address(sub) }),
    meta({ property: 'og:type', content: 'article' }),
    meta({ property: 'og:title', content: title }),
    meta({ property: 'og:description', content: description }),
    ...(site ? [meta({ property: 'og:url', content: address(language.folder + sub) })] : []),
    meta({ property: 'og:image', content: address(PREVIEW.fileName) }),
    meta({ property: 'og:image:width', content: String(PREVIEW.width) }),
    meta({ property: 'og:image:height', content: String(PREVIEW.height) }),
    meta({ property: 'og:image:alt', content: preview }),
    meta({ property: 'og:locale', content: language.locale }),
    ...languages.filter(({ tag }) => tag !== language.tag).map(({ locale }) => meta({ property: 'og:locale:alternate', content: locale })),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
  ];
}

/** For search engines: the gallery is none of their business; a map of the site needs absolute addresses. */
export function siteFiles(site: string | undefined): { fileName: string; source: string }[] {
  const robots = ['User-agent: *', 'Disallow: /gallery/', ...(site ? [`Sitemap: ${site}sitemap.xml`] : []), ''].join('\n');
  if (!site) return [{ fileName: 'robots.txt', source: robots }];
  const alternates = (sub: Subpage): string => languages.map(({ tag, folder }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${site}${folder}${sub}"/>`).join('');
  const urls = (['', 'practice/'] as const).flatMap((sub) => languages.map(({ folder }) => `<url><loc>${site}${folder}${sub}</loc>${alternates(sub)}</url>`)).join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}\n</urlset>\n`;
  return [{ fileName: 'robots.txt', source: robots }, { fileName: 'sitemap.xml', source: sitemap }];
}
