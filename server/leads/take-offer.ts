import { nowText } from '#server/platform/clock.ts';
import type { OfferedSeats } from '#server/sales/index.ts';
import { followOrder, hasPlace, listOffersTo, lockOffer, movePlace } from './places.store.ts';

/**
 * The seats that are held for people in a line, as orders ask for them. The row of the place decides
 * between a buyer and the end of the offer: one of both finds it as it was.
 */
export const offeredSeats: OfferedSeats = {
  heldFor: (db, who) => listOffersTo(db, { ...who, now: nowText() }),
  take: async (tx, order) => {
    if (!(await hasPlace(tx, order))) return false;
    const { orderId } = order;
    const at = nowText();
    const id = await lockOffer(tx, { ...order, now: at });
    if (id) {
      const taken = await movePlace(tx, id, { from: 'offered', to: 'taken', at, orderId });
      return taken !== null;
    }
    // The seat of an order that this one replaces was given back, and is taken as any other.
    await followOrder(tx, order);
    return false;
  },
};
