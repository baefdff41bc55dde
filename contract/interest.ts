import { z } from 'zod';
import { Email } from './accounts.ts';
import { SessionParams } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { Id, SlugParams } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { Instant } from './shared/time.ts';

/** Whether somebody asked to be told, and what they can do about it. */
export const MyInterest = z.object({
  asked: z.boolean(),
  can: z.object({ ask: z.boolean(), withdraw: z.boolean() }),
});
export type MyInterest = z.infer<typeof MyInterest>;

/** A session as the line in front of it looks to one person. */
export const MyPlace = z.object({
  sessionId: Id,
  startsAt: Instant,
  /** Null: not in the line. */
  state: z.enum(['waiting', 'offered', 'taken']).nullable(),
  /** "You are number N", among those who wait; null when not waiting. */
  number: z.number().int().min(1).nullable(),
  /** Until when the seat is held. */
  until: Instant.nullable(),
  can: z.object({ join: z.boolean(), leave: z.boolean(), buy: z.boolean() }),
});
export type MyPlace = z.infer<typeof MyPlace>;

/** What a product's page says to whoever is logged in. */
export const MyLeads = z.object({
  interest: MyInterest,
  places: z.array(MyPlace),
  serverNow: Instant,
});
export type MyLeads = z.infer<typeof MyLeads>;

export const GuestInterest = z.strictObject({
  email: Email,
  consent: z.literal(true, { error: 'must_accept' }),
  language: Language.optional(),
});
export type GuestInterest = z.infer<typeof GuestInterest>;

const lost = 'SERVER_ERROR_NOT_FOUND';
const accepted = z.object({ accepted: z.literal(true) });

export const interestContract = {
  getMyLeads: endpoint({
    method: 'GET',
    path: '/api/products/:slug/leads',
    who: 'user',
    summary: 'What one has asked to be told of a product, and where one stands in its lines',
    params: SlugParams,
    answer: MyLeads,
    errors: [lost],
  }),
  askOfProduct: endpoint({
    method: 'POST',
    path: '/api/products/:slug/interest',
    who: 'user',
    summary: 'Ask to be told, once, when a product can be bought or has a new date',
    params: SlugParams,
    answer: MyInterest,
    errors: [lost, 'ALREADY_OWNED'],
    perMinute: 60,
  }),
  withdrawFromProduct: endpoint({
    method: 'DELETE',
    path: '/api/products/:slug/interest',
    who: 'user',
    summary: 'No longer want to be told; asked twice it is once',
    params: SlugParams,
    answer: MyInterest,
    errors: [lost],
  }),
  askOfProductAsGuest: endpoint({
    method: 'POST',
    path: '/api/products/:slug/interest/guest',
    who: 'public',
    summary: 'The same without a log-in: a letter asks to confirm. Nothing tells who is known',
    params: SlugParams,
    body: GuestInterest,
    answer: accepted,
    status: 202,
    errors: [lost],
    perMinute: 10,
  }),
  getMyChannelInterest: endpoint({
    method: 'GET',
    path: '/api/channels/:slug/interest',
    who: 'user',
    summary: 'Whether one has asked to be told of what a channel puts on',
    params: SlugParams,
    answer: MyInterest,
    errors: [lost],
  }),
  askOfChannel: endpoint({
    method: 'POST',
    path: '/api/channels/:slug/interest',
    who: 'user',
    summary: 'Ask to be told, once, when a channel puts on something new',
    params: SlugParams,
    answer: MyInterest,
    errors: [lost],
    perMinute: 60,
  }),
  withdrawFromChannel: endpoint({
    method: 'DELETE',
    path: '/api/channels/:slug/interest',
    who: 'user',
    summary: 'No longer want to be told; asked twice it is once',
    params: SlugParams,
    answer: MyInterest,
    errors: [lost],
  }),
  askOfChannelAsGuest: endpoint({
    method: 'POST',
    path: '/api/channels/:slug/interest/guest',
    who: 'public',
    summary: 'The same without a log-in: a letter asks to confirm. Nothing tells who is known',
    params: SlugParams,
    body: GuestInterest,
    answer: accepted,
    status: 202,
    errors: [lost],
    perMinute: 10,
  }),
  joinLine: endpoint({
    method: 'POST',
    path: '/api/products/:slug/sessions/:sessionId/waiting',
    who: 'user',
    summary: 'Wait for a seat of a session that has none left; asked twice it is one place',
    params: SessionParams,
    answer: MyLeads,
    errors: [lost, 'SEATS_LEFT', 'ALREADY_OWNED', 'PRODUCT_NOT_FOR_SALE', 'SESSION_CANCELLED'],
    perMinute: 60,
  }),
  leaveLine: endpoint({
    method: 'DELETE',
    path: '/api/products/:slug/sessions/:sessionId/waiting',
    who: 'user',
    summary: 'Wait no longer; an offered seat goes to the next',
    params: SessionParams,
    answer: MyLeads,
    errors: [lost, 'PLACE_STATE'],
  }),
};
