// Scripts run: room is kept for figures that are still to come (page.css).
document.documentElement.dataset.scripts = '';

// A fresh visit, to no certain place: only what is seen is laid out at first (arrival.ts).
if (!location.hash && performance.getEntriesByType('navigation')[0]?.type === 'navigate') document.documentElement.dataset.arriving = '';

// Sets the reader's own choice of light or dark before the first paint. Storage may be forbidden (a sandboxed frame): then the system's choice holds.
try {
  const theme = localStorage.getItem('sqrt-dk-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored, nothing is lost.
}
