import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { load, type CheerioAPI } from 'cheerio';
import simplify from 'simplify-js';
import { optimize } from 'svgo';
import { STILLS } from '../../figures/stills.ts';
import { stillOf } from '../../figures/still.ts';
import { Strings, type StringTable } from '../../figures/strings.ts';
import type { Content } from './content.ts';
import type { NumberSource } from './numbers.ts';

/** A figure's still picture as HTML, by the element's name and its number on the page; empty where a figure has none. */
export type Stills = (tag: string, number: number) => string;

// The same figure may stand on the page twice: its number and its ids are put in last.
const NUMBER = '%number%';
const UID = 'still-%number%';

/** Draws every figure that has a still picture in its default state, in one language. */
export async function stillFigures(content: Content, numbers: NumberSource): Promise<Stills> {
  const names = await content.sentenceTables();
  const strings = new Strings(content.language.tag, ...(await Promise.all(names.map((name) => content.json<StringTable>(name)))));
  const engine: Parameters<(typeof STILLS)[string]>[0] = { call: async (name, request) => numbers.call(name, request) };
  const drawn = new Map<string, string>();
  for (const [tag, draw] of Object.entries(STILLS)) drawn.set(tag, stilled(await collectResult(render(await draw(engine, strings, stillOf(UID, NUMBER))))));
  return (tag, number) => (drawn.get(tag) ?? '').replaceAll(NUMBER, String(number));
}

/** What only makes sense where something answers. */
const LIVE = 'button, input, select, textarea, label, datalist, [data-live], [hidden], [role=status], [role=alert]';

/** Takes the controls out of a figure's markup. A read-out that is also a control (it has a data-name) stays as plain text. */
export function stilled(markup: string): string {
  const $ = load(markup.replace(/<!--[^]*?-->|<\?>/g, ''), null, false);
  for (const control of $('input[data-name], button[data-name]')) plain($, control);
  $(LIVE).remove();
  $('figure').first().addClass('dk-still');
  // A figure's caption is its last child: what follows it belongs to it.
  const captions = $('figure > figcaption');
  captions.append(captions.nextAll());
  // A caption is the last thing in its figure.
  $('figcaption').each((_, caption) => void $(caption).append($(caption).nextAll()));
  $('*').each((_, element) => {
    if (!('attribs' in element)) return;
    const { attribs } = element;
    if (attribs['class']?.trim() === '') delete attribs['class'];
    for (const name of Object.keys(attribs)) if (/^data-|^(tabindex|aria-(busy|pressed|current))$/.test(name)) delete attribs[name];
  });
  // A box that held only controls.
  $('div').filter((_, element) => $(element).children().length === 0 && $(element).text().trim() === '' && $(element).attr('style') === undefined).remove();
  $('tspan:not([class]), tspan[class=""]').each((_, tspan) => void $(tspan).replaceWith($(tspan).contents()));
  $('svg path[d=""]').remove();
  $('svg path[d]').each((_, path) => void $(path).attr('d', roundRings(wholeDots(thinned($(path).attr('d') ?? '')))));
  $('svg.dk-picture').each((_, svg) => void $(svg).replaceWith(smaller($.html(svg))));
  return $.html().replace(/>\s*\n\s*</g, '><').replace(/\s*\n\s*/g, ' ').trim();
}

function plain($: CheerioAPI, element: Parameters<CheerioAPI['contains']>[0]): void {
  const control = $(element);
  const span = $('<span></span>').addClass(control.attr('class') ?? '');
  const style = control.attr('style');
  if (style !== undefined) span.attr('style', style);
  control.replaceWith(control.is('input') ? span.text(control.attr('value') ?? '') : span.html(control.html() ?? ''));
}

/** A line of hundreds of points without those that nobody sees: none is further than 0.8 pixel from the line that is left. */
function thinned(path: string): string {
  const points = /^M[-\d., ]+(L[-\d., ]+){20,}$/.test(path) ? path.slice(1).split('L').map((pair) => pair.split(/[ ,]/).map(Number)) : undefined;
  return points ? `M${simplify(points.map(([x = 0, y = 0]) => ({ x, y })), 0.8, true).map(({ x, y }) => `${x},${y}`).join('L')}` : path;
}

/** Rings (`circlesPath`) with whole radii round whole pixels, so that rounding leaves them round. */
function roundRings(path: string): string {
  return path.replace(/M(-?[\d.]+) (-?[\d.]+)a([\d.]+) \3 0 1 0 [\d.]+ 0a\3 \3 0 1 0 -[\d.]+ 0/g, (_, left: string, y: string, r: string) => {
    const radius = Math.round(Number(r));
    const half = `a${radius} ${radius} 0 1 0`;
    return `M${Math.round(Number(left) + Number(r)) - radius} ${Math.round(Number(y))}${half} ${2 * radius} 0${half} ${-2 * radius} 0`;
  });
}

/** Hundreds of dots (lines of a tenth of a pixel, three wide) at whole pixels, in order, without those that lie on another: chance has no better place, and takes half the bytes. */
function wholeDots(path: string): string {
  if (!/^(M[\d.]+ [\d.]+h\.1)+$/.test(path)) return path;
  const dots = [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Math.round(Number(x)), Math.round(Number(y))] as const);
  const seen = dots.filter(([x, y], i) => !dots.slice(0, i).some(([x0, y0]) => Math.abs(x - x0) < 2 && Math.abs(y - y0) < 2));
  return seen.sort(([x0, y0], [x1, y1]) => Math.round(x0 / 20) - Math.round(x1 / 20) || y0 - y1).map(([x, y]) => `M${x} ${y}z`).join('');
}

/** The same picture in fewer bytes: lines at whole pixels, relative paths. */
function smaller(svg: string): string {
  return optimize(svg, { plugins: [{ name: 'cleanupNumericValues', params: { floatPrecision: 1 } }, { name: 'convertPathData', params: { floatPrecision: 0, removeUseless: false } }] }).data;
}
