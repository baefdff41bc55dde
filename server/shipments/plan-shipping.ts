import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { ShippingFault } from '#contract/shipping.ts';
import { countryNames } from '#server/payments/index.ts';
import { db } from '#server/platform/database/index.ts';
import { say } from './said.ts';
import { type Parcel, type Quote, quoteFor } from './shipping.rules.ts';
import { findShipping } from './shipping.store.ts';

type PlannedShipping = Omit<Quote, 'fault'> & { fault: ShippingFault | null; pickup: string };

/** What sending a parcel of a channel costs now, and where it could be picked up. */
export async function planShipping(
  channelId: string,
  parcel: Parcel & { currency: CurrencyCode },
  country: string | null,
): Promise<PlannedShipping> {
  const table = await findShipping(db(), channelId);
  return { ...quoteFor(table, parcel, country), pickup: table?.pickup ?? '' };
}

/** The line of an order that says where its things go (null: nowhere, they are picked up), and what that costs. */
export function shippingTitle(language: Language, country: string | null): string {
  if (!country) return say(language, 'line.pickup');
  const name = countryNames([country], language)[country] ?? country;
  return say(language, 'line.post', { country: name });
}
