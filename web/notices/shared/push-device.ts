import { useCallback, useEffect, useState } from 'react';
import { noticesContract } from '#contract/notices.ts';
import { api } from '#web/platform/api.ts';
import { localStore } from '#web/platform/local-store.ts';
import { useSession } from '#web/platform/session.ts';

/** `none`: this browser cannot, or its owner said no once; then nobody is asked again. */
export type PushState = 'none' | 'off' | 'on';

/** Who wanted messages on this browser. The log-in that asked may end; their wish stays theirs. */
const wantedBy = localStore<string>('platea.push');

const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What is so now; nothing is asked of anybody. */
async function stateFor(userId: string): Promise<PushState> {
  if (!canPush() || Notification.permission === 'denied') return 'none';
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (!registration) return 'none';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && wantedBy.read() === userId ? 'on' : 'off';
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

const sameBytes = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && [...new Uint8Array(one)].join() === [...other].join();

/** The subscription of this browser by our key; one by an older key is given up. */
async function subscribe(): Promise<PushSubscription> {
  const { publicKey } = await api(noticesContract.getPushKey);
  const key = bytesOf(publicKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && sameBytes(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  };
  await api(noticesContract.subscribeToPush, { body });
}

/** Asks for the permission, by a press of its person only, and answers what came of it. */
async function turnOn(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return stateFor(userId);
  await tellServer(await subscribe());
  wantedBy.write(userId);
  return 'on';
}

async function turnOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    // First here, where no line is needed: from then on nothing arrives, whatever the server knows.
    await subscription.unsubscribe();
    await api(noticesContract.unsubscribeFromPush, { query: { endpoint } });
  }
  wantedBy.write(null);
  return 'off';
}

/** A subscription ends with its log-in: whoever wanted it has it again with the next one. */
export async function renewPush(userId: string): Promise<void> {
  if ((await stateFor(userId)) !== 'on') return;
  await tellServer(await subscribe());
}

/** Messages on this browser, for whoever is logged in; null while it is not known. */
export function usePushDevice() {
  const userId = useSession()?.id ?? '';
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => {
    let isGone = false;
    stateFor(userId).then(
      (found) => isGone || setState(found),
      () => isGone || setState('none'),
    );
    return () => {
      isGone = true;
    };
  }, [userId]);
  const change = useCallback(
    async (wish: 'on' | 'off') => setState(await (wish === 'on' ? turnOn(userId) : turnOff())),
    [userId],
  );
  return { state: userId === '' ? null : state, change };
}
