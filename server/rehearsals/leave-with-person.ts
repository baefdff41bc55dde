import type { Db } from '#server/platform/database/index.ts';
import { endTicket } from '#server/tickets/index.ts';
import { shut } from './close-room.ts';
import { listOpenRoomIds, listVisitsOf } from './rooms.queries.ts';
import { endedByErasure } from './rooms.rules.ts';

/**
 * Somebody's account was deleted. Nobody else could close the rooms that they held: those close, with
 * what was said and recorded there. In the rooms of others they are no guest any more, and take no place.
 */
export async function leaveRehearsals(tx: Db, { userId }: { userId: string }): Promise<void> {
  for (const id of await listOpenRoomIds(tx, userId)) await shut(tx, id);
  for (const id of await listVisitsOf(tx, userId)) await endTicket(tx, id, endedByErasure);
}
