import type { Db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import type { Told } from './order-events.rules.ts';

/** `isAdmin`: whoever reads may know what is the house's own business. */
type Telling = (db: Db, order: { id: string; isAdmin: boolean }) => Promise<Told[]>;

let tellings: readonly Telling[] = [];
forgetBy(() => setOrderTraces([]));

/** `app.ts` ties this to the areas above that know more of an order; until then nobody does. */
export const setOrderTraces = (sources: readonly Telling[]): void => {
  tellings = sources;
};

/** What the areas above tell of an order. */
export async function tracesAbove(...asked: Parameters<Telling>): Promise<Told[]> {
  const told: Told[] = [];
  for (const telling of tellings) told.push(...(await telling(...asked)));
  return told;
}
