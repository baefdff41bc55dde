import { canChargeKept, findKeptCard } from '#server/payments/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { writeTo } from './letters.ts';
import type { Renewal } from './mails.ts';
import {
  isToBeAnnounced,
  priceOfMonth,
  reminderDays,
  renewalFrom,
  renewalHours,
} from './subscriptions.rules.ts';
import {
  listUnannounced,
  lockSubscription,
  noteAnnounced,
  type SubscriptionRow,
} from './subscriptions.store.ts';

/**
 * Whoever has a year that is about to be charged hears of it: once for each year, also after days on
 * which the clock stood still. One that fails is said in the log and holds up no other. Answers how many
 * letters were written.
 */
export async function announceRenewals(): Promise<number> {
  const by = instantText(now().add({ hours: reminderDays * 24 + renewalHours }));
  let written = 0;
  for (const id of await listUnannounced(db(), by)) if (await announceAlone(id)) written += 1;
  return written;
}

async function announceAlone(id: string): Promise<boolean> {
  try {
    return await inTransaction(async (tx) => {
      const found = await lockSubscription(tx, id);
      if (!found?.isOffered || !isToBeAnnounced(found, now())) return false;
      if (!(await noteAnnounced(tx, id, found.validUntil))) return false;
      await writeTo(tx, id, { kind: 'renewal', renewal: await renewalOf(tx, found) });
      return true;
    });
  } catch (error) {
    log().error({ err: error, subscriptionId: id }, 'nobody was told of a renewal');
    return false;
  }
}

/** The price of the year that comes, which may be another one than was paid, and the card of today. */
async function renewalOf(tx: Db, subscription: SubscriptionRow): Promise<Renewal> {
  const { validUntil, meansId, currency } = subscription;
  const { total } = priceOfMonth(subscription, validUntil);
  const isCharged = await canChargeKept(tx, { meansId, amount: total, currency });
  const card = isCharged && meansId ? await findKeptCard(tx, meansId) : null;
  return { on: renewalFrom(validUntil), total, card };
}
