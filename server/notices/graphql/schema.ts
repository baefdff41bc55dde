import { createSchema, Repeater } from 'graphql-yoga';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import {
  countUnread,
  listNotifications,
  type NotificationRow,
  notificationsByIds,
} from '../notices.queries.ts';
import { markRead } from '../notices.store.ts';
import { listeners, type SystemMessage } from '../push.ts';
import { inLanguage } from '../said.ts';
import type { Asking } from './asking.ts';
import { demandKey, demandSelf } from './refusals.ts';

const typeDefs = /* GraphQL */ `
  scalar JSON

  type Notification {
    id: ID!
    type: String!
    user: ID
    subject: String!
    content: String!
    "Subject and content as one text."
    text: String!
    "ISO 8601, UTC."
    timestamp: String!
    readOn: String
    payload: JSON!
  }
  type NotificationPage {
    "Give it back to read on; null at the end."
    nextToken: String
    notifications: [Notification!]!
  }
  type SystemPayload {
    "message: show it. refresh: the home page has changed."
    type: String!
    message: String!
    "success, warning or error"
    notificationType: String!
  }
  type SystemNotification {
    id: ID!
    payload: SystemPayload!
  }
  type UserNotification {
    id: ID!
    type: String!
    user: ID!
    "subject, content, timestamp and, where a click leads, path"
    payload: JSON!
  }
  type Query {
    notifications(user: ID!, limit: Int = 20, nextToken: String): NotificationPage!
    unreadNotifications(user: ID!, limit: Int = 20, nextToken: String): NotificationPage!
    "Counted up to 100."
    unreadCount(user: ID!): Int!
  }
  type Mutation {
    "Marks the person's own notifications as read, all of them without ids; answers how many."
    markAsRead(user: ID!, ids: [ID!]): Int!
  }
  type Subscription {
    systemNotifications: SystemNotification!
    userNotifications(user: ID!): UserNotification!
  }
`;

type OfUser = { user: string };
type Paged = OfUser & { limit: number | null; nextToken?: string | null };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page mark is the last id, dressed so that nobody builds on it; a spoilt one starts anew. */
const tokenOf = (id: string): string => Buffer.from(id).toString('base64url');
function idOf(token: string | null | undefined): string | null {
  const id = Buffer.from(token?.slice(0, 100) ?? '', 'base64url').toString();
  return uuid.test(id) ? id : null;
}

async function pageFor(asking: Asking, asked: Paged, unread: boolean) {
  const actor = await demandSelf(asking, asked.user);
  const limit = Math.max(1, Math.min(asked.limit ?? 20, 50));
  const before = idOf(asked.nextToken);
  const rows = await listNotifications(db(), actor.id, { limit: limit + 1, before, unread });
  const shown = rows.slice(0, limit);
  return {
    nextToken: rows.length > limit ? tokenOf(shown.at(-1)?.id ?? '') : null,
    notifications: shown.map((row) => asNotification(inLanguage(row, asking.language))),
  };
}

const asNotification = ({ userId, ...row }: NotificationRow) => ({
  ...row,
  user: userId,
  text: row.content ? `${row.subject}: ${row.content}` : row.subject,
});

/** Everything for one person until they go, or their token stops. */
async function userStream(asking: Asking, userId: string) {
  const actor = await demandSelf(asking, userId);
  return new Repeater<{ userNotifications: unknown }>(async (push, stop) => {
    const hear = async (id: string) => {
      // Asked again for each one: a person who was stopped hears nothing more.
      if ((await asking.whoAsks())?.id !== actor.id) return stop();
      const [row] = await notificationsByIds(db(), [id]);
      if (row) void push({ userNotifications: asUserNotification(row, asking) });
    };
    const listen = (id: string) => void hear(id).catch(() => undefined);
    listeners.on(`user:${actor.id}`, listen);
    await stop;
    listeners.off(`user:${actor.id}`, listen);
  });
}

function asUserNotification(row: NotificationRow, asking: Asking) {
  const { id, type, userId, subject, content, timestamp, payload } = inLanguage(
    row,
    asking.language,
  );
  return { id, type, user: userId, payload: { ...payload, subject, content, timestamp } };
}

function systemStream(asking: Asking) {
  demandKey(asking);
  return new Repeater<{ systemNotifications: SystemMessage }>(async (push, stop) => {
    const hear = (message: SystemMessage) => void push({ systemNotifications: message });
    listeners.on('system', hear);
    await stop;
    listeners.off('system', hear);
  });
}

export const schema = createSchema<Asking>({
  typeDefs,
  resolvers: {
    Query: {
      notifications: (_, asked: Paged, asking) => pageFor(asking, asked, false),
      unreadNotifications: (_, asked: Paged, asking) => pageFor(asking, asked, true),
      unreadCount: async (_, { user }: OfUser, asking) =>
        countUnread(db(), (await demandSelf(asking, user)).id),
    },
    Mutation: {
      markAsRead: async (_, asked: OfUser & { ids?: string[] | null }, asking) => {
        const actor = await demandSelf(asking, asked.user);
        const ids = asked.ids ? asked.ids.filter((id) => uuid.test(id)).slice(0, 200) : null;
        return markRead(db(), actor.id, { ids, at: nowText() });
      },
    },
    Subscription: {
      systemNotifications: { subscribe: (_, __, asking) => systemStream(asking) },
      userNotifications: { subscribe: (_, { user }: OfUser, asking) => userStream(asking, user) },
    },
  },
});
