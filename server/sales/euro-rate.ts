import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { payeesByIds } from '#server/channels/index.ts';
import { type EuroRate, isRecorded } from '#server/payments/index.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { demandRateOf, lastRateOf } from '#server/site/index.ts';
import { isGiven, isPriced, type NewLine } from './lines/line.ts';
import { operator } from './operator.ts';
import { listLines } from './order-lines.store.ts';
import type { LockedSale } from './orders.store.ts';

type Selling = { channelId: string | null; currency: CurrencyCode };

/**
 * Spain wants the tax of every invoice in euro, and counts its records in them: who is there sells in
 * another currency only while administrators have entered a rate that is not too old. Refuses RATE_MISSING
 * before anybody pays: afterwards there would be no right paper.
 */
export async function demandFreshRate({ channelId, currency }: Selling): Promise<void> {
  if (await isConverted(db(), { channelId, currency })) await demandRateOf(db(), { currency });
}

/**
 * The same where a subscription goes on by itself: the last rate will do, whatever its day, which stands
 * on the paper. Nobody should lose a subscription because rates were not entered for a month.
 */
export async function demandAnyRate(on: Db, selling: Selling): Promise<void> {
  if (await lacksRate(on, selling)) refuse('RATE_MISSING');
}

/** Is there no rate at all by which the paper of a month could say its euros? */
export const lacksRate = async (on: Db, selling: Selling): Promise<boolean> =>
  (await isConverted(on, selling)) && (await lastRateOf(on, selling.currency)) === null;

/**
 * Is there no rate for the paper of this order? What is given has no paper and needs none: then nothing is
 * asked.
 */
export const lacksPaper = async (on: Db, order: Selling & { id: string }): Promise<boolean> =>
  (await lacksRate(on, order)) && (await listLines(on, order.id)).some(isInvoiced);

const isInvoiced = (line: Pick<NewLine, 'kind' | 'total'>): boolean =>
  isPriced(line) && !isGiven(line) && line.total > 0;

async function isConverted(on: Db, { channelId, currency }: Selling): Promise<boolean> {
  if (currency === 'EUR') return false;
  if (channelId === null) return isRecorded(operator().billing);
  const seller = (await payeesByIds(on, [channelId])).get(channelId);
  return seller !== undefined && isRecorded(seller.billing);
}

/**
 * The rate by which the invoice of an order that is being paid says its euros: the last that was entered, as
 * law wants the one of the day on which the money comes. Null where none is needed; refuses RATE_MISSING
 * where there never was one: such money goes back.
 */
export async function rateToPay(
  tx: Db,
  {
    currency,
    seller,
    lines,
  }: Pick<LockedSale, 'currency' | 'seller'> & { lines: readonly NewLine[] },
): Promise<EuroRate | null> {
  if (currency === 'EUR' || !lines.some(isInvoiced) || !isRecorded(seller.billing)) return null;
  return orRefuse(await lastRateOf(tx, currency), 'RATE_MISSING');
}
