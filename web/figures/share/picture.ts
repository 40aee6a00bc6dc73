// A figure as one SVG: what the reader sees, drawn anew as shapes and text with every style written out, so that it needs neither page nor style sheet.
import { colourOf } from './colours.ts';

export interface PictureNotes {
  title: string;
  /** Under the figure: its parameters, its address, who made it. */
  lines: readonly string[];
}

const MARGIN = 24;
const LINE = 19;
/** What is a control of the page and no part of the picture, or there for those who listen. */
const LEFT_OUT = '.dk-foot, .dk-share-row, .dk-unseen, .dk-notice, .dk-error, details, dialog, [hidden], script, style';
const SHAPE_STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'paint-order', 'shape-rendering', 'vector-effect'] as const;
const TEXT_STYLES = ['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline'] as const;
const ALL_STYLES: readonly string[] = [...SHAPE_STYLES, ...TEXT_STYLES];
const COLOURS: readonly string[] = ['fill', 'stroke'];
const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  'fill-opacity': '1', 'stroke-opacity': '1', 'stroke-dasharray': 'none', 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter', opacity: '1', 'paint-order': 'normal',
  'shape-rendering': 'auto', 'vector-effect': 'none', 'font-style': 'normal', 'text-anchor': 'start', 'dominant-baseline': 'auto', stroke: 'none', 'stroke-width': '1px',
};

const escaped = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const px = (value: number): string => String(Number(value.toFixed(2)));

class Drawing {
  readonly parts: string[] = [];
  readonly gradients: string[] = [];

  constructor(
    readonly left: number,
    readonly top: number,
  ) {}

  rect(box: { left: number; top: number; width: number; height: number }, fill: string, more = ''): void {
    if (box.width > 0 && box.height > 0) this.parts.push(`<rect x="${px(box.left - this.left)}" y="${px(box.top - this.top)}" width="${px(box.width)}" height="${px(box.height)}" fill="${fill}"${more}/>`);
  }

  element(element: Element): void {
    if (element.matches(LEFT_OUT)) return;
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    if (element instanceof SVGSVGElement) return this.svg(element, style);
    if (element instanceof HTMLCanvasElement) return this.canvas(element);
    const faint = Number(style.opacity) < 1 && !element.matches('.dk-picture');
    if (faint) this.parts.push(`<g opacity="${style.opacity}">`);
    this.box(element, style);
    if (element instanceof HTMLInputElement) this.input(element, style);
    else for (const child of element.childNodes) {
      if (child instanceof Element) this.element(child);
      else if (child instanceof Text) this.text(child, style);
    }
    if (faint) this.parts.push('</g>');
  }

