const key = 'sqrt-dk-theme';
const order = ['auto', 'light', 'dark'] as const;
type Theme = (typeof order)[number];

const current = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
};

function remember(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // A sandboxed frame has no storage; the choice then lasts as long as the page.
  }
}

/** Makes the button go round auto → light → dark; its name says which one holds. */
export function startTheme(button: HTMLButtonElement): void {
  const show = (theme: Theme) => {
    button.setAttribute('aria-label', button.dataset[theme] ?? theme);
    button.title = button.dataset[theme] ?? theme;
    button.dataset.theme = theme;
  };
  button.hidden = false;
  show(current());
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(current()) + 1) % order.length] as Theme;
    if (next === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    remember(next);
    show(next);
  });
}
