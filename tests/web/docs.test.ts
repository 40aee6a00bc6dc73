// The documents lead somewhere: every internal link and every file that they name is there, and every shell block that is marked as runnable runs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { path } from './support/content.ts';
import { trackedFiles } from './support/tracked.ts';

const documents = trackedFiles().filter((file) => /^(README\.md|docs\/.*\.md|tests\/.*\.md)$/.test(file));
const markdown = new MarkdownIt({ html: true });
const read = (file: string): string => readFileSync(path(file), 'utf8');

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(file: string): Set<string> {
  const tokens = markdown.parse(read(file), {});
  const titles = tokens.flatMap((token, i) => (token.type === 'heading_open' ? [tokens[i + 1]!.children!.filter(({ type }) => type === 'text' || type === 'code_inline').map(({ content }) => content).join('')] : []));
  return new Set(titles.map((title) => title.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replace(/ /g, '-')));
}

/** What a page links to and which pictures it shows. */
function links(file: string): string[] {
  return markdown.parse(read(file), {}).flatMap((token) => token.children ?? []).flatMap((token) => [token.attrGet('href'), token.attrGet('src')]).filter((to) => to !== null);
}

describe.each(documents)('%s', (file) => {
  it('links to what is there', () => {
    const missing = links(file).filter((to) => !/^[a-z]+:/.test(to)).filter((to) => {
      const [name = '', anchor] = decodeURIComponent(to).split('#');
      const target = name === '' ? file : normalize(join(dirname(file), name));
      return !existsSync(path(target)) || (anchor !== undefined && !anchors(target).has(anchor));
    });
    expect(missing).toEqual([]);
  });

  it('names files that are there', () => {
    const code = markdown.parse(read(file), {}).flatMap((token) => token.children ?? []).filter(({ type }) => type === 'code_inline').map(({ content }) => content);
    const named = code.filter((text) => /^(src|web|tests|docs|script)\/[\w./-]+$/.test(text) && !/^web\/(dist|node_modules)/.test(text));
    // The changelog tells of what has gone, too.
    expect(named.filter((name) => file !== 'docs/changelog.md' && !existsSync(path(name)))).toEqual([]);
  });
});

const blocks = documents.flatMap((file) => [...read(file).matchAll(/<!-- runnable -->\n+```sh\n([\s\S]*?)```/g)].map(([, text = '']) => ({ file, text })));

describe('shell blocks marked as runnable', () => {
  it('there are some, and none calls the tests or needs a network', () => {
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.filter(({ text }) => /script\/(test|serve|build|bench|release)|npm (ci|install)|apt|curl|https?:/.test(text))).toEqual([]);
  });

  it.each(blocks)('$file: $text', ({ text }) => {
    execFileSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: path('.'), stdio: 'pipe', timeout: 120_000 });
  }, 120_000);
});
