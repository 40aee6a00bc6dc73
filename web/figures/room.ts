// How much room a figure has: its own width without padding, and whether something may hang out at its right.

/** On a page of our own, numbers of a chart may stand outside the figure where there are this many pixels. */
const OUTSIDE = 40;

export function roomOf(element: HTMLElement, onPage: boolean): { width: number; atRight: boolean } {
  const box = element.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return {
    width: Math.floor(box.width - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0)),
    atRight: onPage && document.documentElement.clientWidth - box.right >= OUTSIDE,
  };
}

/**
 * Watches an element's size. `measure` is asked at once, while nothing is left to lay out, whether the change matters; if so, `redraw` is called in the next frame:
 * what redraws itself while sizes are being told changes them again, which engines report as an endless loop. Returns what ends it.
 */
export function onResize(element: Element, measure: () => boolean, redraw: () => void): () => void {
  let frame = 0;
  const sized = new ResizeObserver(() => {
    if (!measure()) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(redraw);
  });
  sized.observe(element);
  return () => {
    sized.disconnect();
    cancelAnimationFrame(frame);
  };
}