  /** Ground, edges. */
  box(element: Element, style: CSSStyleDeclaration): void {
    const box = element.getBoundingClientRect();
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
    const round = radius > 0 ? ` rx="${px(radius)}"` : '';
    const ground = colourOf(style.backgroundColor);
    if (ground !== 'none') this.rect(box, ground, round);
    const gradient = this.gradient(style.backgroundImage);
    if (gradient && !element.matches('.dk-range')) this.rect(box, gradient, round);
    const edges = ['top', 'right', 'bottom', 'left'].map((side) => `${style.getPropertyValue(`border-${side}-width`)} ${style.getPropertyValue(`border-${side}-style`)} ${style.getPropertyValue(`border-${side}-color`)}`);
    if (radius > 0 && new Set(edges).size === 1) {
      const size = Number.parseFloat(style.borderTopWidth) || 0;
      const inner = { left: box.left + size / 2, top: box.top + size / 2, width: box.width - size, height: box.height - size };
      if (size > 0 && style.borderTopStyle !== 'none') this.rect(inner, 'none', ` rx="${px(radius)}" stroke="${colourOf(style.borderTopColor)}" stroke-width="${px(size)}"`);
      return;
    }
    for (const [side, edge] of Object.entries({
      Top: { left: box.left, top: box.top, width: box.width }, Bottom: { left: box.left, top: box.bottom, width: box.width },
      Left: { left: box.left, top: box.top, height: box.height }, Right: { left: box.right, top: box.top, height: box.height },
    })) {
      const size = Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) || 0;
      const colour = colourOf(style.getPropertyValue(`border-${side.toLowerCase()}-color`));
      if (size === 0 || colour === 'none' || style.getPropertyValue(`border-${side.toLowerCase()}-style`) === 'none') continue;
      this.rect({ width: size, height: size, ...edge, ...(side === 'Bottom' ? { top: edge.top - size } : side === 'Right' ? { left: edge.left - size } : {}) }, colour);
    }
  }

  /** `linear-gradient(to right in oklab, a 28%, b 39%)`, the one kind that figures have. */
  gradient(image: string): string | undefined {
    const inside = /^linear-gradient\(to right(?: in oklab)?, (.*)\)$/.exec(image)?.[1];
    if (inside === undefined) return undefined;
    const stops = inside.split(/,(?![^(]*\))/).map((stop) => /^\s*(.*?)\s+([\d.]+)%\s*$/.exec(stop)).flatMap((match) => (match ? [`<stop offset="${match[2]}%" stop-color="${colourOf(match[1] ?? '')}"/>`] : []));
    const id = `dk-gradient-${this.gradients.length + 1}`;
    this.gradients.push(`<linearGradient id="${id}">${stops.join('')}</linearGradient>`);
    return `url(#${id})`;
  }

  input(input: HTMLInputElement, style: CSSStyleDeclaration): void {
    const box = input.getBoundingClientRect();
    if (input.type === 'range') {
      const share = (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min));
      const middle = box.top + box.height / 2;
      const ink = colourOf(style.color === style.backgroundColor ? 'black' : getComputedStyle(input).getPropertyValue('--ink'));
      const at = box.left + 12 + share * (box.width - 24);
      if (!input.matches('.dk-divisor-range')) {
        this.rect({ left: box.left + 12, top: middle - 2, width: box.width - 24, height: 4 }, colourOf(style.getPropertyValue('--rule2')));
        this.rect({ left: box.left + 12, top: middle - 2, width: at - box.left - 12, height: 4 }, ink);
      }
      this.parts.push(`<circle cx="${px(at - this.left)}" cy="${px(middle - this.top)}" r="13.5" fill="${ink}" stroke="${colourOf(style.getPropertyValue('--paper'))}" stroke-width="3"/>`);
    } else if (!['checkbox', 'radio', 'hidden'].includes(input.type) && input.value !== '') {
      const end = style.textAlign === 'end' || style.textAlign === 'right';
      const middle = style.textAlign === 'center';
      const x = end ? box.right - Number.parseFloat(style.paddingRight) : middle ? box.left + box.width / 2 : box.left + Number.parseFloat(style.paddingLeft);
      const size = Number.parseFloat(style.fontSize);
      this.parts.push(`<text x="${px(x - this.left)}" y="${px(box.top - this.top + box.height / 2 + size * 0.36)}"${end ? ' text-anchor="end"' : middle ? ' text-anchor="middle"' : ''}${fontOf(style)}>${escaped(input.value)}</text>`);
    }
  }

  /** Each line of a text where the page broke it. */
  text(node: Text, style: CSSStyleDeclaration): void {
    const { data } = node;
    if (data.trim() === '') return;
    const range = document.createRange();
    let line: { from: number; to: number; box: DOMRect } | undefined;
    const lines: { from: number; to: number; box: DOMRect }[] = [];
    for (let i = 0; i < data.length; i += 1) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getClientRects()[0];
      // SVG collapses spaces at either end, so they are no part of a line.
      if (!box || box.width === 0 || /\s/.test(data[i] ?? '')) continue;
      if (line && Math.abs(box.top - line.box.top) < 2 && box.left >= line.box.left) {
        line.to = i + 1;
        line.box = DOMRect.fromRect({ x: line.box.left, y: line.box.top, width: box.right - line.box.left, height: line.box.height });
      } else lines.push((line = { from: i, to: i + 1, box }));
    }
    for (const { from, to, box } of lines) {
      const words = data.slice(from, to).replace(/\s+/g, ' ');
      const shown = words.trimEnd();
      if (shown.trim() === '') continue;
      const baseline = box.top + ascentShare(style) * box.height;
      // The width is written down too, so that other fonts elsewhere don't run lines into one another.
      const width = shown === words && shown.length > 1 ? ` textLength="${px(box.width)}" lengthAdjust="spacingAndGlyphs"` : '';
      this.parts.push(`<text x="${px(box.left - this.left)}" y="${px(baseline - this.top)}"${width}${fontOf(style)}>${escaped(shown)}</text>`);
    }
  }

  canvas(canvas: HTMLCanvasElement): void {
    const box = canvas.getBoundingClientRect();
    this.parts.push(`<image x="${px(box.left - this.left)}" y="${px(box.top - this.top)}" width="${px(box.width)}" height="${px(box.height)}" preserveAspectRatio="none" style="image-rendering: pixelated" href="${canvas.toDataURL()}"/>`);
  }

  svg(svg: SVGSVGElement, style: CSSStyleDeclaration): void {
    const box = svg.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const view = svg.getAttribute('viewBox');
    const ratio = svg.getAttribute('preserveAspectRatio');
    const faint = Number(style.opacity) < 1 ? ` opacity="${style.opacity}"` : '';
    this.parts.push(`<svg x="${px(box.left - this.left)}" y="${px(box.top - this.top)}" width="${px(box.width)}" height="${px(box.height)}" overflow="visible"${view ? ` viewBox="${escaped(view)}"` : ''}${ratio ? ` preserveAspectRatio="${escaped(ratio)}"` : ''}${faint}>`);
    for (const child of svg.childNodes) this.shape(child);
    this.parts.push('</svg>');
  }

  /** A shape with its computed styles in place of its classes. */
  shape(node: Node): void {
    if (node instanceof Text) return void (node.data.trim() !== '' && this.parts.push(escaped(node.data)));
    if (!(node instanceof SVGElement)) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    const name = node.localName;
    if (!/^(g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan)$/.test(name)) return;
    const wanted: readonly string[] = name === 'g' ? ['opacity'] : name === 'text' || name === 'tspan' ? [...SHAPE_STYLES, ...TEXT_STYLES] : SHAPE_STYLES;
    const attributes = [...node.attributes].filter(({ name: own }) => !/^(class|style|role|id|tabindex|aria-.*|data-.*|on.*)$/.test(own) && !ALL_STYLES.includes(own)).map(({ name: own, value }) => ` ${own}="${escaped(value)}"`);
    const styles = wanted.flatMap((property) => {
      const value = style.getPropertyValue(property);
      const written = COLOURS.includes(property) ? colourOf(value) : value;
      return written === '' || written === DEFAULT_STYLES[property] ? [] : [` ${property}="${escaped(written)}"`];
    });
    this.parts.push(`<${name}${attributes.join('')}${styles.join('')}>`);
    for (const child of node.childNodes) this.shape(child);
    this.parts.push(`</${name}>`);
  }
}

