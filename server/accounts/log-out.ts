import { inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { endLogIn } from './end-log-ins.ts';

/** One logs out here: the token stops working at once. */
export async function logOut(actor: Actor): Promise<null> {
  await inTransaction((tx) => endLogIn(tx, actor.id, Buffer.from(actor.tokenDigest, 'hex')));
  return null;
}

/** One ends an own log-in by its id, such as that of a lost phone. */
export async function logOutElsewhere(actor: Actor, id: string): Promise<null> {
  await inTransaction(async (tx) => {
    const ended = await endLogIn(tx, actor.id, Buffer.from(id, 'hex'));
    if (!ended) refuse('SERVER_ERROR_NOT_FOUND');
  });
  return null;
}
