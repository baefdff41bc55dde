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

/** The pages with cards of shows, and the page of one: what is on the air is on them. */
const withShows = /^\/($|search-results$|channels\/[^/]+$|products\/[^/]+$)/;
/** The browser answers the first question from what it kept a minute, and asks anew meanwhile. */
const askedAnewMs = 1500;

/**
 * Hears what is said to everyone: a message pops up; word that what is shown has changed loads public
 * pages again where they are open, each browser in its own moment.
 */
export function SystemMessages() {
  const user = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const refresh = useRef(() => {});
  refresh.current = () => {
    if (!withShows.test(pathname)) return;
    const moment = Math.random() * 5000;
    for (const ms of [moment, moment + askedAnewMs]) setTimeout(() => void revalidate(), ms);
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
