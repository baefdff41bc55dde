import type { Db } from '#server/platform/database/index.ts';
import type { LockedSale } from '../orders.store.ts';
import { listOwed, listTaken } from './refund-lines.store.ts';

/**
 * What somebody who asks for their money back asks for: what of the order has not gone back, nor is on its
 * way, nor is a gift that was accepted. The lines as they were chosen, bundles by themselves, and their sum.
 */
export async function whatIsAsked(
  tx: Db,
  sale: LockedSale,
): Promise<Pick<LockedSale, 'lines'> & { amount: number }> {
  const taken = await listTaken(tx, sale.id);
  const asked = (await listOwed(tx, sale))
    .map(({ id, bundleLineId, total, before }) => ({
      ids: [id, bundleLineId],
      amount: total - before.amount - (taken.get(id) ?? 0),
    }))
    .filter(({ amount }) => amount > 0);
  const ids = new Set(asked.flatMap((line) => line.ids));
  return {
    lines: sale.lines.filter(({ id }) => ids.has(id)),
    amount: asked.reduce((sum, { amount }) => sum + amount, 0),
  };
}
