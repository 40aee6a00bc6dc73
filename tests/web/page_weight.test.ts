// KaTeX's style sheet and fonts, reduced to what the pages use.
import { describe, expect, test } from 'vitest';
import { charactersOf, usedRules } from '../../web/page/build/katex_css.ts';
import { chunks, figureLists, sentenceLists } from '../../web/page/build/chunks.ts';
import { figureTags } from '../../web/page/build/shadow_css.ts';
import { together } from '../../web/figures/registry.ts';
import { path } from './support/content.ts';

describe('the formulas’ style sheet', () => {
  const html = '<p><span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal">x</span>2</span></span></span></p>';

  test('keeps the rules whose classes stand in the page, each selector by itself, and faces', () => {
    const css = '@font-face{font-family:F;src:url("a.woff2")}.katex{a:b}.katex .base,.katex .strut{c:d}.katex .mathbb{e:f}.katex .mord>.mathnormal{g:h}.katex img{i:j}';
    expect(usedRules(css, html)).toBe('@font-face{font-family:F;src:url("a.woff2")}.katex{a:b}.katex .base{c:d}.katex .mord>.mathnormal{g:h}.katex img{i:j}');
  });

  test('the characters are those of formulas, by face', () => {
    expect(charactersOf(`${html.replace('</p>', ' And prose.</p>')}`)).toBe('2');
    expect(charactersOf(html, true)).toBe('x');
  });
});

describe('what travels together', () => {
  const root = path('web');

  test('every figure is in exactly one list of the registry, as the build reads it', () => {
    const lists = figureLists(root);
    expect([...lists.values()].flat().sort()).toEqual([...figureTags(root)].sort());
    for (const tags of lists.values()) for (const tag of tags) expect(together(tag)).toEqual(tags);
  });

  test('sentences go with the figures of their list, others by themselves', () => {
    const { codeSplitting } = chunks(root);
    const groups = typeof codeSplitting === 'object' ? (codeSplitting.groups ?? []) : [];
    const last = groups.at(-1)?.name;
    const nameOf = (id: string): unknown => (typeof last === 'function' ? last(id, { getModuleInfo: () => null }) : last);
    expect(nameOf('\0virtual:sentences/zh-Hant/body')).toBe('zh-Hant-body');
    const listOf = sentenceLists(root);
    expect(['figures/dot-product', 'figures/claims', 'figures/predict', 'figures/opening', 'figures/inspector-report', 'figures/bug-hunt', 'errors', 'figures'].map(listOf))
      .toEqual(['body', 'body', 'body', 'shared', 'inspector-report', 'bug-hunt', 'shared', 'shared']);
  });
});
