import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { hearNotices, onReconnect } from './notice-feed.ts';

const stream = 'subscription ($user: ID!) { userNotifications(user: $user) { id } }';

/**
 * Loads the data of the page again when its reader is told something, such as a sale, and when
 * they come back to the window: figures that stand still look wrong beside a bell that has rung.
 */
export function useFreshOnNews(): void {
  const { revalidate } = useRevalidator();
  const user = useSession()?.id;
  useEffect(() => {
    if (!user) return;
    const again = () => void revalidate();
    const seen = () => document.visibilityState === 'visible' && again();
    const stops = [hearNotices(stream, { variables: { user }, next: again }), onReconnect(again)];
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      for (const stop of stops) stop();
    };
  }, [user, revalidate]);
}
