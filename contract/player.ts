import { z } from 'zod';
import { Chapter } from './assets.ts';
import { ProductType } from './catalog.ts';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { Instant } from './shared/time.ts';
import { PlaybackState } from './tickets.ts';

/** Seconds: how often a player says that it is there, and when a silent one counts no more. */
export const playerLimits = { heartbeat: 5, silent: 15, views: 2 } as const;

/** What can be played now; the address is good until `expiresAt` and is renewed by the heartbeat. */
export const PlaybackMedia = z.object({
  /** `playout`: a recording that is played by the clock, live for whoever watches. */
  kind: z.enum(['live', 'playout', 'recording']),
  url: z.string(),
  expiresAt: Instant,
  /**
   * What stands beside an upload, by addresses as good as its own: captions as WebVTT, chapters, and
   * the pictures for the bar (WebVTT whose cues name `storyboard/{n}.jpg#xywh=…`). Null for shows.
   */
  beside: z
    .object({
      captions: z.array(z.object({ language: z.string(), url: z.string() })),
      chapters: z.array(Chapter),
      storyboard: z.string().nullable(),
    })
    .nullable(),
});
export type PlaybackMedia = z.infer<typeof PlaybackMedia>;

/** What may change while a player is open. */
export const PlaybackNow = z.object({
  state: PlaybackState,
  /** The clock of the server. */
  now: Instant,
  /** When the show starts, or can be watched from. */
  startsAt: Instant.nullable(),
  /** Its hour is five minutes past, and nothing is on air. */
  late: z.boolean(),
  /** The session that it waits for, as a calendar wants it; null when it waits for none. */
  session: z.object({ id: Id, startsAt: Instant, endsAt: Instant }).nullable(),
  /** When what is played by the clock ends by itself, while it is on; else null. */
  endsAt: Instant.nullable(),
  viewers: z.number().int(),
  chat: z.object({ read: z.boolean(), write: z.boolean() }),
  /** Null unless the state is `live` or `ready`. */
  media: PlaybackMedia.nullable(),
});
export type PlaybackNow = z.infer<typeof PlaybackNow>;

export const Playback = PlaybackNow.extend({
  /** Names this view; null while there is nothing to play. */
  id: Id.nullable(),
  product: z.object({
    id: Id,
    slug: Slug,
    type: ProductType,
    title: z.string(),
    picture: Picture.nullable(),
    channel: ChannelBrief,
    /** A ticket costs nothing at the moment. */
    free: z.boolean(),
    /** A rehearsal room: there is no page of it, and nothing is shown after its end. */
    rehearsal: z.boolean(),
  }),
  can: z.object({
    /** Offered where there is no ticket. */
    buy: z.boolean(),
    /** Its page opens to everybody. */
    share: z.boolean(),
    /** Moderates the chat: owner of the channel or administrator. */
    moderate: z.boolean(),
  }),
});
export type Playback = z.infer<typeof Playback>;

/** By socket: `player:follow` and `player:leave` name the show whose changes are to be heard. */
export const PlayerFollow = z.object({ productId: Id });

/** By socket, as `playback:changed`: look again. `isOver`: the transmission has just ended. */
export type PlayerSaid = { productId: string; isOver: boolean };

export const playerContract = {
  openPlayback: endpoint({
    method: 'POST',
    path: '/api/products/:slug/playback',
    who: 'user',
    summary: 'Open the player of a product: its state now and, when it plays, the signed address',
    params: SlugParams,
    body: z.object({
      /** The view that this one takes the place of: the same window, opened again. */
      replaces: Id.optional(),
    }),
    answer: Playback,
    errors: ['SERVER_ERROR_NOT_FOUND', 'TOO_MANY_VIEWS'],
  }),
  keepPlayback: endpoint({
    method: 'POST',
    path: '/api/playbacks/:id/heartbeat',
    who: 'user',
    summary: 'Say that a view is still open; answers what has changed',
    params: z.object({ id: Id }),
    answer: PlaybackNow,
    errors: ['SERVER_ERROR_NOT_FOUND', 'PLAYBACK_ENDED'],
  }),
  closePlayback: endpoint({
    method: 'DELETE',
    path: '/api/playbacks/:id',
    who: 'user',
    summary: 'Close a view: its place is free at once',
    params: z.object({ id: Id }),
    answer: z.null(),
    status: 204,
  }),
};
