/** The door of `leads`: who showed interest, who waits for a seat, who left a checkout. */
import './confirm-guest.ts';
import './jobs.ts';
import './tell-interested.ts';
import './tell-offered.ts';
import './write-unfinished.ts';

export { eraseLeadsOf } from './erase-leads.ts';
export { followProduct } from './follow-changes.ts';
export { closeLine, leaveLines } from './join-line.ts';
export { serveLeadLinks } from './links.ts';
export { confirmMail, offeredMail, openedMail, unfinishedMail } from './mails.ts';
export { markBought } from './mark-bought.ts';
export { offerFreed } from './offer-seats.ts';
export { placeOfOrder } from './place-of-order.queries.ts';
export { offeredSeats } from './take-offer.ts';
export type { LetterThing } from './things.queries.ts';
export { unfinishedLetters } from './unfinished.rules.ts';
