// What SECURITY.md says of packages and of the pages' policy is what is there.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { path } from './support/content.ts';

const text = readFileSync(path('SECURITY.md'), 'utf8');
const listed = new Map([...text.matchAll(/^\| (@?[a-z][^|(]*?)(?: \([^|]*)? \| ([A-Z][\w.-]*) \|$/gm)].flatMap(([, names = '', licence = '']) => names.split(', ').map((name) => [name, licence] as const)));

interface Manifest {
  license?: string;
  dependencies?: Record<string, string>;
}
const manifest = (name: string): Manifest => JSON.parse(readFileSync(path(`web/node_modules/${name}/package.json`), 'utf8')) as Manifest;

/** What the page's packages need, and those in turn; types and what only runs under Node do not ship. */
function shipped(): string[] {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || /^@types\/|ssr-dom-shim/.test(name)) return;
    seen.add(name);
    for (const one of Object.keys(manifest(name).dependencies ?? {})) visit(one);
  };
  for (const name of [...Object.keys((JSON.parse(readFileSync(path('web/package.json'), 'utf8')) as Manifest).dependencies ?? {})]) visit(name);
  return [...seen, 'katex'];
}

it('every package that ships is listed with its own licence', () => {
  const npm = [...listed.keys()].filter((name) => existsSync(path(`web/node_modules/${name}/package.json`)));
  expect([...npm].sort()).toEqual([...shipped()].sort());
  for (const name of shipped()) expect(`${name}: ${listed.get(name)}`).toBe(`${name}: ${manifest(name).license}`);
});

it('every lock file pins each package by its checksum', () => {
  for (const folder of ['web', 'tests', 'tests/audit']) {
    const { packages } = JSON.parse(readFileSync(path(`${folder}/package-lock.json`), 'utf8')) as { packages: Record<string, { integrity?: string; link?: boolean }> };
    expect(Object.entries(packages).filter(([name, { integrity, link }]) => name !== '' && !integrity && !link).map(([name]) => `${folder}: ${name}`)).toEqual([]);
  }
});

/** Every script of the page. */
function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) return sources(file);
    return /\.(ts|js)$/.test(name) ? [file] : [];
  });
}

it('no script of the page makes markup of text, or programs of it', () => {
  const forbidden = /\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\bunsafe(HTML|SVG|Static)\b|\beval\(|new Function\(|createContextualFragment/;
  const found = ['engine', 'state', 'figures', 'inspector', 'page', 'package'].map((name) => path(`web/${name}`)).filter((folder) => existsSync(folder)).flatMap(sources)
    .filter((file) => !file.includes('/page/build/') && forbidden.test(readFileSync(file, 'utf8')));
  expect(found.map((file) => file.slice(path('').length))).toEqual([]);
});
