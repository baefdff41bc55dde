/** The door of `gifts`: what a line of an order does with one, and what others set off. */

export { isAccepted } from './gifts.queries.ts';
export { giftFaults, givenOf } from './gifts.rules.ts';
export { giftsOfOrder } from './gifts-of-order.queries.ts';
export { endGift, endGiftsOfSession, eraseGiftsOf, openGift } from './hold-gift.ts';
export type { LetterGift } from './letters.queries.ts';
export { giftMail, giverMail } from './mails.ts';

import './send-gifts.ts';
import './watch-gifts.ts';
