import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PostalAddress } from '#contract/shipments.ts';
import type { ShippingForm } from '#contract/shipping.ts';
import type { Db } from '#server/platform/database/index.ts';

/** Where a channel sends to; null while it has not said it. */
export async function findShipping(db: Db, channelId: string): Promise<ShippingForm | null> {
  const row = await db
    .selectFrom('shipping_tables')
    .select(['currency', 'home', 'tax_rate', 'zones', 'pickup'])
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row
    ? {
        currency: row.currency as CurrencyCode,
        home: row.home,
        taxRate: row.tax_rate,
        zones: row.zones as ShippingForm['zones'],
        pickup: row.pickup,
      }
    : null;
}

/** Keeps it in place of what was kept. */
export async function writeShipping(
  tx: Db,
  channelId: string,
  { form, by, at }: { form: ShippingForm; by: string; at: string },
): Promise<void> {
  const values = {
    currency: form.currency,
    home: form.home,
    tax_rate: form.taxRate,
    zones: JSON.stringify(form.zones),
    pickup: form.pickup,
    updated_by: by,
    updated_at: at,
  };
  await tx
    .insertInto('shipping_tables')
    .values({ channel_id: channelId, ...values })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(values))
    .execute();
}

/** The address that a person wants to be remembered. */
export async function findAddress(db: Db, userId: string): Promise<PostalAddress | null> {
  const row = await db
    .selectFrom('shipping_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.address as PostalAddress | undefined) ?? null;
}

export async function writeAddress(
  tx: Db,
  userId: string,
  { address, at }: { address: PostalAddress; at: string },
): Promise<void> {
  const values = { address: JSON.stringify(address), saved_at: at };
  await tx
    .insertInto('shipping_addresses')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function dropAddress(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('shipping_addresses').where('user_id', '=', userId).execute();
}
