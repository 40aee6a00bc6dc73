// The still pictures: every figure's own view, drawn under Node, without what only works in a browser.
import { describe, expect, it } from 'vitest';
import { nodeClient } from '../../web/engine/node_engine.ts';
import { STILLS } from '../../web/figures/stills.ts';
import { Content } from '../../web/page/build/content.ts';
import { languages } from '../../web/page/build/languages.ts';
import { stillFigures, stilled } from '../../web/page/build/still_figures.ts';
import { WASM, path } from './support/content.ts';
import { visibleText } from './support/render.ts';

const client = nodeClient(WASM);
const numbers = { call: async (name: never, request: never) => (await client).call(name, request) } as never;
const drawn = new Map(await Promise.all(languages.map(async (language) => [language.tag, await stillFigures(new Content(path('web/content'), language), numbers)] as const)));
const still = (language: string, tag: string, number = 1): string => drawn.get(language)!(tag, number);
const all = languages.flatMap(({ tag: language }) => Object.keys(STILLS).map((tag) => [tag, language] as const));

describe.each(all)('%s in %s', (tag, language) => {
  const markup = still(language, tag, 3);
  it('is one figure with a question, a picture, a table or a list, and a caption', () => {
    expect(markup).toMatch(/^<figure [^>]*dk-still/);
    expect(markup).toMatch(/<h[23] class="dk-title"/);
    expect(markup).toMatch(/<svg class="dk-picture[^>]* role="img" aria-label="[^"]{20,}"|<table|<ol /);
    expect(markup).toContain('<figcaption');
  });
  it('every picture is told in words', () => {
    const pictures = markup.match(/<[a-z]+\s[^>]*role="img"[^>]*>/g) ?? [];
    for (const picture of pictures) expect(picture).toMatch(/aria-label="[^"]{2,}"/);
  });
  it('has nothing that only works where something answers, and nothing that is for tests', () => {
    expect(markup).not.toMatch(/<(button|input|select|label)\b|tabindex|aria-pressed|data-|<!--|%number%/);
  });
  it('shows no NaN, placeholder or missing sentence', () => {
    expect(visibleText(markup)).not.toMatch(/NaN|Infinity|undefined|\{[\w-]+\}|\[object|\b[a-z]+\.[a-z]+\.[a-z]/);
  });
  it('takes its colours from the page', () => {
    expect(markup).not.toMatch(/(fill|stroke|color)(=|:)\s*"?(#|rgb)/);
  });
  it('says its number, and shares no id with another place of it', () => {
    expect(visibleText(markup)).toContain('3');
    const ids = (text: string): string[] => [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
    const elsewhere = ids(still(language, tag, 4));
    expect(ids(markup).length).toBeGreaterThan(0);
    expect(ids(markup).filter((id) => elsewhere.includes(id))).toEqual([]);
  });
});

it('the saturation figure’s still picture shows the engine’s numbers', () => {
  expect(visibleText(still('en', 'dk-saturation'))).toMatch(/0\.3600.*measured 0\.3587 ± 0\.0019/);
});

it('a figure without a still picture leaves its place to what the article says there', () => {
  expect(still('en', 'dk-nothing')).toBe('');
});

it('a read-out that is a control stays as text, a control that is none goes, a long line is thinned, tenths are enough', () => {
  expect(stilled('<figure class="a"><input class="dk-entry" data-name="q-0-0" value="1.5"><input type="range"><button data-name="x" class="c" style="--to: 1%"><s>2</s></button><div><button>go</button></div></figure>'))
    .toBe('<figure class="a dk-still"><span class="dk-entry">1.5</span><span class="c" style="--to: 1%"><s>2</s></span></figure>');
  const line = `M0 0${Array.from({ length: 50 }, (_, i) => `L${i}.123 0.0${i}`).join('')}`;
  const thin = stilled(`<figure><svg class="dk-picture"><path d="${line}"></path></svg></figure>`);
  expect(thin.length).toBeLessThan(110);
});

it.each(languages.map(({ tag }) => tag))('a cloud of dots keeps a dot a row, and rings stay round (%s)', (language) => {
  const markup = still(language, 'dk-gradient');
  const clouds = [...markup.matchAll(/class="dk-row-dots [^"]*" d="([^"]*)"/g)].map(([, path = '']) => (path.match(/z/g) ?? []).length);
  // Two columns of thirteen an octave, five dozen rows each; those outside the picture are left out.
  expect(clouds.reduce((sum, dots) => sum + dots, 0)).toBeGreaterThan(500);
  const rings = Object.keys(STILLS).flatMap((tag) => [...still(language, tag).matchAll(/a([\d.]+) ([\d.]+) 0 1 0 (-?[\d.]+) 0/g)]);
  expect(rings.length).toBeGreaterThan(100);
  for (const [ring, across, down, width] of rings) expect([across, Math.abs(Number(width))], ring).toEqual([down, 2 * Number(down)]);
});

it('dots and rings at whole pixels', () => {
  const drawn = (path: string): string => /d="([^"]*)"/.exec(stilled(`<figure><svg class="dk-picture"><path d="${path}"></path></svg></figure>`))?.[1] ?? '';
  expect(drawn('M3.4 5.6h.1M9.9 8.2h.1')).toBe('M3 6zm7 2z');
  expect(drawn('M-3.50 24.20a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0')).toBe('M-4 24a4 4 0 1 0 8 0 4 4 0 1 0-8 0');
});
