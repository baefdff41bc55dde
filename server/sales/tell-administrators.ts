import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { findPerson, listAdministrators, type Person } from '#server/accounts/index.ts';
import { payeesByIds } from '#server/channels/index.ts';
import { notify } from '#server/notices/index.ts';
import { moneyText } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import { lineTitle } from './lines/line-title.ts';
import { type LockedSale, numberOf } from './orders.store.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** Every administrator hears of books that do not add up. */
export const tellOfDifferences = (
  tx: Db,
  { differences: count, orderIds }: { differences: number; orderIds: string[] },
): Promise<void> =>
  tellAdministrators(tx, 'ledger_differs', orderIds, (language, order) => ({
    subject: say(language, 'ledger.subject'),
    content: orderIds[0]
      ? say(language, 'ledger.content', { count, order })
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
export const tellOfFailedRefund = (tx: Db, refund: RefundTold): Promise<void> =>
  tellAdministrators(tx, 'refund_failed', [refund.orderId], refundWords('refund', refund));

type RefundTold = { orderId: string; amount: number; currency: CurrencyCode };

const refundWords =
  (key: string, { amount, currency }: RefundTold) =>
  (language: Language, order: string) => ({
    subject: say(language, `${key}.subject`),
    content: say(language, `${key}.content`, {
      amount: moneyText(amount, currency, { language }),
      order,
    }),
  });

/** Every administrator hears that a refund waits for the keys of its provider. */
export const tellOfUnsetRefund = (tx: Db, refund: RefundTold): Promise<void> =>
  tellAdministrators(tx, 'refund_unset', [refund.orderId], refundWords('refundUnset', refund));

/** Every administrator hears of money that the provider cannot give back as it is. */
export const tellOfUnfitRefund = (tx: Db, refund: RefundTold): Promise<void> =>
  tellAdministrators(tx, 'refund_failed', [refund.orderId], refundWords('refundUnfit', refund));

/** Every administrator hears of money that went back and came again. */
export const tellOfBouncedRefund = (tx: Db, refund: RefundTold): Promise<void> =>
  tellAdministrators(tx, 'refund_bounced', [refund.orderId], refundWords('refundBounced', refund));

/** Every administrator hears, calmly, of payments that wait for their provider. */
export const tellOfStuck = (tx: Db, { orderIds }: { orderIds: string[] }): Promise<void> =>
  tellAdministrators(tx, 'payments_stuck', orderIds, (language, order) => ({
    subject: say(language, 'stuck.subject'),
    content: say(language, 'stuck.content', { count: orderIds.length, order }),
  }));

/** Every administrator hears of notices of the providers that stay broken. */
export const tellOfFailedNotices = (tx: Db, { count }: { count: number }): Promise<void> =>
  tellAdministrators(
    tx,
    'notices_failed',
    [],
    (language) => ({
      subject: say(language, 'notices.subject'),
      content: say(language, 'notices.content', { count }),
    }),
    '/manage/modules/media-pay/notices?state=failed',
  );

/** Every administrator hears, calmly, that months wait for the rate of a currency. */
export const tellOfMissingRate = (tx: Db, currency: CurrencyCode): Promise<void> =>
  tellAdministrators(
    tx,
    'rate_missing',
    [],
    (language) => ({
      subject: say(language, 'rateMissing.subject', { currency }),
      content: say(language, 'rateMissing.content', { currency }),
    }),
    '/manage/config-admin/currencies',
  );

/** What is said names the first of the orders by its number, with which the list of all sales finds it. */
export async function tellAdministrators(
  tx: Db,
  type: string,
  orderIds: string[],
  wordsIn: (language: Language, order: string) => { subject: string; content: string },
  elsewhere?: string,
): Promise<void> {
  const [first] = orderIds;
  const order = first === undefined ? '' : await numberOf(tx, first);
  const payload = { path: elsewhere ?? `/manage/sales?q=${order}`, orderIds };
  for (const { id, language } of await listAdministrators(tx)) {
    await notify(tx, { userId: id, type, ...wordsIn(language, order), payload });
  }
}

/** Who sells, to be told something; null when the platform does, or they are not to be told any more. */
export async function findSeller(
  tx: Db,
  { channelId }: { channelId: string | null },
): Promise<Person | null> {
  if (channelId === null) return null;
  const channel = (await payeesByIds(tx, [channelId])).get(channelId);
  const person = channel && (await findPerson(tx, channel.ownerId));
  return person && !person.blocked ? person : null;
}

/** What an order sold, in a few words of the reader's: parts of bundles apart. */
export const titlesOf = (
  { lines, seller, channelId }: Pick<LockedSale, 'lines' | 'seller' | 'channelId'>,
  language: Language,
): string =>
  lines
    .filter(({ bundleLineId, kind }) => bundleLineId === null && kind !== 'shipping')
    .map((line) => lineTitle(language, { ...line, channelTitle: channelId && seller.title }))
    .join(', ');