function fontOf(style: CSSStyleDeclaration): string {
  const spacing = style.letterSpacing === 'normal' || style.letterSpacing === '0px' ? '' : ` letter-spacing="${style.letterSpacing}"`;
  const slant = style.fontStyle === 'normal' ? '' : ` font-style="${style.fontStyle}"`;
  const weight = style.fontWeight === '400' ? '' : ` font-weight="${style.fontWeight}"`;
  return ` font-family="${escaped(style.fontFamily)}" font-size="${style.fontSize}"${weight}${slant}${spacing} fill="${colourOf(style.color)}"`;
}

const shares = new Map<string, number>();
let measure: CanvasRenderingContext2D | null | undefined;

/** How much of a text's box is above its baseline. */
function ascentShare(style: CSSStyleDeclaration): number {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const known = shares.get(font);
  if (known !== undefined) return known;
  measure ??= document.createElement('canvas').getContext('2d');
  let share = 0.8;
  if (measure) {
    measure.font = font;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measure.measureText('x');
    if (up + down > 0) share = up / (up + down);
  }
  shares.set(font, share);
  return share;
}

/** Text cut into lines that fit, at any sign (an address has no spaces). */
export function cut(text: string, signs: number): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(lines.at(-1)?.length ?? rest.length)) {
    const space = rest.length > signs ? rest.lastIndexOf(' ', signs) : -1;
    lines.push(rest.length <= signs ? rest : rest.slice(0, space > signs / 2 ? space + 1 : signs));
  }
  return lines;
}

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** Draws the figure as it is now. `fonts`: rules for faces that only the page has. */
export function pictureOf(figure: HTMLElement, notes: PictureNotes, fonts = ''): Picture {
  const box = figure.getBoundingClientRect();
  const style = getComputedStyle(figure);
  const foot = figure.querySelector('.dk-foot')?.getBoundingClientRect();
  const drawing = new Drawing(box.left - MARGIN, box.top - MARGIN);
  drawing.element(figure);
  const drawn = (foot ? foot.top : box.bottom) - box.top;
  const lines = notes.lines.flatMap((line) => cut(line, Math.floor(box.width / 7.2)));
  // Numbers of an axis may hang outside the figure, at right.
  const furthest = Math.max(box.right, ...[...figure.querySelectorAll('svg.dk-picture text')].map((text) => text.getBoundingClientRect().right));
  const [width, height] = [Math.ceil(furthest - box.left + 2 * MARGIN), Math.ceil(drawn + 2 * MARGIN + 12 + lines.length * LINE)];
  const paper = colourOf(style.getPropertyValue('--paper'));
  const note = lines.map((line, i) => `<text x="${MARGIN}" y="${px(drawn + MARGIN + 26 + i * LINE)}" font-family="${escaped(style.fontFamily)}" font-size="12.5px" fill="${colourOf(style.getPropertyValue('--ink2'))}">${escaped(line)}</text>`);
  const defs = drawing.gradients.length > 0 || fonts !== '' ? `<defs>${fonts === '' ? '' : `<style>${fonts}</style>`}${drawing.gradients.join('')}</defs>` : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-variant-numeric="tabular-nums"><title>${escaped(notes.title)}</title><desc>${escaped(notes.lines.join('\n'))}</desc>${defs}<rect width="${width}" height="${height}" fill="${paper}"/>${drawing.parts.join('')}${note.join('')}</svg>\n`;
  return { svg, width, height };
}
