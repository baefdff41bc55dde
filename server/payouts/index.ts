/** The door of `payouts`: what organizers are owed, and how it reaches their bank. */
import './jobs.ts';

export { PayoutPaid, PayoutReturned } from './announcements.ts';
export { payoutMail, payoutReturnedMail } from './mails.ts';
