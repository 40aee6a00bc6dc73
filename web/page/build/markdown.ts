import { tex } from '@mdit/plugin-tex';
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { beatIcons, verdictIcons, type Beat, type Verdict } from './icons.ts';
import type { Convert } from './simplified.ts';
import type { Asked } from './study.ts';
import type { Stills } from './still_figures.ts';

/** The words that the blocks need, in the article's language (page.json). */
export interface BlockStrings {
  beats: Record<Beat, string>;
  verdicts: Record<Verdict, string>;
  fallback: { script: string; webassembly: string; load: string; again: string };
  /** What a screen reader calls a table's scrolling box. */
  table: string;
  /** And a program's. */
  program: string;
}

/** Renders a formula as HTML for the eye and MathML for the ear; its hues are classes, so that they follow the theme. */
export function renderFormula(formula: string, display: boolean): string {
  const html = katex.renderToString(formula, {
    displayMode: display, output: 'htmlAndMathml', throwOnError: true,
    strict: (code: string) => (code === 'htmlExtension' || code === 'unicodeTextInMathMode' ? 'ignore' : 'error'),
    trust: ({ command }: { command: string }) => command === '\\htmlClass',
    macros: { '\\q': '\\htmlClass{hue-q}{#1}', '\\k': '\\htmlClass{hue-k}{#1}', '\\v': '\\htmlClass{hue-v}{#1}', '\\Z': '\\operatorname{#1}' },
  });
  // The source beside the MathML is for neither, nor is what holds both together; a hundredth of an em is a sixth of a pixel.
  return html.replace(/<annotation[^>]*>[\s\S]*?<\/annotation>|<\/?semantics>| xmlns="[^"]*"/g, '').replace(/(\d\.\d\d)\d+em/g, '$1em');
}

type Closing = (info: string) => { open: string; close: string };

/**
 * Blocks `::: name rest` … `:::`, which nest:
 *   said | measure | found   the three beats
 *   verdict KIND CLAIM       a chip, the claim in its own words, and what was measured
 *   note                     a margin note, level with what follows it
 *   figure NAME              an interactive figure; its still picture and the block's body are what a reader without scripts gets
 *   predict NAME [hold]      a question (figures/predict); the block's body is the answer that a reader without scripts gets
 */
function blocks(md: MarkdownIt, { strings, still, asked }: { strings: BlockStrings; still: Stills; asked: Asked }): void {
  let figures = 0;
  const named = new Set<string>();
  /** `figure-saturation`, where links to a figure lead; a second one of its kind has none. */
  const idOf = (name: string): string => {
    const known = named.has(name);
    named.add(name);
    return known ? '' : ` id="figure-${name.replace(/^dk-/, '')}"`;
  };
  const kinds: Record<string, Closing> = {
    note: () => ({ open: '<div class="note" role="note">', close: '</div>' }),
    verdict: (info) => {
      const [, kind = '', claim = ''] = /^(\S+)\s+(.*)$/.exec(info) ?? [];
      if (!(kind in verdictIcons)) throw new Error(`no such verdict: ${info}`);
      const chip = `<p class="chip">${verdictIcons[kind as Verdict]}${strings.verdicts[kind as Verdict]}</p>`;
      return { open: `<div class="verdict" data-verdict="${kind}">${chip}<div class="verdict-body"><p class="quote">${md.renderInline(claim)}</p>`, close: '</div></div>' };
    },
    predict: (info) => {
      const [, name = '', hold = ''] = /^(\S+)( hold)?$/.exec(info) ?? [];
      const { question, kind, show } = asked(name);
      return {
        open: `<dk-predict class="predict predict-${kind}" question="${name}"${hold}><p class="predict-question">${md.renderInline(question)}</p><details><summary>${show}</summary>`,
        close: '</details></dk-predict>',
      };
    },
    figure: (name) => ({
      open: `<${name}${idOf(name)} class="figure" number="${(figures += 1)}"><div class="fallback"><noscript><p>${strings.fallback.script}</p></noscript><p class="without-webassembly" hidden>${strings.fallback.webassembly}</p><p class="without-figure" role="status" hidden>${strings.fallback.load} <button type="button" class="again">${strings.fallback.again}</button></p>${still(name, figures)}`,
      close: `</div></${name}>`,
    }),
  };
  for (const beat of Object.keys(beatIcons) as Beat[]) {
    const label = `<p class="beat-label">${beatIcons[beat]}${strings.beats[beat]}</p>`;
    kinds[beat] = () => ({ open: `<div class="beat beat-${beat}">${label}`, close: '</div>' });
  }

  md.block.ruler.before('fence', 'blocks', (state, startLine, endLine, silent) => {
    const lineAt = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    const opening = /^:::\s+(\w+)\s*(.*)$/.exec(lineAt(startLine));
    if (!opening) return false;
    if (silent) return true;
    const [, name = '', info = ''] = opening;
    const kind = kinds[name];
    if (!kind) throw new Error(`no such block: ::: ${name}`);
    let depth = 1;
    let line = startLine + 1;
    for (; line < endLine; line += 1) {
      if (/^:::\s+\w/.test(lineAt(line))) depth += 1;
      else if (/^:::\s*$/.test(lineAt(line))) depth -= 1;
      if (depth === 0) break;
    }
    if (depth !== 0) throw new Error(`::: ${name} ${info} is not closed`);
    const { open, close } = kind(info.trim());
    state.push('html_block', '', 0).content = open;
    const { parentType, lineMax } = state;
    state.lineMax = line;
    state.md.block.tokenize(state, startLine + 1, line);
    Object.assign(state, { parentType, lineMax });
    state.push('html_block', '', 0).content = `${close}\n`;
    state.line = line + 1;
    return true;
  }, { alt: ['paragraph', 'blockquote', 'list'] });
}

