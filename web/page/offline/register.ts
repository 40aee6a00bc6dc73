/** Lets the site work without a network from now on. Only where it can: not from a disk, not without TLS, not in a frame without a place of its own. */
export function startOffline(root: string | undefined): void {
  if (root === undefined || !isSecureContext || !('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register(`${root}sw.js`, { scope: root }).catch(() => undefined);
  // Not while the page is busy with its first figures.
  const later = (): void => void setTimeout(register, 3000);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
