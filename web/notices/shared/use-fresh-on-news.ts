import { useEffect, useMemo } from 'react';
import { useRevalidator } from 'react-router';
import { siteContract } from '#contract/site.ts';
import { api } from '#web/platform/api.ts';
import { useLive } from '#web/platform/live.ts';
import { seldom } from '#web/platform/seldom.ts';
import { useSession } from '#web/platform/session.ts';
import { hearNotices, onReconnect } from './notice-feed.ts';

const stream = 'subscription ($user: ID!) { userNotifications(user: $user) { id } }';
/** While many buy at once the figures move in steps. */
const restMs = 4000;

/**
 * Loads the data of the page again when its reader is told something, when tickets of theirs are
 * sold, and when they come back to the window: figures that stand still look wrong beside a bell
 * that has rung.
 */
export function useFreshOnNews(): void {
  const { revalidate } = useRevalidator();
  const user = useSession()?.id;
  const news = useMemo(() => seldom(() => void loadAgain(revalidate), restMs), [revalidate]);
  // Every sale is said here; the bell rings for the first of many alone.
  useLive('sales:changed', news.call, user !== undefined);
  useEffect(() => {
    if (!user) return;
    const { call: again, stop } = news;
    const seen = () => document.visibilityState === 'visible' && again();
    const stops = [
      hearNotices(stream, { variables: { user }, next: again }),
      onReconnect(again),
      stop,
    ];
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      for (const one of stops) one();
    };
  }, [user, news]);
}

/** Nobody asked for this: what stands is not given up while the server cannot be reached. */
async function loadAgain(revalidate: () => Promise<void>): Promise<void> {
  try {
    await api(siteContract.getConfig);
  } catch {
    return;
  }
  await revalidate();
}
