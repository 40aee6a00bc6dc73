import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from 'lightningcss';
import type { Plugin } from 'vite';

/** Old enough that nesting is written out, new enough for color-mix and :is. */
const targets = { chrome: 111 << 16, firefox: 113 << 16, safari: (16 << 16) | (4 << 8) };

const bundled = (filename: string): string => new TextDecoder().decode(bundle({ filename, minify: true, targets, include: 1 /* Features.Nesting */ }).code);

/** What an author may set, as `--dk-paper` for `--paper`: colours and faces. */
const THEMED = ['paper', 'panel', 'lift', 'rule', 'rule2', 'mark', 'ink3', 'ink2', 'ink', 'q', 'k', 'v', 'small', 'ok', 'large', 'sans', 'serif', 'math'];

/** Turns rules for the page's root into rules for the element that holds the shadow root; `data-theme` becomes the attribute `theme`. */
export function hosted(css: string): string {
  return css
    .replaceAll(':root:root:root', ':host(:not(._):not(._))')
    .replace(/:root:not\(\[data-theme=(?:'light'|"light"|light)\]\)/g, ':host(:not([theme=light]))')
    .replace(/:root\[data-theme=(?:'dark'|"dark"|dark)\]/g, ':host([theme=dark])')
    .replace(/:root:lang\(([^)]*)\)/g, ':host(:lang($1))')
    .replace(/:root/g, ':host');
}

/** Lets the author's own colours and faces come before ours. */
export const themable = (css: string): string =>
  css.replace(new RegExp(`--(${THEMED.join('|')}):([^;}]+)`, 'g'), (whole, name: string, value: string) => (/^\s*(Canvas|GrayText)/.test(value) ? whole : `--${name}:var(--dk-${name},${value})`));

/** Turns a figure's rules, which all stand under its tag, into rules under its host. */
export const ofHost = (css: string, tag: string): string => css.replace(new RegExp(`(^|[\\s,{}>(])${tag}(?=[\\s,{.:[>)])`, 'g'), `$1:host(${tag})`);

/** The names of all figures, from the registry. */
export const figureTags = (root: string): string[] => [...readFileSync(join(root, 'figures/registry.ts'), 'utf8').matchAll(/^ {2}'(dk-[a-z-]+)'/gm)].map(([, tag = '']) => tag);

/** Every style sheet of the figures as text for constructable sheets: `shared`, and one a figure. The figures' own imports of CSS come to nothing. */
export function shadowCss(root: string): Plugin {
  const id = 'virtual:shadow-css';
  const read = (file: string): string => bundled(join(root, file));
  return {
    name: 'sqrt-dk-shadow-css',
    enforce: 'pre',
    resolveId: (source) => (source === id ? `\0${id}` : source.endsWith('.css') ? '\0no-css' : undefined),
    load(source) {
      if (source === '\0no-css') return '';
      if (source !== `\0${id}`) return undefined;
      const shared = [read('page/embed/shadow.css'), themable(hosted(read('figures/tokens.css'))), read('figures/figure.css'), read('figures/controls/notice.css'), read('figures/share/dialog.css')].join('');
      const figures = Object.fromEntries(figureTags(root).map((tag) => {
        const folder = join(root, 'figures', tag.slice('dk-'.length).replaceAll('-', '_'));
        const sheets = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith('.css'));
        return [tag, sheets.map((file) => ofHost(bundled(join(folder, file)), tag)).join('')];
      }));
      return `export const shadowSheets = ${JSON.stringify({ shared, figures })};`;
    },
  };
}
