import type { Room, RoomChange } from '#contract/rehearsals.ts';
import { ProductChanged, renameRoom } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { endTicket } from '#server/tickets/index.ts';
import { lockPlaces, replaceLink, writePlaces } from './invitations.store.ts';
import { countGuests, isGuestTicket } from './rooms.queries.ts';
import { endedByRemoval, placesSuffice } from './rooms.rules.ts';
import { reachRoom, viewAfter } from './show-room.ts';

/** Another title, or another number of places: never fewer than there are guests. */
export async function changeRoom(actor: Actor, slug: string, change: RoomChange): Promise<Room> {
  return inTransaction(async (tx) => {
    const { id } = await reachRoom(tx, actor, slug);
    // The row of the product first, then that of the link, as whoever closes the room takes them.
    if (change.title !== undefined) {
      const { title } = change;
      if (!(await renameRoom(tx, { id, title, at: nowText() }))) refuse('SERVER_ERROR_NOT_FOUND');
      await announce(tx, ProductChanged, { productId: id });
    }
    if (change.places !== undefined) await setPlaces(tx, id, change.places);
    return viewAfter(tx, slug);
  });
}

async function setPlaces(tx: Db, productId: string, places: number): Promise<void> {
  await lockPlaces(tx, productId);
  const guests = await countGuests(tx, productId);
  if (!placesSuffice({ places, guests })) {
    refuse('VALIDATION', { fields: { places: 'too_small' } });
  }
  await writePlaces(tx, productId, places);
}

/** A new link. The old one is unknown from then on; whoever came by it stays. */
export async function replaceInvitation(actor: Actor, slug: string): Promise<Room> {
  return inTransaction(async (tx) => {
    const { id } = await reachRoom(tx, actor, slug);
    await replaceLink(tx, { productId: id, at: nowText() });
    return viewAfter(tx, slug);
  });
}

/** Sends a guest out: their ticket ends, and with it what they watch. */
export async function removeGuest(
  actor: Actor,
  { slug, id: ticketId }: { slug: string; id: string },
): Promise<Room> {
  return inTransaction(async (tx) => {
    const { id: productId } = await reachRoom(tx, actor, slug);
    const isGuest = await isGuestTicket(tx, { productId, ticketId });
    if (!isGuest || !(await endTicket(tx, ticketId, endedByRemoval))) {
      refuse('SERVER_ERROR_NOT_FOUND');
    }
    return viewAfter(tx, slug);
  });
}
