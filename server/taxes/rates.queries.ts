import type { ProductType } from '#contract/shared/product-kinds.ts';
import type { RateKind } from '#contract/shared/tax-places.ts';
import type { DatedTaxRates, UsualTaxRate } from '#contract/taxes.ts';
import { findProduct, listParts, mayEdit } from '#server/catalog/index.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { type DatedRate, standing, usualRates } from './rates.rules.ts';
import { fittingRates } from './sold.rules.ts';

type Row = DatedRate & { id: string; enteredAt: string; enteredBy: string | null };

/** Every rate, as it was entered: the order in which `rateOn` wants them. */
export async function ratesOf(from: Db): Promise<Row[]> {
  const rows = await from
    .selectFrom('tax_rates as r')
    .leftJoin('users as u', 'u.id', 'r.entered_by')
    .select(['r.id', 'r.country', 'r.region', 'r.postcodes', 'r.rate'])
    .select(['r.kind', 'r.from_day as from', 'r.entered_at as enteredAt'])
    .select(sql<string | null>`trim(u.name || ' ' || u.surname)`.as('enteredBy'))
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as RateKind }));
}

/** All rates as administrators see them, with what holds today. */
export async function listTaxRates(): Promise<DatedTaxRates> {
  const rates = standing(await ratesOf(db()), nowText().slice(0, 10));
  return { rates: rates.map(({ postcodes: _, ...rate }) => rate) };
}

/**
 * What a channel of the actor's own adds to its prices today, of that what fits the kind of product; no other
 * channel is told of.
 */
export async function listUsualTaxRates(
  actor: Actor,
  slug: string,
  sold: Sold = {},
): Promise<{ country: string; rates: UsualTaxRate[] }> {
  const { billing } = orRefuse(await findOwnChannel(db(), actor, slug));
  const { country, postalCode: postcode } = billing;
  const day = nowText().slice(0, 10);
  const rates = usualRates(await ratesOf(db()), { country, postcode, day });
  const types = await typesIn(actor, sold);
  return { country, rates: types ? fittingRates(rates, types) : rates };
}

type Sold = { type?: ProductType | undefined; bundle?: string | undefined };

/** Of what kinds that is which is sold: of a bundle its parts; null when nobody said. */
async function typesIn(actor: Actor, { type, bundle }: Sold): Promise<ProductType[] | null> {
  if (type !== 'bundle') return type ? [type] : null;
  const found = bundle ? await findProduct(db(), bundle) : null;
  if (!found || !mayEdit(actor, found)) return [];
  return (await listParts(db(), found.id)).map(({ product }) => product.type);
}
