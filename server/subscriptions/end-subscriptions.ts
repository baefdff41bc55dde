import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { listOver } from './ending.store.ts';
import { writeTo } from './letters.ts';
import { dropTries } from './periods.store.ts';
import { isOver } from './subscriptions.rules.ts';
import { lockSubscription, moveSubscription, type SubscriptionRow } from './subscriptions.store.ts';

/**
 * Ends what is over: what was cancelled, what nobody paid within the grace, what is offered no more.
 * One that fails is said in the log and holds up no other. At most so many. Answers how many ended.
 */
export async function endSubscriptions(most = 500): Promise<number> {
  let ended = 0;
  for (const id of await listOver(db(), nowText(), most)) {
    if (await endAlone(id)) ended += 1;
  }
  return ended;
}

async function endAlone(id: string): Promise<boolean> {
  try {
    return await inTransaction(async (tx) => {
      const found = await lockSubscription(tx, id);
      if (!found || !isOver(found, { now: now(), isOffered: found.isOffered })) return false;
      return endSubscription(tx, found);
    });
  } catch (error) {
    log().error({ err: error, subscriptionId: id }, 'subscription cannot be ended');
    return false;
  }
}

/** Ends one in the caller's transaction and writes to its person; false when it had ended. */
export async function endSubscription(tx: Db, { id }: SubscriptionRow): Promise<boolean> {
  if (!(await moveSubscription(tx, id, { to: 'ended', at: nowText() }))) return false;
  await dropTries(tx, id);
  await writeTo(tx, id, { kind: 'ended' });
  return true;
}
