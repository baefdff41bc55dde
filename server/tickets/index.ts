/** The door of `tickets`: rights, the rule that says what they open, and coupons. */
export { TicketEnded, TicketGranted } from './announcements.ts';

import './remind-holders.ts';

export { broadcastsByProducts, type ShownBroadcast, shownColumns } from './broadcasts.queries.ts';
export { codeOffer } from './code-offers.queries.ts';
export {
  type CodeFault,
  type FoundCode,
  findCode,
  freeCodes,
  reserveCode,
  useCode,
} from './codes.store.ts';
export { priceWith, spendsCode, type TicketPrice } from './coupons.rules.ts';
export { endedTicketsOf } from './ended-tickets.queries.ts';
export {
  endTicket,
  endTicketsOfOrder,
  endTicketsOfProduct,
  grantTicket,
} from './grant-ticket.ts';
export { reminderMail } from './mails.ts';
export {
  broadcastFor,
  isLate,
  opensAt,
  type PlayableBroadcast,
  type PlayableProduct,
  type PlayableTicket,
  playbackState,
  sessionAhead,
  sessionFor,
  ticketExpiresAt,
} from './playback.rules.ts';
export { reminderKinds } from './reminders.rules.ts';
export {
  endedByCancellation,
  endedByReplacing,
  endedByTime,
  findShownTicketOf,
  findTicketOf,
  goodTicketsOf,
  type LostTicket,
  listCancelledTicketsOf,
  listLostTickets,
  listTicketsOf,
  lostWith,
  type NewTicket,
  type TicketRow,
  takePass,
} from './tickets.store.ts';
