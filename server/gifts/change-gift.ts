import type { GivenGift } from '#contract/gifts.ts';
import type { GiftTo } from '#contract/order-items.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { getGiven } from './gifts.queries.ts';
import { giftCan, isSameAddress, whyNotAccept } from './gifts.rules.ts';
import { callForLetter, lockGift, redirectGift } from './gifts.store.ts';
import { sendGifts } from './send-gifts.ts';

/** The giver corrects the address: the link of before is dead, and a letter leaves when it is due. */
export async function changeGift(
  actor: Actor,
  id: string,
  to: Pick<GiftTo, 'email' | 'name'>,
): Promise<GivenGift> {
  if (isSameAddress(to.email, actor.email)) refuse('VALIDATION', { fields: { email: 'invalid' } });
  return change(actor, id, (tx) => redirectGift(tx, id, to));
}

/** The giver has the letter sent once more, now. */
export const sendGift = (actor: Actor, id: string): Promise<GivenGift> =>
  change(actor, id, (tx, { email }) => {
    // Whom it was for has left: somebody else is named first.
    if (email === '') refuse('GIFT_STATE');
    return callForLetter(tx, id, nowText());
  });

type Locked = NonNullable<Awaited<ReturnType<typeof lockGift>>>;

async function change(actor: Actor, id: string, act: (tx: Db, gift: Locked) => Promise<void>) {
  await inTransaction(async (tx) => {
    const gift = orRefuse(await lockGift(tx, { id }));
    if (gift.buyerId !== actor.id) refuse('SERVER_ERROR_NOT_FOUND');
    if (whyNotAccept(gift, now())) refuse('GIFT_STATE');
    if (!giftCan(gift, now()).change) refuse('TOO_MANY_REQUESTS');
    await act(tx, gift);
    afterCommit(tx, () => enqueueSoon(sendGifts));
  });
  return getGiven(actor, id);
}
