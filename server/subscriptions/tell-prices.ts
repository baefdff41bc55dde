import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { writeTo } from './letters.ts';
import { priceChange } from './subscriptions.rules.ts';
import { listOtherPrices, lockSubscription, writeNextPrice } from './subscriptions.store.ts';

type Other = Awaited<ReturnType<typeof listOtherPrices>>[number];
const together = 500;

/**
 * Whoever subscribed at another price than their channel asks now hears of it, and keeps theirs for
 * every month that begins within the notice. One that fails is said in the log and holds up no other.
 */
export async function tellPrices(): Promise<void> {
  for (let others = await listOtherPrices(db(), null, together); others.length > 0; ) {
    for (const other of others) await tellAlone(other);
    const last = others.length < together ? null : others.at(-1);
    others = last ? await listOtherPrices(db(), last.id, together) : [];
  }
}

async function tellAlone({ id, price }: Other): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const found = await lockSubscription(tx, id);
      const change = found && priceChange(found, price, nowText());
      if (!change) return;
      await writeNextPrice(tx, id, change.next);
      if (change.told) await writeTo(tx, id, { kind: change.told });
    });
  } catch (error) {
    log().error({ err: error, subscriptionId: id }, 'nobody was told of a price');
  }
}
