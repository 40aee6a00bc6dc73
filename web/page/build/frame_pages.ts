import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sectionsOfFigures } from './figure_sections.ts';
import { figureTags } from './shadow_css.ts';

/** A page a figure, for frames: the element, the script that reads the address and tells the height, embed.js. No modules: a sandboxed frame can't load them. */
export function framePages({ root, content }: { root: string; content: string }): Plugin {
  return {
    name: 'sqrt-dk-frame-pages',
    generateBundle(_options, bundle) {
      const script = Object.values(bundle).find((one) => one.type === 'chunk');
      if (!script) throw new Error('the frame’s script was not built');
      const sections = sectionsOfFigures(content);
      for (const tag of figureTags(root)) {
        const name = tag.slice('dk-'.length);
        this.emitFile({ type: 'asset', fileName: `embed/${name}.html`, source: framePage(tag, script.fileName, sections[tag] ?? '') });
      }
    },
  };
}

const head = readFileSync(join(import.meta.dirname, '../favicon.svg'), 'utf8').trim();

const framePage = (tag: string, script: string, section: string): string => `<!doctype html>
<html lang="zh-Hant">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${tag}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(head)}">
<style>html,body{margin:0;background:transparent}</style>
</head>
<body>
<${tag} data-figure><a href="../#${section}" target="_blank">${tag}</a></${tag}>
<script src="../${script}"></script>
<script src="../embed.js"></script>
</body>
</html>
`;