/**
 * Keeps a formula on one line with the punctuation around it. Browsers break on either side of the boxes that a formula is made of,
 * and a line must not begin with a full stop.
 */
function holdPunctuation(md: MarkdownIt): void {
  md.core.ruler.push('hold_punctuation', ({ tokens, Token }) => {
    for (const { children } of tokens) {
      for (let at = 0; children && at < children.length; at += 1) {
        if (children[at]?.type !== 'math_inline') continue;
        const [before, after] = [children[at - 1], children[at + 1]];
        const opening = before?.type === 'text' ? (/[（「“([]+$/.exec(before.content)?.[0] ?? '') : '';
        const closing = after?.type === 'text' ? (/^[，。、；：？！）」”.,;:?!)\]…’]+(?:s\b)?/.exec(after.content)?.[0] ?? '') : '';
        if (!opening && !closing) continue;
        if (before && opening) before.content = before.content.slice(0, -opening.length);
        if (after && closing) after.content = after.content.slice(closing.length);
        const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
        children.splice(at + 1, 0, html(`${closing}</span>`));
        children.splice(at, 0, html(`<span class="keep">${opening}`));
        at += 2;
      }
    }
  });
}

/** Converts what is read as text, words inside formulas too; addresses and code stay as they are. */
function converted(md: MarkdownIt, convert: Convert): void {
  md.core.ruler.push('convert', ({ tokens }) => {
    for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
      if (['text', 'math_inline', 'math_block'].includes(token.type)) token.content = convert(token.content);
    }
  });
}

const noQuestions: Asked = (name) => {
  throw new Error(`no such question: ${name}`);
};

/** Makes the article's Markdown: Chinese-aware emphasis, formulas, the blocks above; `[@name]` cites a source. */
export function makeMarkdown(strings: BlockStrings, cite: (name: string) => string, { convert, still = () => '', asked = noQuestions }: { convert?: Convert; still?: Stills; asked?: Asked } = {}): MarkdownIt {
  const md = new MarkdownIt({ html: false, typographer: false });
  md.use(cjkFriendly);
  md.use(tex, { render: renderFormula });
  md.use(blocks, { strings, still, asked });
  if (convert) md.use(converted, convert);
  md.use(holdPunctuation);
  // A wide table scrolls in its own box, never the page; the box can be reached and scrolled by keyboard.
  md.renderer.rules['table_open'] = () => `<div class="table" role="group" tabindex="0" aria-label="${strings.table}"><table>\n`;
  md.renderer.rules['fence'] = (tokens, at) => `<pre tabindex="0" role="group" aria-label="${strings.program}"><code>${md.utils.escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`;
  md.renderer.rules['table_close'] = () => '</table></div>\n';
  md.inline.ruler.before('link', 'cite', (state, silent) => {
    const match = /^\[@([\w-]+)\]/.exec(state.src.slice(state.pos));
    if (!match) return false;
    if (!silent) state.push('html_inline', '', 0).content = cite(match[1] as string);
    state.pos += match[0].length;
    return true;
  });
  return md;
}
