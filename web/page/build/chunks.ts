import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** The lists of the registry, by their names in small letters: the elements whose code and sentences travel together. */
export function figureLists(root: string): Map<string, string[]> {
  const text = readFileSync(join(root, 'figures/registry.ts'), 'utf8');
  return new Map([...text.matchAll(/^const (\w+): Figures = \{\n([^}]*)\}/gm)].map(([, name = '', lines = '']) => [name.toLowerCase(), [...lines.matchAll(/^ {2}'(dk-[a-z-]+)'/gm)].map(([, tag = '']) => tag)]));
}

/** Which file a table of sentences (`figures/claims`, `errors`) goes into: its figure's list, its own, or `shared`. */
export function sentenceLists(root: string): (table: string) => string {
  const lists = figureLists(root);
  return (table) => {
    const name = table.replace(/^figures\//, '');
    return [...lists].find(([, tags]) => tags.includes(`dk-${name}`))?.[0] ?? BETWEEN[name] ?? (name === table ? 'shared' : name);
  };
}

/** What is fetched before any figure: with it travels what more than one list uses. */
const BASE = ['figures/start.ts', 'engine/browser.ts', 'figures/bar/dk_bar.ts'];
/** Fetched where one is opened, each kind in a file of its own; what only they share is another, what they share with figures is `shared`. */
const EXERCISES = ['bug_hunt', 'challenge'];
/** Elements that stand between the article's figures and travel with them, by the figures' list. */
const BETWEEN: Readonly<Record<string, string>> = { predict: 'body' };
/** The page's own program: what it needs at once isn't put into a file that could fail. */
const PAGE = 'page/main.ts';

/**
 * Which file each module of the page goes into. A module goes with the list of figures that reaches it by imports that don't wait; what several
 * lists reach is `shared`; what none reaches (the share dialog, the inspector's work) stays where its own import puts it. Style sheets are one file, but for those of what is opened later.
 */
export function chunks(root: string): Rolldown.OutputOptions {
  const lists = figureLists(root);
  const starts = new Map<string, string>([[PAGE, 'page'], ...BASE.map((file) => [file, 'shared'] as const), ...EXERCISES.map((name) => [`figures/${name}/dk_${name}.ts`, name] as const), ...Object.entries(BETWEEN).map(([name, list]) => [`figures/${name}/dk_${name}.ts`, list] as const)]);
  for (const [name, tags] of lists) for (const tag of tags) starts.set(`figures/${folderOf(tag)}/dk_${folderOf(tag)}.ts`, name);

  const reachedFrom = (id: string, context: Rolldown.ChunkingContext): Set<string> => {
    const names = new Set<string>();
    const seen = new Set([id]);
    for (const one of seen) {
      const start = starts.get(one.startsWith(root) ? one.slice(root.length).replace(/^\//, '') : one);
      if (start) names.add(start);
      for (const importer of context.getModuleInfo(one)?.importers ?? []) seen.add(importer);
    }
    return names;
  };

  const nameOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
    const [, language, list] = /virtual:sentences\/([\w-]+)\/([\w-]+)$/.exec(id) ?? [];
    if (language !== undefined && list !== undefined) return `${language}-${list}`;
    const from = reachedFrom(id, context);
    if (from.size === 0 || from.has('page')) return null;
    if (from.size === 1) return [...from][0] as string;
    return [...from].every((one) => EXERCISES.includes(one)) ? 'exercise-parts' : 'shared';
  };

  return {
    codeSplitting: {
      // In order: a file takes along what its modules import, unless an earlier one has it.
      groups: [
        { name: 'styles', test: /^(?!.*(?:bug_hunt|challenge|practice|share\/dialog|inspector_file|gallery)\.css).*\.css/, priority: 3 },
        // Apart from their code: the practice page has their styles at once, the code must wait for its sentences.
        { name: 'exercises', test: /(?:bug_hunt|challenge|practice)\.css/, priority: 3 },
        // What every page needs, whatever becomes of its figures: the theme, what was done and who shows it, what starts the figures and says why they are still, the build's own few lines.
        { name: 'page', test: /preload-helper|rolldown\/runtime|state\/progress\.ts|page\/(language|offline\/register|theme|progress_panel|page_figures|short_keys|still_reason)\.ts/, priority: 3 },
        { name: (id, context) => (nameOf(id, context) === 'shared' ? 'shared' : null), priority: 2 },
        { name: (id, context) => (nameOf(id, context) === 'exercise-parts' ? 'exercise-parts' : null), priority: 1 },
        { name: nameOf, priority: 0 },
      ],
    },
  };
}

const folderOf = (tag: string): string => tag.slice('dk-'.length).replaceAll('-', '_');
