import { mayEdit } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { type Access, accessOf } from './access.rules.ts';
import { listPlaces, type Place } from './chat.queries.ts';
import { findShow, type Show, showFor } from './show.ts';

/** What somebody who has this place may do in the chat of a show. */
export function accessAt(show: Show, place: Place): Access {
  const roles = place.isAdmin ? ['ADMIN' as const] : [];
  const moderator = mayEdit({ id: place.userId, roles }, show.product);
  const { state } = showFor(show, { ticket: place.ticket, moderator }, now());
  const access = accessOf({ state, moderator, restriction: place.restriction }, nowText());
  return place.stopped ? { ...access, read: false, write: false, moderate: false } : access;
}

/** The access of a person to a chat now; refuses those who have no place in it. */
export async function demandPlace(actor: Actor, productId: string): Promise<Access> {
  const show = orRefuse(await findShow(productId));
  const [place] = await listPlaces(db(), productId, [actor.id]);
  const access = accessAt(show, orRefuse(place));
  if (access.banned) refuse('CHAT_BANNED');
  if (!access.read) refuse('CHAT_DISABLED');
  return access;
}

/** Refuses everyone but the moderators of the chat. To others it does not exist. */
export async function demandModerator(actor: Actor, productId: string): Promise<void> {
  const access = await demandPlace(actor, productId);
  if (!access.moderate) refuse('FORBIDDEN');
}
