import type { DonationForm } from '#contract/donations.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** A channel, or one of its products: each has settings of its own. */
export type Place = { channelId: string } | { productId: string };

const columnOf = (place: Place) =>
  'channelId' in place
    ? (['channel_id', place.channelId] as const)
    : (['product_id', place.productId] as const);

/** What was set for this place; null when nobody has. */
export async function findForm(db: Db, place: Place): Promise<DonationForm | null> {
  const [column, id] = columnOf(place);
  const row = await db
    .selectFrom('donation_offers')
    .select(['is_on', 'currency', 'suggested', 'least', 'most', 'text'])
    .where(column, '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { is_on: isOn, suggested, currency, ...rest } = row;
  return {
    ...rest,
    isOn,
    currency: currency as CurrencyCode,
    suggested: suggested as number[],
  };
}

/** Sets it as a whole, whoever did before. */
export async function writeForm(
  tx: Db,
  place: Place,
  { form, by, at }: { form: DonationForm; by: string; at: string },
): Promise<void> {
  const [column, id] = columnOf(place);
  const { isOn, suggested, ...rest } = form;
  const values = {
    ...rest,
    is_on: isOn,
    suggested: JSON.stringify(suggested),
    updated_by: by,
    updated_at: at,
  };
  await tx
    .insertInto('donation_offers')
    .values({ [column]: id, ...values })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(values))
    .execute();
}

/** May buyers add something for the platform? */
export async function isSupportOn(db: Db): Promise<boolean> {
  const row = await db.selectFrom('support_setting').select('is_on').executeTakeFirst();
  return row?.is_on ?? false;
}

export async function writeSupport(
  tx: Db,
  { isOn, by, at }: { isOn: boolean; by: string; at: string },
): Promise<void> {
  await tx
    .updateTable('support_setting')
    .set({ is_on: isOn, updated_by: by, updated_at: at })
    .where(sql<boolean>`only_row`)
    .execute();
}
