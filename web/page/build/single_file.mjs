// The whole tutorial as one HTML file: the built pages of all languages, their style sheet with its fonts, and one script with everything.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';

const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";
const FONT = { woff2: 'font/woff2', svg: 'image/svg+xml' };

/** Between the tags, without the scripts: this file has its own; and without the ways to pages that are not in it. */
const bodyOf = (html) => (/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1].replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').trim() ?? '').replace(/<p class="to-practice">[\s\S]*?<\/p>/g, '');
const titleOf = (html) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';

/** Style sheets that come with what is opened later. */
const LATER = /^(dialog|work)-.*\.css$/;

/** The pages' style sheets (the exercises' stand on the practice page), and those that come later, with every address in them replaced by what it leads to. */
function styles(dist, folders) {
  const later = readdirSync(join(dist, 'assets')).filter((name) => LATER.test(name)).map((name) => join(dist, 'assets', name));
  const sheets = [...new Set(folders.flatMap((folder) => [...readFileSync(join(dist, folder, 'index.html'), 'utf8').matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => join(dist, folder, href))).concat(later))];
  return sheets.map((file) => readFileSync(file, 'utf8').replace(/url\((?!["']?data:)["']?([^"')]+)["']?\)/g, (_whole, address) => {
    const path = join(file, '..', address);
    return `url(data:${FONT[path.split('.').at(-1)] ?? 'application/octet-stream'};base64,${readFileSync(path).toString('base64')})`;
  })).join('\n');
}

/** A formula is the same in every language: in the other pages its place names the one in the first page (page/single/languages.ts puts it there). */
function withoutFormulas(body, first) {
  const places = new Map();
  const page = load(first, null, false);
  page('.katex').each((index, formula) => {
    const text = page.html(formula);
    if (!places.has(text)) places.set(text, index);
  });
  const other = load(body, null, false);
  other('.katex').each((_, formula) => {
    const place = places.get(other.html(formula));
    if (place !== undefined) other(formula).replaceWith(`<i data-formula="${place}"></i>`);
  });
  return other.html();
}

/** `pages`: language tag → folder under `dist`, the first one is the one that stands in the file. */
export function singleFile(dist, pages, script) {
  const htmls = Object.entries(pages).map(([tag, folder]) => ({ tag, html: readFileSync(join(dist, folder, 'index.html'), 'utf8') }));
  const [first, ...others] = htmls;
  const early = /src="[^"]*(theme_early[^"]*)"/.exec(first.html)?.[1];
  const icon = /<link rel="icon"[^>]*href="([^"]+)"/.exec(first.html)?.[1];
  const iconAddress = icon?.startsWith('data:') ? icon : `data:image/svg+xml;base64,${readFileSync(join(dist, icon)).toString('base64')}`;
  const inScript = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
  return `<!doctype html>
<html lang="${first.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${titleOf(first.html)}</title>
<link rel="icon" type="image/svg+xml" href="${iconAddress}">
<style>${styles(dist, ['', 'practice']).replaceAll('</style', '<\\/style')}</style>
<script>${early ? inScript(readFileSync(join(dist, 'assets', early), 'utf8')) : ''}</script>
</head>
<body>
<div data-page-body>${bodyOf(first.html)}</div>
${others.map(({ tag, html }) => `<template data-page="${tag}" data-title="${titleOf(html)}">${withoutFormulas(bodyOf(html), bodyOf(first.html))}</template>`).join('\n')}
<script>${inScript(script)}</script>
</body>
</html>
`;
}
