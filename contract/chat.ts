import { z } from 'zod';
import { Id } from './shared/ids.ts';
import { Instant } from './shared/time.ts';

/**
 * The chat speaks over sockets. Requests (with an acknowledgement): `chat:join`, `chat:leave`,
 * `chat:say`, `chat:decide`, `chat:restrict`, `chat:restricted`. The chat says: `chat:messages`, `chat:removed`,
 * `chat:access`, `chat:readers`. A chat is that of a product.
 */
export const chatLimits = {
  length: 500,
  history: 100,
  burst: 5,
  perSecond: 1,
  restricted: 200,
} as const;

export const ChatMessageState = z.enum(['pending', 'approved']);

export const ChatMessage = z.object({
  id: Id,
  author: z.object({ id: Id, name: z.string(), moderator: z.boolean() }),
  body: z.string(),
  /** Pending: seen by its author and the moderators only. */
  state: ChatMessageState,
  sentAt: Instant,
  /** When the chat saw it: the order of the chat. */
  shownAt: Instant,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatJoin = z.object({ productId: Id });
export type ChatJoin = z.infer<typeof ChatJoin>;

export const ChatLeave = z.object({ productId: Id });

export const ChatSay = z.object({
  productId: Id,
  /** Longer texts than the limit are refused with `too_long`, not cut. */
  body: z.string().max(4000),
});
export type ChatSay = z.infer<typeof ChatSay>;

/** A moderator lets a pending message through, or deletes any message. */
export const ChatDecide = z.object({
  productId: Id,
  messageId: Id,
  decision: z.enum(['approve', 'delete']),
});
export type ChatDecide = z.infer<typeof ChatDecide>;

/** A moderator silences a person in this chat, bans them from it, or lets them back in. */
export const ChatRestrict = z.object({
  productId: Id,
  userId: Id,
  kind: z.enum(['muted', 'banned', 'none']),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(60 * 24 * 30)
    .optional(),
});
export type ChatRestrict = z.infer<typeof ChatRestrict>;

/** Why a person may not write now; null when they may. */
export const ChatSilence = z.enum(['closed', 'muted', 'finished']);
export type ChatSilence = z.infer<typeof ChatSilence>;

export const ChatAccess = z.object({
  productId: Id,
  write: z.boolean(),
  moderate: z.boolean(),
  /** New messages wait for a moderator. */
  moderated: z.boolean(),
  silence: ChatSilence.nullable(),
});
export type ChatAccess = z.infer<typeof ChatAccess>;

/**
 * The answer to `chat:join`: the last hundred messages, oldest first. Who comes back after a break
 * puts them in the place of what they knew of the same time: nothing is doubled, what was deleted
 * meanwhile is gone.
 */
export const ChatJoined = z.object({
  messages: z.array(ChatMessage),
  access: ChatAccess,
  readers: z.number().int(),
});
export type ChatJoined = z.infer<typeof ChatJoined>;

/** The answer to `chat:restricted` is a list of these, the latest first: for moderators. */
export const ChatRestriction = z.object({
  userId: Id,
  name: z.string(),
  kind: z.enum(['muted', 'banned']),
  /** Null: until a moderator takes it back. */
  until: Instant.nullable(),
});
export type ChatRestriction = z.infer<typeof ChatRestriction>;

/** A refusal over the socket: the catalogue's code and sentence, as over HTTP. */
export type ChatRefused = {
  code: string;
  message: string;
  seconds?: number;
  fields?: Record<string, string>;
};

/** Every acknowledgement: the answer, or the refusal. */
export type ChatAnswer<T> = { ok: true; answer: T } | { ok: false; refused: ChatRefused };

/** What the chat says to its readers. */
export type ChatSaid = {
  'chat:messages': { productId: string; messages: ChatMessage[] };
  'chat:removed': { productId: string; messageIds: string[] };
  'chat:access': ChatAccess;
  'chat:readers': { productId: string; readers: number };
  /** The reader has no place here any more (ticket ended, banned): the chat is left. */
  'chat:out': { productId: string; code: string; message: string };
};
