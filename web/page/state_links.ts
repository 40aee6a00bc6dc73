/**
 * Makes links that set the controls (`?dk=300&divisor=dk#saturation`) do so without loading the page again.
 * The address changes as it would have, so Back undoes it; whoever listens to popstate takes the new state from there.
 * They lead to the section's figure, or with `toSection` to its beginning.
 */
export function startStateLinks(links: Iterable<HTMLAnchorElement>, flushAddress: () => void, toSection = false): void {
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      flushAddress();
      history.pushState(null, '', link.href);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      const section = document.getElementById(link.hash.slice(1));
      const target = (toSection ? null : section?.querySelector<HTMLElement>('.figure')) ?? section;
      target?.scrollIntoView();
      if (target) {
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }
    });
  }
}
