// Elements for whoever learns by themselves. Like figures they are fetched when they near the screen; they have no state in the address and are not embedded elsewhere.
// Their sentences stand in content/<language>/figures/<name>.json, <name> being the element's name without `dk-`.

export const STUDY: Readonly<Record<string, () => Promise<unknown>>> = {
  'dk-bug-hunt': () => import('./bug_hunt/dk_bug_hunt.ts'),
  'dk-challenge': () => import('./challenge/dk_challenge.ts'),
  'dk-predict': () => import('./predict/dk_predict.ts'),
};
