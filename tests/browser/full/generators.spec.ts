// The recipes of docs/embedding.md, put through the programs that make pages.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { numberIn, startForeign, strangers } from '../support/foreign.ts';

const marked = fileURLToPath(new URL('../../audit/node_modules/marked/lib/marked.esm.js', import.meta.url));

/** The recipe between the two marks of the document, with the site's address put in. */
function recipe(name: string, site: string): string {
  const text = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
  const found = new RegExp(`<!-- recipe: ${name} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (!found) throw new Error(`docs/embedding.md has no recipe ${name}`);
  return found.replaceAll('https://example.org/sqrt-dk/', `${site}/`);
}

const post = (site: string): string => `# A post\n\nSome *prose* before.\n\n${recipe('script', site)}\nAnd after.\n\n${recipe('frame', site)}\nThe end.\n`;

const makers: Record<string, (folder: string, site: string) => Promise<string> | string> = {
  pandoc: (folder, site) => {
    writeFileSync(join(folder, 'post.md'), post(site));
    execFileSync('pandoc', ['--standalone', '--metadata', 'title=A post', '-f', 'markdown', '-t', 'html5', '-o', join(folder, 'index.html'), join(folder, 'post.md')]);
    return 'index.html';
  },
  kramdown: (folder, site) => {
    const body = execFileSync('kramdown', { input: post(site), encoding: 'utf8' });
    writeFileSync(join(folder, 'index.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><body>${body}`);
    return 'index.html';
  },
  marked: async (folder, site) => {
    const { marked: parse } = (await import(pathToFileURL(marked).href)) as { marked: { parse(text: string): string } };
    writeFileSync(join(folder, 'index.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><body>${parse.parse(post(site))}`);
    return 'index.html';
  },
  hugo: (folder, site) => {
    for (const path of ['content', 'layouts/_default', 'layouts/shortcodes']) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'config.toml'), `baseURL = "/"\ntitle = "A blog"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n${recipe('hugo-config', site)}`);
    writeFileSync(join(folder, 'layouts/_default/single.html'), '<!doctype html><html lang="en"><meta charset="utf-8"><title>{{ .Title }}</title><body>{{ .Content }}');
    writeFileSync(join(folder, 'content/post.md'), `---\ntitle: A post\n---\n${post(site)}`);
    execFileSync('hugo', ['--source', folder, '--quiet']);
    return 'public/post/index.html';
  },
};

for (const [name, make] of Object.entries(makers)) {
  test(`a page made by ${name} with the recipes in it is alive`, async ({ page, context }) => {
    const foreign = await startForeign();
    const folder = mkdtempSync(join(tmpdir(), 'sqrt-dk-'));
    const path = await make(folder, foreign.site);
    const host = await startServer(folder);
    const unknown = strangers(context, foreign.site, host.origin);
    await page.goto(`${host.origin}/${path}`);
    expect(await numberIn(page.locator('dk-saturation').first(), 'sigma')).toBeGreaterThan(0);
    const frame = page.locator('iframe').first();
    await frame.scrollIntoViewIfNeeded();
    await expect(page.frameLocator('iframe').locator('dk-saturation')).toHaveAttribute('data-settled', '', { timeout: 20_000 });
    expect(unknown).toEqual([]);
    await host.close();
    await foreign.close();
    rmSync(folder, { recursive: true });
  });
}
