import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { listBuyersLeads } from './leads.queries.ts';
import { moveLeads } from './leads.store.ts';
import { endPlace } from './offer-seats.ts';
import { lockPlaces, movePlace } from './places.store.ts';

type Sold = { orders: { orderId: string; buyerId: string; productIds: string[] }[] };

/**
 * Whoever bought is no longer in any line of the product, and whatever they had asked for has led to a
 * sale: also as a guest with the same address.
 */
export async function markBought(tx: Db, { orders }: Sold): Promise<void> {
  const at = nowText();
  for (const { orderId, buyerId, productIds } of orders) {
    for (const productId of productIds) await endPlaces(tx, { orderId, buyerId, productId, at });
  }
  const ids = await listBuyersLeads(
    tx,
    orders.map(({ orderId }) => orderId),
  );
  await moveLeads(tx, ids, { to: 'bought', at });
}

async function endPlaces(
  tx: Db,
  sale: { orderId: string; buyerId: string; productId: string; at: string },
): Promise<void> {
  const { buyerId: userId, productId, at } = sale;
  for (const place of await lockPlaces(tx, { userId, productId })) {
    if (place.state === 'taken') {
      await movePlace(tx, place.id, { from: 'taken', to: 'bought', at });
    } else await endPlace(tx, place, 'over');
  }
}
