import { describe, expect, it } from 'vitest';
import { headTags, siteFiles, siteOf } from '../../web/page/build/head_tags.ts';
import { languages, type Language } from '../../web/page/build/languages.ts';
import type { PageStrings } from '../../web/page/build/render_article.ts';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { PREVIEW } from '../../web/page/build/head_tags.ts';
import { previewPicture } from '../../web/page/build/preview.ts';
import { WASM, contentJson, path } from './support/content.ts';

const site = 'https://example.org/tutorial/';
const english = languages.find(({ tag }) => tag === 'en') as Language;
const strings = contentJson<PageStrings>('en', 'page');
const attributes = (given: string | undefined, language = english) => headTags(language, strings, given).map(({ attrs }) => attrs ?? {});
const hrefs = (given: string | undefined, language = english) =>
  Object.fromEntries(attributes(given, language).flatMap(({ rel, hreflang, href }) => (rel === 'alternate' || rel === 'canonical' ? [[String(hreflang ?? rel), href]] : [])));

describe('what a page says of itself', () => {
  it('names its languages and a default by absolute addresses where the site’s is known', () => {
    expect(hrefs(site)).toEqual({ canonical: `${site}en/`, 'zh-Hant': site, 'zh-Hans': `${site}zh-hans/`, en: `${site}en/`, 'x-default': site });
  });
  it('stays relative elsewhere, without a canonical address that would be a guess', () => {
    expect(hrefs(undefined)).toEqual({ 'zh-Hant': '../', 'zh-Hans': '../zh-hans/', en: '../en/', 'x-default': '../' });
  });
  it('describes its preview', () => {
    const meta = Object.fromEntries(attributes(site).map(({ property, name, content }) => [property ?? name, content]));
    expect(meta).toMatchObject({ 'og:title': strings.title, 'og:image': `${site}preview.png`, 'og:image:width': '1200', 'og:locale': 'en_US', 'twitter:card': 'summary_large_image' });
    expect(String(meta['og:image:alt'])).toContain('QKᵀ');
  });
  it('takes an address with or without its last slash, and nothing but an address', () => {
    expect(siteOf('https://example.org/tutorial')).toBe(site);
    expect(siteOf('')).toBeUndefined();
    expect(() => siteOf('example.org')).toThrow();
    expect(() => siteOf('javascript:0')).toThrow('http');
  });
});

describe('the practice page', () => {
  it('knows its other languages, and the picture at the root', () => {
    const tags = (given: string | undefined) => headTags(english, strings, given, 'practice/').map(({ attrs }) => attrs ?? {});
    expect(tags(site).find(({ rel }) => rel === 'canonical')?.['href']).toBe(`${site}en/practice/`);
    expect(tags(undefined).filter(({ rel }) => rel === 'alternate').map(({ href }) => href)).toEqual(['../../practice/', '../../zh-hans/practice/', '../../en/practice/', '../../practice/']);
    expect(tags(undefined).find(({ property }) => property === 'og:image')?.['content']).toBe('../../preview.png');
  });
});

describe('for search engines', () => {
  it('every language stands in the map of the site with the others beside it', () => {
    const map = siteFiles(site).find(({ fileName }) => fileName === 'sitemap.xml')?.source ?? '';
    expect([...map.matchAll(/<loc>([^<]*)/g)].map(([, loc]) => loc)).toEqual(['', 'practice/'].flatMap((sub) => ['', 'zh-hans/', 'en/'].map((folder) => site + folder + sub)));
    expect(map.match(/hreflang="zh-Hans"/g)).toHaveLength(6);
  });
  it('without an address there is no map, and robots keep out of the gallery', () => {
    expect(siteFiles(undefined).map(({ fileName }) => fileName)).toEqual(['robots.txt']);
    expect(siteFiles(site)[0]?.source).toBe(`User-agent: *\nDisallow: /gallery/\nSitemap: ${site}sitemap.xml\n`);
  });
});

it('the preview’s picture has the size that the page promises, and is the same each time', async () => {
  const numbers = (await nodeClient(WASM)) as unknown as Parameters<typeof previewPicture>[0];
  const picture = await previewPicture(numbers, path('web/figures/tokens.css'));
  const view = new DataView(picture.buffer, picture.byteOffset);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([PREVIEW.width, PREVIEW.height]);
  expect(picture.length).toBeGreaterThan(20_000);
  expect(Buffer.from(await previewPicture(numbers, path('web/figures/tokens.css'))).equals(Buffer.from(picture))).toBe(true);
});
