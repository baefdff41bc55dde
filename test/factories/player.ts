import { Temporal } from 'temporal-polyfill';
import { db } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aChannel, type SomeChannel } from './channels.ts';

export type SomeShow = {
  id: string;
  slug: string;
  sessionId: string;
  broadcastId: string | null;
  channel: SomeChannel;
  owner: Someone;
};

/** ISO text of the instant so many minutes from now (before it when negative). */
export const minutesFromNow = (minutes: number): string =>
  Temporal.Now.instant().add({ minutes }).toString({ fractionalSecondDigits: 3 });

/**
 * A broadcast product with one session, published unless told. `air` is what came of it: nothing
 * yet, on air since the start, over with or without a recording.
 */
export async function aShow(
  given: {
    channel?: SomeChannel;
    status?: 'draft' | 'published' | 'private';
    startsAt?: string;
    minutes?: number;
    air?: 'nothing' | 'live' | 'recorded' | 'over';
    expiresAt?: string;
  } = {},
): Promise<SomeShow> {
  const channel = given.channel ?? (await aChannel());
  const slug = `show-${crypto.randomUUID().slice(0, 12)}`;
  const { id } = await db()
    .insertInto('products')
    .values({
      channel_id: channel.id,
      type: 'broadcast',
      status: given.status ?? 'published',
      title: 'Candle concert',
      slug,
      short_description: 'Strings in a cellar.',
      expires_at: given.expiresAt ?? null,
      published_at: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const startsAt = given.startsAt ?? minutesFromNow(-10);
  const session = await db()
    .insertInto('product_sessions')
    .values({ product_id: id, starts_at: startsAt, duration_minutes: given.minutes ?? 90 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const broadcastId = await onAir(id, session.id, { air: given.air ?? 'live', startsAt });
  return { id, slug, sessionId: session.id, broadcastId, channel, owner: channel.owner };
}

async function onAir(
  productId: string,
  sessionId: string,
  { air, startsAt }: { air: 'nothing' | 'live' | 'recorded' | 'over'; startsAt: string },
): Promise<string | null> {
  if (air === 'nothing') return null;
  const ended = air === 'live' ? null : minutesFromNow(-1);
  const { id } = await db()
    .insertInto('broadcasts')
    .values({
      product_id: productId,
      session_id: sessionId,
      state: air === 'live' ? 'live' : 'ended',
      started_at: startsAt,
      ended_at: ended,
      recording_ready: air === 'recorded',
      recording_seconds: air === 'recorded' ? 540 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A good ticket of this person for a show; answers its id. */
export async function aSeat(show: SomeShow, holder: { id: string }): Promise<string> {
  const { id } = await db()
    .insertInto('tickets')
    .values({
      user_id: holder.id,
      product_id: show.id,
      session_id: show.sessionId,
      source: 'free',
      granted_at: minutesFromNow(-60),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Somebody with a ticket for this show. */
export async function aGuestOf(show: SomeShow): Promise<Someone & { ticketId: string }> {
  const viewer = await aViewer();
  return { ...viewer, ticketId: await aSeat(show, viewer) };
}
