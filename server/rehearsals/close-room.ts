import { shutRoom } from '#server/catalog/index.ts';
import { removeChat } from '#server/chat/index.ts';
import { endRehearsal } from '#server/live/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { endTicketsOfProduct } from '#server/tickets/index.ts';
import { removeInvitation } from './invitations.store.ts';
import { canAct, endedByClosing } from './rooms.rules.ts';
import { reachRoom } from './show-room.ts';

/**
 * Closes a room for good: its link is unknown, its guests' tickets end, what is on air ends, no encoder
 * is let in, and what was said and recorded is deleted.
 */
export async function closeRoom(actor: Actor, slug: string): Promise<undefined> {
  await inTransaction(async (tx) => {
    const room = await reachRoom(tx, actor, slug);
    const state = room.closedAt === null ? 'open' : 'closed';
    if (!(canAct(state, 'close') && (await shut(tx, room.id)))) refuse('SERVER_ERROR_NOT_FOUND');
  });
}

/** Closes an open room with all that hangs on it; false when it was closed before. */
export async function shut(tx: Db, productId: string): Promise<boolean> {
  if (!(await shutRoom(tx, { id: productId, at: nowText() }))) return false;
  // First the link: whoever is just coming in is in, and sent out with the others.
  await removeInvitation(tx, productId);
  await endTicketsOfProduct(tx, productId, endedByClosing);
  await endRehearsal(tx, productId);
  await removeChat(tx, { productId });
  return true;
}
