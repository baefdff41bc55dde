/** The door of `sales`: orders, what follows a payment, and who sold what. */
import './jobs.ts';

export { OrdersAcknowledged } from './announcements.ts';
export { calendarFile } from './calendar-file.ts';
export { sessionCancelledMail } from './cancellation-mail.ts';
export type { CancelledShow } from './cancelled-shows.queries.ts';
export { beginCancellation } from './follow-cancellations.ts';
export type { LetterOrder } from './letters.queries.ts';
export { orderPaidMail, orderRefundedMail } from './mails.ts';
export { type OfferedSeats, setOfferedSeats } from './offered-seats.ts';
export { settleRefund } from './refund-order.ts';
export { returnMoney, settleOrder } from './settle-order.ts';
export { tellOfDifferences, tellOfRecords } from './tell-administrators.ts';
