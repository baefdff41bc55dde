import { z } from 'zod';
import { ProductCard, Session } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { GiftTo } from './order-items.ts';
import { Id, IdParams, Slug } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Instant } from './shared/time.ts';

/** `waiting` until its recipient accepts it · `ended`: its money went back, or its show is off. */
export const giftStates = ['waiting', 'accepted', 'expired', 'ended'] as const;
export const GiftState = z.enum(giftStates);
export type GiftState = z.infer<typeof GiftState>;

/** What stands in the address of a gift: 256 bits. */
export const GiftParams = z.object({ token: z.string().min(1).max(100) });

/**
 * A gift to whoever brings its link. Of one that does not wait any more only that is said: who gave
 * it and what they wrote was for one pair of eyes.
 */
export const Gift = z.object({
  state: GiftState,
  product: ProductCard,
  session: Session.nullable(),
  /** The giver's name; never their address. Empty when it is not said any more. */
  from: z.string(),
  name: z.string(),
  message: z.string(),
  expiresAt: Instant,
  /** Whoever asks has a ticket for it: the gift stays open for somebody else. */
  owned: z.boolean(),
  can: z.object({ accept: z.boolean() }),
});
export type Gift = z.infer<typeof Gift>;

/** A gift to whoever gave it. */
export const GivenGift = z.object({
  id: Id,
  orderId: Id,
  state: GiftState,
  product: z.object({ slug: z.string(), title: z.string() }),
  session: Session.nullable(),
  email: z.string(),
  name: z.string(),
  message: z.string(),
  /** When its letter leaves, and when one last left. */
  sendAt: Instant,
  sentAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  expiresAt: Instant,
  can: z.object({ change: z.boolean(), send: z.boolean() }),
});
export type GivenGift = z.infer<typeof GivenGift>;

/** A gift is written of so many times at most. */
export const mostGiftLetters = 10;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const giftsContract = {
  getGift: endpoint({
    method: 'GET',
    path: '/api/gifts/:token',
    who: 'public',
    summary: 'What a link gives, by whom and with what words',
    params: GiftParams,
    answer: Gift,
    errors: [lost],
    perMinute: 60,
  }),
  acceptGift: endpoint({
    method: 'POST',
    path: '/api/gifts/:token/accept',
    who: 'user',
    summary: 'Take what a link gives: a ticket, once',
    params: GiftParams,
    answer: z.object({ product: Slug }),
    errors: [lost, 'GIFT_STATE', 'GIFT_EXPIRED', 'ALREADY_OWNED', 'SESSION_CANCELLED'],
    perMinute: 60,
  }),
  listMyGifts: endpoint({
    method: 'GET',
    path: '/api/me/gifts',
    who: 'user',
    summary: 'The gifts that I gave, the newest first',
    query: PageQuery,
    answer: pageOf(GivenGift),
  }),
  changeGift: endpoint({
    method: 'PUT',
    path: '/api/me/gifts/:id/recipient',
    who: 'user',
    summary:
      'Another address for a gift that waits: the link of before is dead, and it is sent anew',
    params: IdParams,
    body: GiftTo.pick({ email: true, name: true }),
    answer: GivenGift,
    errors: [lost, 'GIFT_STATE', 'TOO_MANY_REQUESTS'],
    perMinute: 20,
  }),
  sendGift: endpoint({
    method: 'POST',
    path: '/api/me/gifts/:id/send',
    who: 'user',
    summary: 'Send the letter of a gift that waits once more, now',
    params: IdParams,
    answer: GivenGift,
    errors: [lost, 'GIFT_STATE', 'TOO_MANY_REQUESTS'],
    perMinute: 20,
  }),
};
