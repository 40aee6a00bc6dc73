// Elements of the practice page; two challenges also stand in the article, closed. They are no figures to embed, so the registry does not have them.
export const EXERCISES: Readonly<Record<string, () => Promise<unknown>>> = {
  'dk-challenge': () => import('./challenge/dk_challenge.ts'),
  'dk-bug-hunt': () => import('./bug_hunt/dk_bug_hunt.ts'),
};
