import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { Content } from './content.ts';
import { katexCss } from './katex_css.ts';
import { PREVIEW, headTags, siteFiles, siteOf } from './head_tags.ts';
import { rootOfPage, type Subpage } from './bar.ts';
import { languageOf, languages, type Language } from './languages.ts';
import { openNumbers } from './open_numbers.ts';
import { previewPicture } from './preview.ts';
import { renderArticle, type Article } from './render_article.ts';
import { renderPractice } from './render_practice.ts';
import { smallest } from './terser.ts';

/**
 * What the page may load: itself and nothing else. 'wasm-unsafe-eval' compiles the engine and permits no eval; the worker may come from a blob.
 * KaTeX places its boxes by style attributes, so those (and, where a browser does not tell them apart, style elements) are permitted.
 */
const policy = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self' blob:", "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'", "style-src-elem 'self'", "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:", "font-src 'self'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

/** Where the article comes to stand. A page without it (the gallery) gets no tags of an article. */
const PLACE = '<!-- article -->';
/** And the practice page's body. */
const PRACTICE = '<!-- practice -->';

const virtualStyle = 'virtual:katex.css';

/** A stored theme is set before the first paint, so this one script blocks, and is a file because the policy forbids inline ones. */
const earlyScript = 'page/theme_early.js';
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Renders the article into each language's HTML file, serves KaTeX's reduced style sheet, and sets the head's tags. */
export function article(options: { root: string; content: string; wasm: string }): Plugin[] {
  const site = siteOf(process.env['SITE']);
  let numbers: ReturnType<typeof openNumbers> | undefined;
  let articles: Promise<Map<string, Article>> | undefined;
  let building = true;
  let early = { source: '', fileName: '' };

  const render = async () => {
    const source = await (numbers ??= openNumbers(options.wasm));
    const all = await Promise.all(languages.map(async (language) => [language.tag, await renderArticle(new Content(options.content, language), source)] as const));
    return new Map(all);
  };
  const practiceOf = (language: Language) => renderPractice(new Content(options.content, language));
  const articleOf = async (tag: string) => (await (articles ??= render())).get(tag) as Article;

  const body: Plugin = {
    name: 'sqrt-dk-article',
    async configResolved(config) {
      building = config.command === 'build';
      // A classic script: its names are the page's.
      const source = await smallest(await readFile(join(options.root, earlyScript), 'utf8'), { module: false });
      early = { source, fileName: building ? `assets/theme_early-${hashOf(source)}.js` : earlyScript };
    },
    configureServer(server) {
      server.watcher.add(options.content);
      server.watcher.on('change', (file) => {
        if (!file.startsWith(options.content)) return;
        articles = undefined;
        server.ws.send({ type: 'full-reload' });
      });
    },
    resolveId: (id) => (id === virtualStyle ? `\0${virtualStyle}` : undefined),
    async load(id) {
      if (id !== `\0${virtualStyle}`) return undefined;
      const pages = [...(await (articles ??= render())).values(), ...(await Promise.all(languages.map(practiceOf)))];
      return katexCss(pages.map((one) => one.body).join(''), join(options.root, 'node_modules/.cache/sqrt-dk-fonts'));
    },
    async generateBundle() {
      const picture = await previewPicture(await (numbers ??= openNumbers(options.wasm)), join(options.root, 'figures/tokens.css'));
      for (const file of [early, { fileName: PREVIEW.fileName, source: picture }, ...siteFiles(site)]) this.emitFile({ type: 'asset', ...file });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        if (html.includes(PLACE)) return html.replace(PLACE, (await articleOf(languageOf(html).tag)).body.replace(/\$/g, '$$$$'));
        if (html.includes(PRACTICE)) return html.replace(PRACTICE, (await practiceOf(languageOf(html))).body.replace(/\$/g, '$$$$'));
        return html;
      },
    },
  };

  const head: Plugin = {
    name: 'sqrt-dk-head',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const security: HtmlTagDescriptor[] = building ? [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }] : [];
        const sub: Subpage | undefined = html.includes('<main id="article"') ? '' : html.includes('<main id="practice"') ? 'practice/' : undefined;
        if (sub === undefined) return security;
        const language = languageOf(html);
        const { strings } = await articleOf(language.tag);
        const words = sub === '' ? strings : { preview: strings.preview, ...(await practiceOf(language)).strings };
        // Blocks, so that a stored theme holds before the first paint.
        const theme: HtmlTagDescriptor = { tag: 'script', attrs: { src: rootOfPage(language, sub) + early.fileName }, injectTo: 'head' };
        return [...security, ...headTags(language, words, site, sub), theme];
      },
    },
  };
  return [body, head];
}
