import { type Db, sql } from '#server/platform/database/index.ts';
import { goodTicketOf, type TicketRow } from '#server/tickets/index.ts';
import type { Buyer } from './orders.store.ts';

/**
 * A person as on this day, for an order, and the good ticket that they have for a product. One
 * statement, for it is asked whenever somebody presses "buy". Null for an unknown person.
 */
export async function findBuyer(
  db: Db,
  userId: string,
  productId: string,
): Promise<{ buyer: Buyer; ticket: TicketRow | null } | null> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.email', 'u.name', 'u.surname', 'u.country'])
    .select(['u.billing_company', 'u.billing_nif', 'u.billing_address', 'u.billing_city'])
    .select(['u.billing_postal_code', 'u.billing_country'])
    .select(goodTicketOf(sql`u.id`, sql`${productId}::uuid`).as('ticket'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { email, name, surname, country, ticket } = row;
  const billing = {
    company: row.billing_company,
    nif: row.billing_nif,
    address: row.billing_address,
    city: row.billing_city,
    postalCode: row.billing_postal_code,
    country: row.billing_country,
  };
  return { buyer: { email, name, surname, country, billing }, ticket };
}
