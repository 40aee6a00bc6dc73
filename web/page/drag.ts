import { idle } from './idle.ts';

/** How often a figure draws itself before a hand first takes hold of a slider of its: what has run so often is compiled, which the first frames of a drag needn't wait for. */
const WARM = 8;
const warmed = new WeakSet<Element>();

function warm(figure: HTMLElement, left: number): void {
  if (left === 0) return;
  idle(() => {
    (figure as unknown as { requestUpdate(): void }).requestUpdate();
    warm(figure, left - 1);
  });
}

/**
 * Marks the page while a slider is dragged, so that the style sheet can spare the frames what is off screen. Its own price, a frame of laying out, is paid
 * when a mouse comes over the slider, and after the last frame of the drag, not in the first and last ones. Meanwhile the figure gets no smaller: a
 * sentence that takes a line less for a moment would move the whole page below.
 */
export function startDrag(page: Document): void {
  const root = page.documentElement;
  let held: HTMLElement | null | undefined;
  const on = ({ target }: Event): boolean => target instanceof Element && target.matches('input[type=range]');
  const figureOf = ({ target }: Event): HTMLElement | null => (target as Element).closest('.figure');
  const tallest = new ResizeObserver(() => {
    if (held) held.style.minHeight = `${held.offsetHeight}px`;
  });
  const mark = (): void => void (root.dataset['dragging'] = '');
  const rest = (): void => {
    if (held === undefined) delete root.dataset['dragging'];
  };
  page.addEventListener('pointerover', (event) => {
    if (!on(event)) return;
    mark();
    const figure = figureOf(event);
    if (!figure || warmed.has(figure)) return;
    warmed.add(figure);
    warm(figure, WARM);
  });
  page.addEventListener('pointerout', (event) => {
    if (on(event)) rest();
  });
  page.addEventListener('pointerdown', (event) => {
    if (!on(event)) return;
    held = figureOf(event);
    if (held) tallest.observe(held);
    mark();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    page.addEventListener(end, (event) => {
      const figure = held;
      held = undefined;
      tallest.disconnect();
      idle(() => {
        if (figure && figure !== held) figure.style.minHeight = '';
        // A mouse that is still there may take hold again.
        if (!(on(event) && (event.target as Element).matches(':hover'))) rest();
      });
    });
  }
}
