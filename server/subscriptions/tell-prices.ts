import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { writeTo } from './letters.ts';
import { noticeUntil } from './subscriptions.rules.ts';
import { listDearer, lockSubscription, writeNextPrice } from './subscriptions.store.ts';

/**
 * Whoever subscribed at another price than their channel asks now hears of it, and keeps theirs for
 * every month that begins within the notice. Answers how many were written to.
 */
export async function tellPrices(): Promise<number> {
  const others = await listDearer(db());
  for (const { id, price } of others) {
    await inTransaction(async (tx) => {
      const found = await lockSubscription(tx, id);
      if (!found || found.next?.price.total === price.total) return;
      const from = noticeUntil(nowText());
      await writeNextPrice(tx, id, { price, from });
      if (price.total !== found.price.total) await writeTo(tx, id, { kind: 'price' });
    });
  }
  return others.length;
}
