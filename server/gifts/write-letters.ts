import type { Db } from '#server/platform/database/index.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { findLetterGifts } from './letters.queries.ts';
import { giftMail, giverMail } from './mails.ts';

/** To whom a gift is for; nothing where nobody is named any more. */
export async function tellRecipient(
  tx: Db,
  giftId: string,
  kind: Parameters<typeof giftMail>[1],
): Promise<void> {
  const [gift] = await findLetterGifts(tx, [giftId]);
  if (gift?.to.email) await queueMail(tx, { ...giftMail(gift, kind), about: gift.orderId });
}

/** To whoever gave it, unless they have left. */
export async function tellGiver(
  tx: Db,
  giftId: string,
  kind: Parameters<typeof giverMail>[1],
): Promise<void> {
  const [gift] = await findLetterGifts(tx, [giftId]);
  if (gift && !gift.giver.isGone)
    await queueMail(tx, { ...giverMail(gift, kind), about: gift.orderId });
}
