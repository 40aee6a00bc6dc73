import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { Resvg } from '@resvg/resvg-js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { layoutCurve } from '../../figures/saturation/layout_curve.ts';
import { curvePicture } from '../../figures/saturation/picture.ts';
import { queryCurve, queryState, runCurve, runState } from '../../figures/saturation/query.ts';
import { Strings } from '../../figures/strings.ts';
import { DEFAULTS } from '../../state/params.ts';
import { PREVIEW } from './head_tags.ts';
import type { NumberSource } from './numbers.ts';

/** The light theme's colours, by name. */
function coloursOf(tokens: string): (name: string) => string {
  const block = /:root \{([^}]*)\}/.exec(tokens)?.[1] ?? '';
  return (name) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]+);`).exec(block)?.[1];
    if (value === undefined) throw new Error(`tokens.css has no colour --${name}`);
    return value;
  };
}

/**
 * The picture that link previews show: the formula, and the opening figure's curve as the engine computes it. No word is in it, so it serves every
 * language, and every sign comes from KaTeX's fonts, which are wherever the build is: it needs no font of the system.
 */
export async function previewPicture(numbers: NumberSource, tokens: string): Promise<Uint8Array> {
  const colour = coloursOf(await readFile(tokens, 'utf8'));
  const engine = { call: async (name: never, request: never) => numbers.call(name, request) } as unknown as Parameters<typeof runCurve>[0];
  const params = DEFAULTS;
  const [curve, state] = [await runCurve(engine, queryCurve(params, 'resting')), await runState(engine, queryState(params, 'resting'))];
  // The chart is set for 13 px; a preview is seen small.
  const chart = { width: 560, plot: 300, scale: 1.5 };
  const layout = layoutCurve(curve, { keyCount: params.keyCount, alpha: 1, value: state.theory.maxWeight[0] ?? 0 }, { ...chart, outsideNumbers: false }, new Strings('en'));
  const picture = await collectResult(render(curvePicture({ ...layout, zoneWords: [] }, undefined, '')));
  const zones = (['small', 'ok', 'large'] as const).map((zone) => `.dk-wash.dk-zone-${zone}{fill:${colour(zone)}}.dk-track.dk-zone-${zone}{stroke:${colour(zone)}}`).join('');
  const style = `text{font-family:KaTeX_Main;fill:${colour('ink')}}.dk-var,.i{font-family:KaTeX_Math;font-style:italic}path{fill:none}${zones}.dk-wash{fill-opacity:.08}.dk-track{stroke-width:6}
.dk-grid{stroke:${colour('rule')}}.dk-axis{stroke:${colour('rule2')}}.dk-context{stroke:${colour('mark')};stroke-width:1.25}.dk-theory,.dk-plumb{stroke:${colour('ink')};stroke-width:2.25}
.dk-error-bars{stroke:${colour('ink')};stroke-width:1.5}.dk-dots{fill:${colour('paper')};stroke:${colour('ink')};stroke-width:1.5}.dk-threshold{stroke:${colour('small')};stroke-width:1.5;stroke-dasharray:5 4}
.dk-tick,.dk-axis-number,.dk-context-label{fill:${colour('ink3')}}.dk-label{paint-order:stroke;stroke:${colour('paper')};stroke-width:4px}.dk-hue{fill:${colour('ok')}}.dk-threshold-label{fill:${colour('small')}}
.dk-current{fill:${colour('ok')};stroke:${colour('paper')};stroke-width:2.5}.q{fill:${colour('q')}}.k{fill:${colour('k')}}.v{fill:${colour('v')}}`;
  const radical = (x: number, y: number, width: number): string => `<path d="M${x} ${y - 20}l9-6 16 34 20-86h${width}" stroke="${colour('ink')}" stroke-width="4"/>`;
  // Each sign a text of its own: of several spans in one text, resvg sets some in the wrong face.
  const sign = (classes: string, letter: string, x: number, y: number, size = 84): string => `<text class="${classes}" x="${x}" y="${y}" font-size="${size}">${letter}</text>`;
  // 560 × 1.5 = 840 px of chart at right, the formula in a column at left.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW.width}" height="${PREVIEW.height}"><style>${style}</style>
<rect width="100%" height="100%" fill="${colour('paper')}"/>
<g transform="translate(56 262)">${sign('i q', 'Q', 0, 0)}${sign('i k', 'K', 74, 0)}${sign('', '⊤', 152, -34, 48)}
<path d="M-6 28H190" stroke="${colour('ink')}" stroke-width="4"/>${radical(8, 118, 112)}
${sign('i', 'd', 58, 118)}${sign('i', 'k', 102, 138, 54)}</g>
<g transform="translate(320 50) scale(${chart.scale})">${picture.replace(/<!--[^]*?-->|<\?>/g, '').replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}</g></svg>`;
  const fonts = join(dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css')), 'fonts');
  const fontFiles = ['KaTeX_Main-Regular', 'KaTeX_Main-Bold', 'KaTeX_Math-Italic'].map((font) => join(fonts, `${font}.ttf`));
  return new Resvg(svg, { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'KaTeX_Main' } }).render().asPng();
}
