import type { Progress } from '../state/progress.ts';

/** Marks what is done in the list of exercises, and counts. */
export function startPracticeList(root: ParentNode, progress: Pick<Progress, 'get' | 'subscribe'>): void {
  const links = [...root.querySelectorAll<HTMLElement>('[data-exercise]')];
  const count = root.querySelector<HTMLElement>('.practice-count');
  const show = (): void => {
    let done = 0;
    for (const link of links) {
      const isDone = progress.get(link.dataset['exercise'] ?? '')?.done ?? false;
      if (isDone) done += 1;
      link.toggleAttribute('data-done', isDone);
      const word = link.querySelector<HTMLElement>('.practice-done');
      if (word) word.hidden = !isDone;
    }
    if (!count) return;
    count.hidden = done === 0;
    count.textContent = (count.dataset['sentence'] ?? '').replace('{done}', String(done)).replace('{all}', String(links.length));
  };
  show();
  progress.subscribe(show);
}
