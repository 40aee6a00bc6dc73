/** Marks the page while a slider is dragged, so that the style sheet can spare the frames what is off screen. */
export function startDrag(page: Document): void {
  const root = page.documentElement;
  page.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.matches('input[type=range]')) root.dataset['dragging'] = '';
  });
  for (const end of ['pointerup', 'pointercancel'] as const) page.addEventListener(end, () => delete root.dataset['dragging']);
}
