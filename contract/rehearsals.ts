import { z } from 'zod';
import { ChannelBrief, ChannelState } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

export const rehearsalLimits = {
  /** So many rooms of one organizer are open at the same time. */
  rooms: 20,
  title: 160,
  /** How many may be let in, and how many are unless somebody says otherwise. */
  places: { least: 1, most: 70, usual: 20 },
} as const;

const { places } = rehearsalLimits;
const Title = Line(rehearsalLimits.title).min(1);
const Places = z.number().int().min(places.least).max(places.most);

/** A rehearsal room on its organizer's list. */
export const RoomCard = z.object({
  slug: Slug,
  title: z.string(),
  channel: z.object({ slug: Slug, title: z.string() }),
  openedAt: Instant,
  onAir: z.boolean(),
  /** Good invitations that were taken, of so many. */
  guests: z.number().int(),
  places: z.number().int(),
});
export type RoomCard = z.infer<typeof RoomCard>;

/** Somebody who came by the link. */
export const RoomGuest = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  cameAt: Instant,
  watching: z.boolean(),
});
export type RoomGuest = z.infer<typeof RoomGuest>;

/** A rehearsal room for whoever holds it. */
export const Room = z.object({
  slug: Slug,
  title: z.string(),
  channel: z.object({ slug: Slug, title: z.string(), state: ChannelState }),
  openedAt: Instant,
  invitation: z.object({
    /** The whole address; null when it cannot be shown any more and has to be replaced. */
    url: z.string().nullable(),
    madeAt: Instant,
    places: z.number().int(),
    /** Whether it lets people in: not while the channel is banned, or its owner blocked. */
    works: z.boolean(),
  }),
  /** The first who came first. */
  guests: z.array(RoomGuest),
  /** How many days a recording is kept after its end. */
  recordingDays: z.number().int(),
  can: z.object({
    rename: z.boolean(),
    setPlaces: z.boolean(),
    replaceInvitation: z.boolean(),
    removeGuest: z.boolean(),
    close: z.boolean(),
  }),
});
export type Room = z.infer<typeof Room>;

export const NewRoom = z
  .object({
    title: Title,
    /** Left out: the only channel there is. */
    channel: Slug.optional(),
  })
  .strict();
export type NewRoom = z.infer<typeof NewRoom>;

export const RoomChange = z.object({ title: Title, places: Places }).partial().strict();
export type RoomChange = z.infer<typeof RoomChange>;

/** What stands in the address of an invitation: 256 bits. */
export const InvitationParams = z.object({ token: z.string().min(1).max(100) });

/**
 * What an invitation says to whoever brings it. `guest`: they are in · `host`: it is their own ·
 * `removed`: they were sent out since this link was made · `full` · `open`: they may come in.
 */
export const Invitation = z.object({
  title: z.string(),
  channel: ChannelBrief.omit({ id: true }),
  /** Who holds the rehearsal, by name. */
  host: z.string(),
  standing: z.enum(['open', 'full', 'guest', 'host', 'removed']),
  /** Where they go who are let in already; null for everybody else. */
  room: Slug.nullable(),
  can: z.object({ enter: z.boolean() }),
});
export type Invitation = z.infer<typeof Invitation>;

/**
 * A whole company opens its link at the same minute behind the one address of its theatre, each twice:
 * before and after logging in. For guesses at 256 bits it is as little as any other number.
 */
const perHouse = 4 * places.most;

export const rehearsalsContract = {
  listRooms: endpoint({
    method: 'GET',
    path: '/api/desk/rehearsals',
    who: 'producer',
    summary: 'The open rehearsal rooms of the organizer, the newest first',
    answer: z.object({
      items: z.array(RoomCard),
      /** Why no other can be opened; null when one can. */
      because: z.enum(['limit', 'no_channel']).nullable(),
      /** Where one can be opened, the newest first: not in one that was banned. */
      channels: z.array(z.object({ slug: Slug, title: z.string(), state: ChannelState })),
      can: z.object({ open: z.boolean() }),
    }),
  }),
  openRoom: endpoint({
    method: 'POST',
    path: '/api/desk/rehearsals',
    who: 'producer',
    summary: 'Open a rehearsal room in a channel of one’s own: a private live broadcast',
    body: NewRoom,
    answer: Room,
    status: 201,
    idempotent: true,
    errors: ['NO_CHANNEL', 'CHANNEL_STATE', 'REHEARSAL_LIMIT'],
    perMinute: 30,
  }),
  getRoom: endpoint({
    method: 'GET',
    path: '/api/desk/rehearsals/:slug',
    who: 'producer',
    summary: 'A rehearsal room: its link, who came, what can be done',
    params: SlugParams,
    answer: Room,
    perMinute: 240,
  }),
  changeRoom: endpoint({
    method: 'PATCH',
    path: '/api/desk/rehearsals/:slug',
    who: 'producer',
    summary: 'Give a room another title, or another number of places',
    params: SlugParams,
    body: RoomChange,
    answer: Room,
  }),
  closeRoom: endpoint({
    method: 'DELETE',
    path: '/api/desk/rehearsals/:slug',
    who: 'producer',
    summary: 'Close a room for good: link, guests, keys, chat and recordings go',
    params: SlugParams,
    answer: z.undefined(),
    status: 204,
  }),
  replaceInvitation: endpoint({
    method: 'POST',
    path: '/api/desk/rehearsals/:slug/invitation',
    who: 'producer',
    summary: 'Make a new link; the old one lets nobody in any more, whoever is in stays',
    params: SlugParams,
    answer: Room,
    perMinute: 30,
  }),
  removeGuest: endpoint({
    method: 'DELETE',
    path: '/api/desk/rehearsals/:slug/guests/:id',
    who: 'producer',
    summary: 'Send a guest out; the same link does not let them in again',
    params: SlugParams.extend({ id: Id }),
    answer: Room,
  }),
  getInvitation: endpoint({
    method: 'GET',
    path: '/api/rehearsals/:token',
    who: 'public',
    summary: 'What a link invites to; looking takes no place, guesses are limited per address',
    params: InvitationParams,
    answer: Invitation,
    errors: ['SERVER_ERROR_NOT_FOUND', 'TOO_MANY_REQUESTS'],
    perMinute: perHouse,
  }),
  enterRoom: endpoint({
    method: 'POST',
    path: '/api/rehearsals/:token/tickets',
    who: 'user',
    summary: 'Come in by an invitation: a ticket that costs nothing; asked twice it is one',
    params: InvitationParams,
    answer: z.object({ room: Slug }),
    errors: ['SERVER_ERROR_NOT_FOUND', 'REHEARSAL_FULL', 'REHEARSAL_REMOVED'],
    perMinute: perHouse,
  }),
};
