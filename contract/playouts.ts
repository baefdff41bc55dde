import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, SlugParams } from './shared/ids.ts';
import { Instant } from './shared/time.ts';

/**
 * Seconds after its end for which what was played can still be fetched, by whoever is a little behind.
 * So long nothing else takes its place.
 */
export const playoutTail = 60;

/**
 * `empty`: nothing to play is chosen, or not all of it is there · `dateless`: no showing takes place ·
 * `waits` for its next hour · `hidden`: its channel is not published, so that nothing goes on air ·
 * `live` · `over`: every showing has been.
 */
export const PlayoutState = z.enum(['empty', 'dateless', 'waits', 'hidden', 'live', 'over']);
export type PlayoutState = z.infer<typeof PlayoutState>;

/** What the clock plays of a product, for its organizer: nobody has to do anything at its hour. */
export const Playout = z.object({
  state: PlayoutState,
  now: Instant,
  /** The showing that is on, else the next one, else the last. */
  session: z.object({ id: Id, startsAt: Instant, endsAt: Instant }).nullable(),
  source: z
    .object({ kind: z.enum(['film', 'recording']), title: z.string(), seconds: z.number() })
    .nullable(),
  viewers: z.number().int(),
  /** What everybody sees at this moment, as long as it is asked for; null unless it is on. */
  preview: z.object({ url: z.string() }).nullable(),
});
export type Playout = z.infer<typeof Playout>;

export const playoutsContract = {
  getPlayout: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/playout',
    who: 'producer',
    summary: 'What the clock plays of a product of type live: when, what, and how it stands',
    params: SlugParams,
    answer: Playout,
    perMinute: 240,
  }),
};
