/**
 * Puts the worker of the app in place once the page is at rest; where it is there already this only
 * asks whether a newer one exists. Not while developing: what it keeps would hide changes.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    // Private windows and odd settings forbid it: the site works without.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
