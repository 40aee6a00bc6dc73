// From what the figure is to files in the reader's hands.
import type { Picture } from './picture.ts';

/** How many pixels of the picture file to one of the page. */
const SCALE = 2;

/** Long enough for fonts that are in the picture itself. */
const FONTS_MS = 400;

export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0, width, height);
  if (svg.includes('@font-face')) {
    // Fonts inside a picture are read only once it is drawn; until then their letters are blank.
    await new Promise((done) => setTimeout(done, FONTS_MS));
    context.drawImage(image, 0, 0, width, height);
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

export function download(content: string | Blob, name: string, type: string): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Faces that the page itself brings (its face of variables) and that are in use, as rules that hold the whole font: a picture can't ask the page. */
export async function ownFonts(): Promise<string> {
  const used = new Set([...document.fonts].filter(({ status, family }) => status === 'loaded' && /DK Math/.test(family)).map(({ style }) => style));
  if (used.size === 0) return '';
  const faces = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules];
    } catch {
      return [];
    }
  }).filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule && /DK Math/.test(rule.style.getPropertyValue('font-family')) && used.has(rule.style.getPropertyValue('font-style') || 'normal'));
  const rules = await Promise.all(faces.map(async ({ style, parentStyleSheet }) => {
    const [, address = ''] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? [];
    try {
      const bytes = new Uint8Array(await (await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI))).arrayBuffer());
      const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      return `@font-face{font-family:"DK Math";font-style:${style.getPropertyValue('font-style') || 'normal'};src:url(data:font/woff2;base64,${text}) format("woff2")}`;
    } catch {
      return '';
    }
  }));
  return rules.join('');
}

/** Puts text on the clipboard; answers false where the browser refuses, so that the text can be selected instead. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
