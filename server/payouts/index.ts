/** The door of `payouts`: what organizers are owed, and how it reaches their bank. */
import './jobs.ts';

export { PayoutPaid, PayoutReturned } from './announcements.ts';
export { payoutHeldMail, payoutMail, payoutReturnedMail, payoutWaitsMail } from './mails.ts';
export { payoutsOfOrder } from './payouts-of-order.queries.ts';
export { listStuck } from './stuck.queries.ts';
