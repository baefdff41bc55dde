import { builtOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { goodTicketsOf, type TicketRow } from '#server/tickets/index.ts';
import type { Buyer } from './orders.store.ts';

/**
 * A person as on this day, for an order, and the good tickets that they have for these products. One
 * statement, for it is asked whenever somebody presses "buy". Null for an unknown person.
 */
export async function findBuyer(
  db: Db,
  userId: string,
  productIds: readonly string[],
): Promise<{ buyer: Buyer; tickets: TicketRow[] } | null> {
  const [first, ...more] = productIds;
  const isOne = first !== undefined && more.length === 0;
  const [row] = await (isOne
    ? withTicketsFor(db, userId, first)
    : withTickets(db, userId, productIds));
  if (!row) return null;
  const { email, name, surname, country, tickets } = row;
  const billing = {
    company: row.billing_company,
    nif: row.billing_nif,
    address: row.billing_address,
    city: row.billing_city,
    postalCode: row.billing_postal_code,
    country: row.billing_country,
  };
  return { buyer: { email, name, surname, country, billing }, tickets };
}

const buyers = (db: Db, userId: string, products: ReturnType<typeof sql>) =>
  db
    .selectFrom('users as u')
    .select(['u.email', 'u.name', 'u.surname', 'u.country'])
    .select(['u.billing_company', 'u.billing_nif', 'u.billing_address', 'u.billing_city'])
    .select(['u.billing_postal_code', 'u.billing_country'])
    .select(goodTicketsOf(sql`u.id`, products).as('tickets'))
    .where('u.id', '=', userId);

const withTickets = builtOnce((db: Db, userId: string, productIds: readonly string[]) =>
  buyers(db, userId, sql`${productIds}::uuid[]`),
);

/** Mostly it is one thing. Where the number is not known PostgreSQL plans anew each time, which costs more. */
const withTicketsFor = builtOnce((db: Db, userId: string, productId: string) =>
  buyers(db, userId, sql`array[${productId}::uuid]`),
);
