import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { notify } from '#web/platform/notices.ts';
import { useSession } from '#web/platform/session.ts';
import { hearNotices } from './notice-feed.ts';

type Said = {
  systemNotifications: {
    payload: {
      type: string;
      message: string;
      notificationType: 'success' | 'warning' | 'error';
    };
  };
};

const stream =
  'subscription { systemNotifications { id payload { type message notificationType } } }';

/**
 * Hears what is said to everyone: a message pops up; word that the home page has changed loads it
 * again where it is open, each browser in its own moment.
 */
export function SystemMessages() {
  const user = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const refresh = useRef(() => {});
  refresh.current = () => {
    if (pathname === '/') setTimeout(() => void revalidate(), Math.random() * 5000);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another connection
  useEffect(
    () =>
      hearNotices<Said>(stream, {
        next: ({ systemNotifications: { payload } }) => {
          if (payload.type === 'refresh') refresh.current();
          else notify({ message: payload.message, variant: payload.notificationType });
        },
      }),
    [user?.id],
  );
  return null;
}
