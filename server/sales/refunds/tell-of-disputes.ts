import { notify } from '#server/notices/index.ts';
import { type DisputeFact, isOpenDispute, moneyText } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { LockedSale } from '../orders.store.ts';
import { findSeller, tellAdministrators, titlesOf } from '../tell-administrators.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

/** Administrators and the organizer hear that the bank takes a payment back, and how it ended. */
export async function tellOfDispute(
  tx: Db,
  order: LockedSale,
  dispute: DisputeFact,
): Promise<void> {
  const { state, orderId } = dispute;
  const key = isOpenDispute(state) ? (state.startsWith('warning') ? 'asked' : 'opened') : state;
  const wordsIn = (language: Parameters<typeof say>[0], side: 'admin' | 'organizer') => {
    const amount = moneyText(dispute.amount, dispute.currency, { language });
    const title = titlesOf(order, language);
    return {
      subject: say(language, `dispute.${key}.subject`, { amount, title }),
      content: say(language, `dispute.${key}.${side}`, { amount, title, order: order.number }),
    };
  };
  await tellAdministrators(tx, 'dispute', [orderId], (language) => wordsIn(language, 'admin'));
  const owner = await findSeller(tx, order);
  if (!owner) return;
  const payload = { path: `/account/sales?q=${order.number}`, orderIds: [orderId] };
  const words = wordsIn(owner.language, 'organizer');
  await notify(tx, { userId: owner.id, type: 'dispute', ...words, payload });
}
