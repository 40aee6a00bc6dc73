import { idle, PATIENCE_MS } from './idle.ts';

/**
 * Ends the arrival of a fresh visit (`data-arriving`, set by theme_early.js): the browser has laid out only what is seen, so that the first figure answers
 * early (article.css). Once it has, the sections are laid out one at a time while nothing else is to do and no slider is held (page/drag.ts); all at once where
 * the reader jumps, follows a link or prints, and what is seen stays where it is.
 */
export function startArrival(page: Document): void {
  const root = page.documentElement;
  if (root.dataset['arriving'] === undefined) return;
  const waiting = [...page.querySelectorAll<HTMLElement>('#article > section')];
  const end = new AbortController();
  const all = (): void => {
    end.abort();
    const kept = page.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? root;
    const { top } = kept.getBoundingClientRect();
    delete root.dataset['arriving'];
    for (const section of waiting) section.style.contentVisibility = '';
    scrollBy({ top: kept.getBoundingClientRect().top - top, behavior: 'instant' });
  };
  let next = 0;
  const step = (): void => {
    if (end.signal.aborted) return;
    const busy = (): boolean => [...page.querySelectorAll('[aria-busy=true]')].some((figure) => figure.getBoundingClientRect().top < innerHeight);
    if (root.dataset['dragging'] === undefined && (performance.now() > PATIENCE_MS || !busy())) {
      const section = waiting[next++];
      if (!section) return all();
      section.style.contentVisibility = 'visible';
    }
    idle(step);
  };
  const when = { capture: true, passive: true, signal: end.signal };
  let at = scrollY;
  addEventListener('scroll', () => {
    if (Math.abs(scrollY - at) > innerHeight) all();
    at = scrollY;
  }, when);
  addEventListener('click', ({ target }) => void (target instanceof Element && target.closest('a') && all()), when);
  // A page that grows on the way has its end elsewhere.
  addEventListener('keydown', ({ key }) => void (key === 'End' && all()), when);
  addEventListener('beforeprint', all, when);
  idle(step);
}
