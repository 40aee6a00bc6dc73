import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { load } from 'cheerio';
import subsetFont from 'subset-font';

/** What in rendered HTML calls for which of KaTeX's fonts. */
const wanted: [font: string, sign: RegExp][] = [
  ['KaTeX_Main-Regular', /class="katex"/],
  ['KaTeX_Main-Bold', /mathbf/],
  ['KaTeX_Math-Italic', /mathnormal/],
  ['KaTeX_AMS-Regular', /mathbb|amsrm/],
  ['KaTeX_Caligraphic-Regular', /mathcal/],
  ['KaTeX_Size1-Regular', /delimsizing size1|small-op/],
  ['KaTeX_Size2-Regular', /delimsizing size2|large-op/],
  ['KaTeX_Size3-Regular', /delimsizing size3/],
  ['KaTeX_Size4-Regular', /delimsizing size4|delim-size4/],
];

/** Capitals are upright in formulas alone, and come with them. */
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)).replace(/[A-Z]/g, '');

/** What figures may write in a face of mathematics besides what formulas do: they compose their labels as they run. */
const ALWAYS: Readonly<Record<string, string>> = {
  'KaTeX_Main-Regular': `${ascii}√∞∂∑≤≥≈≠±×÷·−′`,
  'KaTeX_Math-Italic': 'abcdefghijklmnopqrstuvwxyzHJKNPQVWαβγμρσ',
};

/** Every character that formulas show upright, or in italics. */
export function charactersOf(html: string, italic = false): string {
  const page = load(html, null, false);
  const italics = page('.katex-html .mathnormal').remove();
  return [...new Set((italic ? italics : page('.katex-html')).text())].join('');
}

/** A font with only these characters, as a file that the build takes from there. */
async function lighter(file: string, characters: string, folder: string): Promise<string> {
  const to = join(folder, file.split('/').at(-1) ?? '');
  await mkdir(folder, { recursive: true });
  await writeFile(to, await subsetFont(await readFile(file), characters, { targetFormat: 'woff2', noHinting: true }));
  return to;
}

/** The face of variables outside formulas (a heading's d_k, a figure's labels) where the system has none of the faces named before it. */
const MATH_FACE = { normal: 'KaTeX_Main-Regular', italic: 'KaTeX_Math-Italic' } as const;

/** The rules of a flat style sheet whose classes all stand in the page: of KaTeX's 230 some 50, a tenth of the bytes. */
export function usedRules(css: string, html: string): string {
  const classes = new Set(Array.from(html.matchAll(/\bclass="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat());
  const used = (selector: string): boolean => Array.from(selector.matchAll(/\.(-?[_a-z][\w-]*)/gi), ([, name = '']) => name).every((name) => classes.has(name));
  return css.replace(/([^{}]+)(\{[^{}]*\})/g, (_whole, selectors: string, body: string) => {
    const left = selectors.split(',').filter(used);
    return left.length > 0 ? left.join() + body : '';
  });
}

/**
 * KaTeX's style sheet with only the rules, the fonts and the characters that these pages use, as woff2; the addresses become files that the build hashes.
 * The lighter fonts are kept in `folder`.
 */
export async function katexCss(html: string, folder: string): Promise<string> {
  const file = createRequire(import.meta.url).resolve('katex/dist/katex.min.css');
  const characters = (font: string) => (ALWAYS[font] ?? '') + charactersOf(html, font === 'KaTeX_Math-Italic');
  const names = new Set([...wanted.filter(([, sign]) => sign.test(html)).map(([font]) => font), ...Object.values(MATH_FACE)]);
  const files = new Map(await Promise.all([...names].map(async (font) => [font, await lighter(join(dirname(file), 'fonts', `${font}.woff2`), characters(font), folder)] as const)));
  const source = (font: string) => `src:url(${JSON.stringify(files.get(font))}) format("woff2");font-display:swap`;
  const css = await readFile(file, 'utf8');
  const reduced = css.replace(/@font-face\{[^}]*\}/g, (face) => {
    const [, font = ''] = /url\(fonts\/([\w-]+)\.woff2\)/.exec(face) ?? [];
    return files.has(font) ? face.replace(/src:[^}]*/, source(font)) : '';
  });
  return usedRules(reduced, html) + Object.entries(MATH_FACE).map(([style, font]) => `@font-face{font-family:"DK Math";font-style:${style};font-weight:400;${source(font)}}`).join('');
}
