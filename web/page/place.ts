/** Where in the window's height a section must begin to count as the one being read. */
const LINE = 0.3;
/** WebKit throws after about a hundred quick calls of replaceState; the state's own writes need most of them. */
const WRITE_AFTER_MS = 1000;

/**
 * Keeps the place: while the reader scrolls, the address's fragment follows the section being read (without a step in the history), so that a
 * shared address, a reload and another language come back to it; the contents list marks that section. A link to a section stays in the
 * address until the reader moves on, also where the page is too short to bring it up to the line.
 */
export function startPlace(sections: readonly HTMLElement[], contents: ParentNode): { flush(): void } {
  let current = '';
  let moving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const named = (): string => sections.find(({ id }) => `#${id}` === location.hash)?.id ?? '';

  const mark = (id: string): void => {
    current = id;
    for (const link of contents.querySelectorAll('a')) {
      if (link.hash === `#${id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!moving || current === named()) return;
    try {
      history.replaceState(history.state, '', location.pathname + location.search + (current && `#${current}`));
    } catch {
      // Too many calls, or a document without an address of its own: the next section tries again.
    }
  };

  const arrive = (): void => {
    moving = false;
    mark(named());
  };

  // Sections that cross the line, one at a time (the last one may be left behind by a quick jump upwards).
  const crossing = new Set<Element>();
  const line = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) crossing.add(target);
      else crossing.delete(target);
    }
    if (!moving) return;
    mark(sections.filter((section) => crossing.has(section)).at(-1)?.id ?? '');
    clearTimeout(timer);
    timer = setTimeout(flush, WRITE_AFTER_MS);
  }, { rootMargin: `${-LINE * 100}% 0px ${-(1 - LINE) * 100 + 0.1}% 0px` });

  arrive();
  for (const section of sections) line.observe(section);
  for (const event of ['hashchange', 'popstate'] as const) addEventListener(event, arrive);
  // What moves a page: a wheel, a finger, a key, the scroll bar. Only then is its place the reader's choice.
  for (const event of ['wheel', 'touchmove', 'keydown', 'mousedown'] as const) addEventListener(event, () => void (moving = true), { passive: true });
  return { flush };
}
