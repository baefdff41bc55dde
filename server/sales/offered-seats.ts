import { holdSeat } from '#server/catalog/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';

type OrderOfSeat = { sessionId: string; orderId: string };

/** Seats that are held for one person until they buy: somebody above says which. */
export type OfferedSeats = {
  /** The showings of a product in which a seat is held for this person now. */
  heldFor: (db: Db, who: { userId: string; productId: string }) => Promise<string[]>;
  /** Hands the seat over to an order; false when none is held for its buyer. */
  take: (tx: Db, order: OrderOfSeat) => Promise<boolean>;
};

const none: OfferedSeats = { heldFor: async () => [], take: async () => false };
let offered: OfferedSeats = none;
forgetBy(() => setOfferedSeats(null));

/** `app.ts` ties this to the area that offers seats; until then nobody is offered any. */
export const setOfferedSeats = (source: OfferedSeats | null): void => {
  offered = source ?? none;
};

/** The seats that wait for this buyer, as `withOwnSeats` takes them. */
export const seatsOfferedTo = async (db: Db, who: { userId: string; productId: string }) =>
  (await offered.heldFor(db, who)).map((sessionId) => ({ sessionId, holdsSeat: true }));

/** Takes the seat that is held for the buyer, else one that is free. Refuses SOLD_OUT. */
export async function holdSeatFor(tx: Db, order: OrderOfSeat): Promise<void> {
  if (!(await offered.take(tx, order))) await holdSeat(tx, order.sessionId);
}
