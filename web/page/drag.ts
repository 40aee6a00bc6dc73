import { idle } from './idle.ts';

/**
 * Marks the page while a slider is dragged, so that the style sheet can spare the frames what is off screen. Its own price, a frame of laying out, is paid
 * when a mouse comes over the slider, and after the last frame of the drag, not in the first and last ones.
 */
export function startDrag(page: Document): void {
  const root = page.documentElement;
  let held = false;
  const on = ({ target }: Event): boolean => target instanceof Element && target.matches('input[type=range]');
  const mark = (): void => void (root.dataset['dragging'] = '');
  const rest = (): void => {
    if (!held) delete root.dataset['dragging'];
  };
  page.addEventListener('pointerover', (event) => {
    if (on(event)) mark();
  });
  page.addEventListener('pointerout', (event) => {
    if (on(event)) rest();
  });
  page.addEventListener('pointerdown', (event) => {
    if (!on(event)) return;
    held = true;
    mark();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    page.addEventListener(end, (event) => {
      held = false;
      // A mouse that is still there may take hold again.
      if (!(on(event) && (event.target as Element).matches(':hover'))) idle(rest);
    });
  }
}
