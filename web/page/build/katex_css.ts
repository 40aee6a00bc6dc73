import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/** The face of variables outside formulas (a heading's d_k, a figure's labels) where the system has none of the faces named before it. */
const mathFace = (fonts: string) => [['normal', 'KaTeX_Main-Regular'], ['italic', 'KaTeX_Math-Italic']]
  .map(([style, font]) => `@font-face{font-family:"DK Math";font-style:${style};font-weight:400;src:url(${JSON.stringify(join(fonts, `${font}.woff2`))}) format("woff2");font-display:swap}`)
  .join('');

/** KaTeX's style sheet with only the fonts that these pages use, as woff2; the addresses become files that the build hashes. */
export async function katexCss(html: string): Promise<string> {
  const file = createRequire(import.meta.url).resolve('katex/dist/katex.min.css');
  const fonts = wanted.filter(([, sign]) => sign.test(html)).map(([font]) => font);
  const css = await readFile(file, 'utf8');
  const reduced = css.replace(/@font-face\{[^}]*\}/g, (face) => {
    const [, path = '', font = ''] = /url\((fonts\/([\w-]+)\.woff2)\)/.exec(face) ?? [];
    if (!fonts.includes(font)) return '';
    return face.replace(/src:[^}]*/, `src:url(${JSON.stringify(join(dirname(file), path))}) format("woff2");font-display:swap`);
  });
  return reduced + mathFace(join(dirname(file), 'fonts'));
}
