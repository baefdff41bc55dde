import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { listAdministrators } from '#server/accounts/index.ts';
import { notify } from '#server/notices/index.ts';
import { moneyText } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { wordsOf } from '#server/platform/words.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** Every administrator hears of books that do not add up. */
export const tellOfDifferences = (
  tx: Db,
  { differences: count, orderIds }: { differences: number; orderIds: string[] },
): Promise<void> =>
  tellAdministrators(tx, 'ledger_differs', orderIds, (language) => ({
    subject: say(language, 'ledger.subject'),
    content: orderIds[0]
      ? say(language, 'ledger.content', { count, order: orderIds[0] })
      : say(language, 'ledger.payouts', { count }),
  }));

/** Every administrator hears of records of invoices that do not follow from each other. */
export const tellOfRecords = (
  tx: Db,
  { faults: count, taxId, orderIds }: { faults: number; taxId: string; orderIds: string[] },
): Promise<void> =>
  tellAdministrators(tx, 'records_differ', orderIds, (language) => ({
    subject: say(language, 'records.subject'),
    content: say(language, 'records.content', { count, taxId }),
  }));

/** Every administrator hears of money that the provider did not give back. */
export const tellOfFailedRefund = (
  tx: Db,
  { orderId, amount, currency }: { orderId: string; amount: number; currency: CurrencyCode },
): Promise<void> =>
  tellAdministrators(tx, 'refund_failed', [orderId], (language) => ({
    subject: say(language, 'refund.subject'),
    content: say(language, 'refund.content', {
      amount: moneyText(amount, currency, { language }),
      order: orderId,
    }),
  }));

async function tellAdministrators(
  tx: Db,
  type: string,
  orderIds: string[],
  wordsIn: (language: Language) => { subject: string; content: string },
): Promise<void> {
  for (const { id, language } of await listAdministrators(tx)) {
    // The list of all sales finds an order by its number, in whatever state it is.
    const path = `/manage/sales?q=${orderIds[0] ?? ''}`;
    await notify(tx, { userId: id, type, ...wordsIn(language), payload: { path, orderIds } });
  }
}
