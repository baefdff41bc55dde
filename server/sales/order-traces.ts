import type { OrderEvent } from '#contract/sold-order.ts';
import type { Db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';

/** What an area tells of an order; `person` is who did it, where one of the house or a seller did. */
export type Trace = Omit<OrderEvent, 'name' | 'by'> & {
  by: OrderEvent['by'] | { person: string };
};

/** `isAdmin`: whoever reads may know what is the house's own business. */
type Telling = (db: Db, order: { id: string; isAdmin: boolean }) => Promise<Trace[]>;

let tellings: readonly Telling[] = [];
forgetBy(() => setOrderTraces([]));

/** `app.ts` ties this to the areas above that know more of an order; until then nobody does. */
export const setOrderTraces = (sources: readonly Telling[]): void => {
  tellings = sources;
};

/** What the areas above tell of an order. */
export async function tracesAbove(...asked: Parameters<Telling>): Promise<Trace[]> {
  const told: Trace[] = [];
  for (const telling of tellings) told.push(...(await telling(...asked)));
  return told;
}
