/** The door of `sales`: orders, what follows a payment, and who sold what. */

export { OrderRefunded, OrdersAcknowledged } from './announcements.ts';
export { calendarFile } from './calendar-file.ts';
export { sessionCancelledMail } from './cancellation-mail.ts';
export type { CancelledShow } from './cancelled-shows.queries.ts';
export { emptyCart } from './cart/cart.store.ts';
export { beginCancellation } from './follow-cancellations.ts';
export { renewAwaiting } from './jobs.ts';
export type { LetterOrder } from './letters.queries.ts';
export { lineTitle } from './lines/line-title.ts';
export { orderPaidMail, orderRefundedMail } from './mails.ts';
export { type OfferedSeats, setOfferedSeats } from './offered-seats.ts';
export type { Told } from './order-events.rules.ts';
export { forgetDestinations } from './order-lines.store.ts';
export { setOrderTraces } from './order-traces.ts';
export { settleRefund } from './refunds/book-refund.ts';
export { followDispute } from './refunds/follow-dispute.ts';
export { refundAskedMail, refundRefusedMail } from './refunds/refund-mails.ts';
export { takeFailedRefund, takeRefundElsewhere } from './refunds/take-back-elsewhere.ts';
export { returnMoney, settleOrder } from './settle-order.ts';
export {
  tellOfDifferences,
  tellOfFailedNotices,
  tellOfRecords,
  tellOfStuck,
} from './tell-administrators.ts';
