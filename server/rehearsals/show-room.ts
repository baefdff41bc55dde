import type { ChannelState } from '#contract/channels.ts';
import type { Room, RoomCard } from '#contract/rehearsals.ts';
import { findRoom, mayEdit, type Product } from '#server/catalog/index.ts';
import { listOwnChannels } from '#server/channels/index.ts';
import { rehearsalDays } from '#server/live/index.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findLinkOf, listGuestsOf, listRoomsOf } from './rooms.queries.ts';
import { invitationWorks, mayRehearseIn, roomMoves, whyNotOpen } from './rooms.rules.ts';

/** The rooms of an organizer, and whether and where there can be one more. */
export async function listRooms(actor: Actor): Promise<{
  items: RoomCard[];
  because: 'limit' | 'no_channel' | null;
  channels: { slug: string; title: string; state: ChannelState }[];
  can: { open: boolean };
}> {
  const [items, channels] = await Promise.all([
    listRoomsOf(db(), actor.id),
    listOwnChannels(db(), actor),
  ]);
  const because = whyNotOpen({ channels, openRooms: items.length });
  const open = channels.filter(({ state }) => mayRehearseIn(state));
  return {
    ...{ items, because },
    channels: open.map(({ slug, title, state }) => ({ slug, title, state })),
    can: { open: because === null },
  };
}

/** An open room within the actor's reach: one's own, any for the team. Others do not exist. */
export async function reachRoom(from: Db, actor: Actor, slug: string): Promise<Product> {
  const room = orRefuse(await findRoom(from, slug));
  return orRefuse(mayEdit(actor, room) ? room : null);
}

/** A room for whoever holds it. */
export async function getRoom(actor: Actor, slug: string): Promise<Room> {
  return viewOf(db(), await reachRoom(db(), actor, slug));
}

/** The same after a change, inside its transaction. */
export async function viewAfter(tx: Db, slug: string): Promise<Room> {
  return viewOf(tx, orRefuse(await findRoom(tx, slug)));
}

async function viewOf(from: Db, room: Product): Promise<Room> {
  const link = orRefuse(await findLinkOf(from, room.id));
  const { slug, title, state } = room.channel;
  const { token, places, madeAt, ownerMayAct } = link;
  const url = token && `${config().PUBLIC_URL}/rehearsals/${token}`;
  const works = invitationWorks({ closedAt: room.closedAt, channelState: state, ownerMayAct });
  return {
    slug: room.slug,
    title: room.title,
    channel: { slug, title, state },
    openedAt: room.createdAt,
    invitation: { url, madeAt, places, works },
    guests: await listGuestsOf(from, room.id),
    recordingDays: rehearsalDays,
    can: roomMoves(room.closedAt === null ? 'open' : 'closed'),
  };
}
