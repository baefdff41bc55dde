/** The door of `payouts`: what organizers are owed, and how it reaches their bank. */
import './jobs.ts';

export { PayoutPaid } from './announcements.ts';
export { payoutMail } from './mails.ts';
