import { useCallback, useEffect, useState } from 'react';
import { askNotices, hearNotices, onReconnect } from './notice-feed.ts';

export type InboxItem = {
  id: string;
  subject: string;
  content: string;
  timestamp: string;
  readOn: string | null;
  payload: { path?: string };
};
type Page = { nextToken: string | null; notifications: InboxItem[] };
type Pushed = {
  userNotifications: {
    id: string;
    payload: { subject: string; content: string; timestamp: string; path?: string };
  };
};

const fields = 'nextToken notifications { id subject content timestamp readOn payload }';
const listQuery = `query ($user: ID!, $nextToken: String) {
  notifications(user: $user, limit: 15, nextToken: $nextToken) { ${fields} } }`;
const countQuery = 'query ($user: ID!) { unreadCount(user: $user) }';
const markQuery = 'mutation ($user: ID!, $ids: [ID!]) { markAsRead(user: $user, ids: $ids) }';
const stream = 'subscription ($user: ID!) { userNotifications(user: $user) { id payload } }';

type State = 'idle' | 'loading' | 'failed' | 'loaded';

/** A person's notifications: the number of unread ones at once, the list when it is opened. */
export function useInbox(user: string) {
  const [unread, setUnread] = useState(0);
  const [items, setItems] = useState<InboxItem[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<State>('idle');

  const count = useCallback(
    () =>
      askNotices<{ unreadCount: number }>(countQuery, { user })
        .then(({ unreadCount }) => setUnread(unreadCount))
        .catch(() => undefined),
    [user],
  );

  const load = useCallback(
    async (nextToken: string | null = null) => {
      setState('loading');
      try {
        const { notifications: page } = await askNotices<{ notifications: Page }>(listQuery, {
          user,
          nextToken,
        });
        setItems((old) => (nextToken ? merged(old, page.notifications) : page.notifications));
        setNext(page.nextToken);
        setState('loaded');
      } catch {
        setState('failed');
      }
    },
    [user],
  );

  useEffect(() => {
    void count();
    const stops = [
      onReconnect(() => void count()),
      hearNotices<Pushed>(stream, {
        variables: { user },
        next: ({ userNotifications: pushed }) => {
          setUnread((was) => was + 1);
          setItems((old) => merged([asItem(pushed)], old));
        },
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [user, count]);

  const markRead = (ids: string[] | null) => {
    const readOn = 'now';
    setItems((old) => old.map((one) => (ids && !ids.includes(one.id) ? one : { ...one, readOn })));
    setUnread((was) => (ids ? Math.max(0, was - ids.length) : 0));
    return askNotices(markQuery, { user, ids }).then(count, count);
  };

  return { unread, items, next, state, load, markRead };
}

const asItem = ({ id, payload }: Pushed['userNotifications']): InboxItem => ({
  id,
  subject: payload.subject,
  content: payload.content,
  timestamp: payload.timestamp,
  readOn: null,
  payload,
});

/** Both lists without doubles, the newest first: ids grow with time. */
function merged(one: InboxItem[], other: InboxItem[]): InboxItem[] {
  const byId = new Map([...one, ...other].map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}
