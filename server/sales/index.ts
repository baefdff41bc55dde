/** The door of `sales`: orders, what follows a payment, and who sold what. */
import './jobs.ts';

export { OrdersAcknowledged } from './announcements.ts';
export { settleRefund } from './book-refund.ts';
export { calendarFile } from './calendar-file.ts';
export { sessionCancelledMail } from './cancellation-mail.ts';
export type { CancelledShow } from './cancelled-shows.queries.ts';
export { emptyCart } from './cart/cart.store.ts';
export { beginCancellation } from './follow-cancellations.ts';
export { followDispute } from './follow-dispute.ts';
export type { LetterOrder } from './letters.queries.ts';
export { orderPaidMail, orderRefundedMail } from './mails.ts';
export { type OfferedSeats, setOfferedSeats } from './offered-seats.ts';
export { forgetDestinations } from './order-lines.store.ts';
export { refundAskedMail, refundRefusedMail } from './refund-mails.ts';
export { returnMoney, settleOrder } from './settle-order.ts';
export { takeFailedRefund, takeRefundElsewhere } from './take-back-elsewhere.ts';
export { tellOfDifferences, tellOfRecords, tellOfStuck } from './tell-administrators.ts';
