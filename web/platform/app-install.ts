import { useSyncExternalStore } from 'react';

/** What browsers give that let a page offer itself as an app; not in the types of the DOM yet. */
type InstallEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null) {
  offered = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for a moment when it is welcome, in place of its own banner. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallEvent);
  });
  addEventListener('appinstalled', () => change(null));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nothing = () => null;

/** Installs the app when it is called; null where that cannot be offered. */
export function useInstall(): (() => Promise<void>) | null {
  const offer = useSyncExternalStore(subscribe, () => offered, nothing);
  if (!offer) return null;
  return async () => {
    await offer.prompt();
    await offer.userChoice;
    // It can be asked once only, whatever the answer was.
    change(null);
  };
}
